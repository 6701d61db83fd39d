import { describe, expect, test } from 'vitest';
import {
  dayByKey,
  daysIn,
  inMonth,
  shiftDay,
  weekdayAndDay,
  weekdayOf,
  weeksOf,
} from '../../../../src/islands/calendar/month.ts';

describe('A month of the calendar', () => {
  test.each([
    ['2026-02', 28],
    ['2028-02', 29],
    ['2100-02', 28],
    ['2000-02', 29],
    ['2026-11', 30],
    ['2026-12', 31],
  ])('%s has %i days', (month, days) => {
    expect(daysIn(month)).toBe(days);
    expect(weeksOf(month).flat().filter(Boolean)).toHaveLength(days);
  });

  test('starts its weeks on Sunday', () => {
    const [first] = weeksOf('2026-11');
    expect(first?.[0]).toBe('2026-11-01');
    expect(weekdayOf('2026-11-01')).toBe(0);
    expect(weeksOf('2026-10')[0]).toEqual([null, null, null, null, '2026-10-01', '2026-10-02', '2026-10-03']);
  });

  test('is six weeks high, whether it fills four or six', () => {
    for (const month of ['2026-02', '2026-08', '2026-11']) expect(weeksOf(month)).toHaveLength(6);
  });

  test('says a day as weekday, day and short month', () => {
    expect(weekdayAndDay('2026-11-21')).toBe('Saturday 21 Nov');
    expect(weekdayAndDay('2028-02-29')).toBe('Tuesday 29 Feb');
    expect(weekdayAndDay('2026-03-05')).toBe('Thursday 5 Mar');
  });
});

describe('Moving between days', () => {
  test('crosses months, years and leap days', () => {
    expect(shiftDay('2026-12-31', 1)).toBe('2027-01-01');
    expect(shiftDay('2028-02-28', 1)).toBe('2028-02-29');
    expect(shiftDay('2026-03-01', -1)).toBe('2026-02-28');
  });

  test('keeps the date in another month, or takes its last day', () => {
    expect(inMonth('2026-02', '2026-01-31')).toBe('2026-02-28');
    expect(inMonth('2026-12', '2026-11-21')).toBe('2026-12-21');
  });

  test.each([
    ['ArrowLeft', '2026-11-20'],
    ['ArrowRight', '2026-11-22'],
    ['ArrowUp', '2026-11-14'],
    ['ArrowDown', '2026-11-28'],
    ['Home', '2026-11-15'],
    ['End', '2026-11-21'],
    ['PageUp', '2026-10-21'],
    ['PageDown', '2026-12-21'],
    ['a', null],
  ])('%s leads from 21 November 2026 to %s', (key, day) => {
    expect(dayByKey(key, '2026-11-21')).toBe(day);
  });

  test('Home and End may leave the month with the week', () => {
    expect(dayByKey('Home', '2026-10-01')).toBe('2026-09-27');
    expect(dayByKey('End', '2026-09-30')).toBe('2026-10-03');
  });
});
