import { afterEach, describe, expect, test, vi } from 'vitest';
import { createYearLoader, entriesOf, marksOf, monthWindow, onDay } from '../../../../src/islands/calendar/entries.ts';
import { dayOf } from '../../../../src/lib/dates.ts';
import type { CalendarEntry } from '../../../../src/service/schemas/calendarEntry.ts';

const entry = (id: string, day: string): CalendarEntry => ({ id, title: id, date: { day, at: 0 }, attachments: [] });

describe('The entries of a month', () => {
  test('are the month’s own, by day; those of one day keep their order', () => {
    const year = [entry('c', '2026-11-21'), entry('a', '2026-11-02'), entry('x', '2026-12-01'), entry('b', '2026-11-21')];
    expect(entriesOf('2026-11', year).map(({ id }) => id)).toEqual(['a', 'c', 'b']);
  });

  test('mark each day with their number', () => {
    expect(marksOf([entry('a', '2026-11-02'), entry('b', '2026-11-21'), entry('c', '2026-11-21')])).toEqual({ 2: 1, 21: 2 });
  });
});

describe('The entries that are listed', () => {
  const month = Array.from({ length: 16 }, (_, at) => entry(`e${at + 1}`, `2026-11-${String(at + 1).padStart(2, '0')}`));
  const listed = (today: string) => monthWindow(month, today).map(({ id }) => id);

  test('are the next ones from today on, past ones only where there is room', () => {
    const six = (from: number) => Array.from({ length: 6 }, (_, at) => `e${from + at}`);
    expect(listed('2026-11-04')).toEqual(six(4));
    expect(listed('2026-11-12')).toEqual(six(11));
    expect(listed('2026-12-01')).toEqual(six(11));
    expect(listed('2026-10-31')[0]).toBe('e1');
  });

  test('of a chosen day are that day’s', () => {
    expect(onDay('2026-11-03', month).map(({ id }) => id)).toEqual(['e3']);
  });
});

describe('A year’s data file', () => {
  afterEach(() => vi.unstubAllGlobals());
  const answer = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });

  test('is fetched once for all its months', async () => {
    const fetched = vi.fn(async () => answer([entry('a', '2026-11-02')]));
    vi.stubGlobal('fetch', fetched);
    const years = createYearLoader({ 2026: '/data/calendar/2026.abc.json' });
    await Promise.all([years('2026'), years('2026')]);
    expect(await years('2026')).toHaveLength(1);
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  test('is asked for again after a failure', async () => {
    const answers = [answer(null, 500), answer([])];
    vi.stubGlobal('fetch', async () => answers.shift());
    const years = createYearLoader({ 2026: '/data/calendar/2026.abc.json' });
    await expect(years('2026')).rejects.toThrow('500');
    expect(await years('2026')).toEqual([]);
  });

  test('that does not exist means a year without entries, and no request', async () => {
    const fetched = vi.fn();
    vi.stubGlobal('fetch', fetched);
    expect(await createYearLoader({})('2031')).toEqual([]);
    expect(fetched).not.toHaveBeenCalled();
  });
});

describe('Today', () => {
  test('is the school’s day on both sides of its midnight, wherever the visitor is', () => {
    expect(dayOf(Date.parse('2026-11-30T18:29:59Z'), 'Asia/Kolkata')).toBe('2026-11-30');
    expect(dayOf(Date.parse('2026-11-30T18:30:00Z'), 'Asia/Kolkata')).toBe('2026-12-01');
  });
});
