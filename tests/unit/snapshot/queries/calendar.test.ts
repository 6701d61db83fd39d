import { describe, expect, test } from 'vitest';
import { readDate } from '../../../../src/lib/readDate.ts';
import type { CalendarEntry } from '../../../../src/service/schemas/calendarEntry.ts';
import type { SchoolEvent } from '../../../../src/service/schemas/event.ts';
import { entry, ids, open, ZONE } from '../../../support/queryRig.ts';

const event = (id: string, date: string | null, title = id): SchoolEvent => ({
  ...{ id, title, description: '', venue: '', date: readDate(date, ZONE), time: '' },
  images: [],
  attachments: [],
});

describe('what is next', () => {
  const content = {
    events: [
      event('old', '2026-11-20'),
      event('undated', null),
      event('far', '2027-01-01'),
      event('today', '2026-11-21'),
      event('next', '2026-11-25'),
      event('next too', '2026-11-25'),
      event('older', '2025-01-01'),
    ],
  };

  test('are the events from today on, nearest first, those of one day in the order of the service', () => {
    expect(ids(open(content).reader.upcoming('events', 3))).toEqual(['today', 'next', 'next too']);
    expect(ids(open(content, '2028-01-01').reader.upcoming('events', 3))).toEqual([]);
  });

  test('are followed by the past events, newest first, and the undated ones', () => {
    const order = ['today', 'next', 'next too', 'far', 'old', 'older', 'undated'];
    expect(ids(open(content).reader.upcomingFirst('events', 9))).toEqual(order);
  });

  test('begin with the events of several days that are not over', () => {
    const camp = { ...event('camp', '2026-11-19'), time: '19 to 22 November' };
    const { reader } = open({ events: [...content.events, camp, event('over, two days', '2026-11-18')] });
    expect(ids(reader.upcoming('events', 3))).toEqual(['camp', 'today', 'next']);
    expect(ids(reader.upcomingFirst('events', 9)).slice(0, 6)).toEqual(['camp', 'today', 'next', 'next too', 'far', 'old']);
    expect(ids(open({ events: [camp] }, '2026-11-23').reader.upcoming('events', 3))).toEqual([]);
  });

  const month = (name: string, count: number) =>
    Array.from({ length: count }, (_, at) => ({
      ...entry(`${name} ${at}`, `${name}-${String((at % 28) + 1).padStart(2, '0')}`),
      title: 'x'.repeat(60),
    }));
  const shownOf = (academicCalender: CalendarEntry[], today?: string) => {
    const { months, later } = open({ academicCalender }, today).reader.agenda();
    return [months.map(({ month, total, entries }) => [month, total, entries.length]), later];
  };

  test('in the calendar is this month and the following ones, as many as fit', () => {
    const entries = [...month('2026-10', 2), ...month('2026-12', 50), ...month('2027-02', 8), ...month('2027-03', 1)];
    expect(shownOf(entries)).toEqual([
      [
        ['2026-11', 0, 0],
        ['2026-12', 50, 40],
        ['2027-02', 8, 8],
      ],
      ['2027-03'],
    ]);
  });

  test('a full present month leaves room for entries of the next, if not all', () => {
    const entries = [...month('2026-11', 60), ...month('2026-12', 60), ...month('2027-01', 1)];
    expect(shownOf(entries, '2026-11-28')).toEqual([
      [
        ['2026-11', 60, 32],
        ['2026-12', 60, 16],
      ],
      ['2027-01'],
    ]);
  });

  test('where a month has more entries than it shows, those that are over give way to what is to come', () => {
    const days = Array.from({ length: 29 }, (_, at) => `2026-11-${String(at + 1).padStart(2, '0')}`);
    const twice = days.flatMap((day) => [entry(`${day} a`, day), entry(`${day} b`, day)]);
    const all = [{ ...entry('long', '2026-11-01'), lastDay: '2026-11-30' }, ...twice, entry('last', '2026-11-30')];
    const academicCalender = all.map((one) => ({ ...one, title: 'x'.repeat(60) }));
    const shownOn = (today: string) => open({ academicCalender }, today).reader.agenda().months[0];
    expect(shownOn('2026-11-30')?.entries.map(({ id }) => id)).toEqual(expect.arrayContaining(['long', '2026-11-29 b', 'last']));
    expect(shownOn('2026-11-30')).toMatchObject({ total: 60, entries: { length: 32 } });
    expect(shownOn('2026-11-01')?.entries.map(({ id }) => id)).toContain('2026-11-01 a');
  });

  test('in the calendar also has the entries whose day nobody knows', () => {
    const { undated, months } = open({ academicCalender: [entry('day unknown', ''), entry('a', '2026-11-20')] }).reader.agenda();
    expect([ids(undated), ids(months[0]?.entries ?? [])]).toEqual([['day unknown'], ['a']]);
  });
});

describe('an entry of the calendar', () => {
  const named = (id: string, title: string, day: string) => ({ ...entry(id, day), title });

  test('leads to the event of its day and title', () => {
    const events = [event('e 1', '2026-11-28T08:00:00+05:30', 'Sports day'), event('e2', '2026-12-28', 'Sports day')];
    const entries = [
      named('same', 'Sports Day', '2026-11-28'),
      named('other title', 'Sports prize day', '2026-11-28'),
      named('other day', 'Sports day', '2026-11-27'),
    ];
    const { events: pages } = open({ events, academicCalender: entries }).reader.agenda();
    expect(pages).toEqual({ same: '/Events/item/e~201' });
  });
});

describe('the calendar', () => {
  test("lists a month's entries by day and leads to the neighbouring months", () => {
    const view = open({ academicCalender: [entry('b', '2026-11-20'), entry('a', '2026-11-03')] }).reader.calendar('2026-11', 1);
    expect(ids(view.entries)).toEqual(['a', 'b']);
    expect(view).toMatchObject({ previous: '2026-10', next: '2026-12', pages: 1 });
  });

  test('has a page for the twelve months around today and for every month with entries', () => {
    const paths = open({ academicCalender: [entry('a', '2019-06-01')] }).reader.pagePaths();
    expect(paths).toContain('/Calendar/2025-11');
    expect(paths).toContain('/Calendar/2027-11');
    expect(paths).toContain('/Calendar/2019-06');
    expect(paths).not.toContain('/Calendar/2020-06');
  });
});
