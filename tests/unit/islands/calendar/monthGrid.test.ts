import { describe, expect, test } from 'vitest';
import { weeksOf } from '../../../../src/islands/calendar/Calendar.tsx';
import { weekdayAndDay, weekdayOf } from '../../../../src/lib/dates.ts';

describe('A month of the calendar', () => {
  test.each([
    ['2026-02', 28],
    ['2028-02', 29],
    ['2100-02', 28],
    ['2000-02', 29],
    ['2026-11', 30],
    ['2026-12', 31],
  ])('%s has %i days', (month, days) => {
    expect(weeksOf(month).flat().filter(Boolean)).toHaveLength(days);
  });

  test('starts its weeks on Sunday', () => {
    const [first] = weeksOf('2026-11');
    expect(first?.[0]).toBe('2026-11-01');
    expect(weekdayOf('2026-11-01')).toBe(0);
    expect(weeksOf('2026-10')[0]).toEqual([null, null, null, null, '2026-10-01', '2026-10-02', '2026-10-03']);
  });

  test.each([
    ['2026-02', 4],
    ['2026-11', 5],
    ['2026-08', 6],
  ])('%s has the %i weeks that hold its days', (month, weeks) => {
    expect(weeksOf(month)).toHaveLength(weeks);
  });

  test('says a day as weekday, day and short month', () => {
    expect(weekdayAndDay('2026-11-21')).toBe('Saturday 21\u00a0Nov');
    expect(weekdayAndDay('2028-02-29')).toBe('Tuesday 29\u00a0Feb');
    expect(weekdayAndDay('2026-03-05')).toBe('Thursday 5\u00a0Mar');
  });
});
