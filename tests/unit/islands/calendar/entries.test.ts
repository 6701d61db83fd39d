import { afterEach, describe, expect, test, vi } from 'vitest';
import { loadMonth, marksOf, onDay } from '../../../../src/islands/calendar/entries.ts';
import { dayOf } from '../../../../src/lib/dates.ts';
import { monthWindow } from '../../../../src/lib/monthWindow.ts';
import type { CalendarEntry } from '../../../../src/service/schemas/calendarEntry.ts';

const FILE = { kind: 'file', name: 'sheet.pdf', href: '/files/sheet.pdf', size: 9000 } as const;
const entry = (id: string, day: string): CalendarEntry => ({ id, title: id, date: { day, at: 0 }, attachments: [] });

describe('The entries of a month', () => {
  test('mark each day with their number', () => {
    expect(marksOf([entry('a', '2026-11-02'), entry('b', '2026-11-21'), entry('c', '2026-11-21')])).toEqual({ 2: 1, 21: 2 });
  });
});

describe('The entries that are listed', () => {
  const from = (first: number, count = 10) => Array.from({ length: count }, (_, at) => `e${first + at}`);
  const month = Array.from({ length: 30 }, (_, at) => entry(`e${at + 1}`, `2026-11-${String(at + 1).padStart(2, '0')}`));

  const ROOM = { size: 2000, entry: 12, files: 12, file: 100 };

  test('are all of the month', () => {
    expect(monthWindow(month, '2026-11-12', ROOM).entries).toEqual(month);
  });

  test('are fewer in Hindi', () => {
    const shown = (title: string) =>
      monthWindow(
        month.map((one) => ({ ...one, title })),
        '2026-11-01',
        ROOM,
      ).entries.length;
    expect(shown('x'.repeat(88))).toBe(20);
    expect(shown('क'.repeat(94))).toBe(10);
  });

  test('have their files for as long as there is room, those from today on first; of the others the number is told', () => {
    const withFile = month.map((one) => ({ ...one, title: 'x'.repeat(20), attachments: [FILE, { kind: 'missing' } as const] }));
    const { entries } = monthWindow(withFile, '2026-11-21', ROOM);
    expect(entries.map(({ id }) => id)).toEqual(from(1, 30));
    expect(entries.filter(({ attachments }) => attachments.length > 0).map(({ id }) => id)).toEqual(from(21, 6));
    expect(entries.filter(({ filesLeft }) => filesLeft?.count === 1)).toHaveLength(24);
  });

  test('include one with more files than there is room for, and those after it', () => {
    const one = month.map((entry, at) => (at === 12 ? { ...entry, attachments: Array.from({ length: 60 }, () => FILE) } : entry));
    const { entries } = monthWindow(one, '2026-11-12', ROOM);
    expect(entries.map(({ id }) => id)).toEqual(from(1, 30));
    expect(entries[12]).toMatchObject({ attachments: [], filesLeft: { count: 60, page: 1 } });
    expect(entries[13]).not.toHaveProperty('filesLeft');
  });

  test('have their files on that page of their month on which they stand', () => {
    const long = Array.from(
      { length: 45 },
      (_, at) => ({ ...month[0], id: `e${at}`, title: 'x', attachments: [FILE] }) as CalendarEntry,
    );
    const { entries } = monthWindow(long, '2026-11-01', { ...ROOM, file: 9000 });
    expect(entries.map(({ filesLeft }) => filesLeft?.page)).toEqual(long.map((_, at) => (at < 40 ? 1 : 2)));
  });

  test('of a month that is too long for the page are those from today on, then the last ones before', () => {
    const long = month.map((one) => ({ ...one, title: 'x'.repeat(188) }));
    const listed = (today: string) => monthWindow(long, today, ROOM).entries.map(({ id }) => id);
    expect(listed('2026-11-04')).toEqual(from(4));
    expect(listed('2026-11-21')).toEqual(from(21));
    expect(listed('2026-11-25')).toEqual(from(21));
    expect(listed('2026-12-01')).toEqual(from(21));
  });

  test('of a month that is too long for the page have no gaps: none after the first for which there is no room', () => {
    const long = month.map((one, at) => ({ ...one, title: 'x'.repeat(at % 2 ? 8 : 288) }));
    expect(monthWindow(long, '2026-11-12', ROOM).entries.map(({ id }) => id)).toEqual(from(12, 13));
  });

  test('of a month that is too long for the page are also those that began before today and go on', () => {
    const long = month.map((one) => ({ ...one, title: 'x'.repeat(188) }));
    const running = long.map((one) => (one.id === 'e3' ? { ...one, lastDay: '2026-11-25' } : one));
    expect(monthWindow(running, '2026-11-21', ROOM).entries.map(({ id }) => id)).toEqual(['e3', ...from(21, 9)]);
  });

  test('of a chosen day are that day’s', () => {
    expect(onDay('2026-11-03', month).map(({ id }) => id)).toEqual(['e3']);
  });
});

describe('The data files of a month', () => {
  afterEach(() => vi.unstubAllGlobals());
  const answer = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
  const INDEX = [
    { key: '2026', months: [1, 4], href: '/a.json' },
    { key: '2026', months: [5], href: '/b.json' },
    { key: '2026', months: [5], href: '/c.json' },
  ];
  const FILES: Readonly<Record<string, unknown>> = {
    '/index': INDEX,
    '/a.json': [entry('c', '2026-04-21'), entry('a', '2026-04-02'), entry('x', '2026-01-01'), entry('b', '2026-04-21')],
    '/b.json': [entry('e', '2026-05-02')],
    '/c.json': [entry('d', '2026-05-01')],
  };
  const ids = async (month: string) => (await loadMonth('/index', month))?.map(({ id }) => id);

  test('are those that hold it, each fetched once; its entries stand by day, those of one day as they came', async () => {
    const fetched = vi.fn(async (href: string) => answer(FILES[href]));
    vi.stubGlobal('fetch', fetched);
    await Promise.all([ids('2026-05'), ids('2026-05')]);
    expect(await ids('2026-05')).toEqual(['d', 'e']);
    expect(await ids('2026-04')).toEqual(['a', 'c', 'b']);
    expect(await ids('2031-01')).toEqual([]);
    expect(fetched).toHaveBeenCalledTimes(4);
  });

  test('are asked for again after a failure', async () => {
    const answers = [answer(null, 500), answer([])];
    vi.stubGlobal('fetch', async () => answers.shift());
    expect(await loadMonth('/other', '2026-01')).toBeNull();
    expect(await loadMonth('/other', '2026-01')).toEqual([]);
  });
});

describe('Today', () => {
  test('is the school’s day on both sides of its midnight, wherever the visitor is', () => {
    expect(dayOf(Date.parse('2026-11-30T18:29:59Z'), 'Asia/Kolkata')).toBe('2026-11-30');
    expect(dayOf(Date.parse('2026-11-30T18:30:00Z'), 'Asia/Kolkata')).toBe('2026-12-01');
  });
});
