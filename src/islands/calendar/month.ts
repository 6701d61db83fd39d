/** Days and weeks of the calendar widget. Days are `YYYY-MM-DD`, months `YYYY-MM`; no clock and no zone enters here. */
import { shiftMonth, shortMonth } from '../../lib/dates.ts';

export const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** A grid of six weeks is as high in every month, so that nothing below it moves. */
const WEEKS = 6;

const timeOf = (day: string) => Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8, 10)));

/** 0 for Sunday to 6 for Saturday. */
export function weekdayOf(day: string): number {
  return new Date(timeOf(day)).getUTCDay();
}

/** The day `by` days after `day`. */
export function shiftDay(day: string, by: number): string {
  return new Date(timeOf(day) + by * 86_400_000).toISOString().slice(0, 10);
}

/** 28 to 31. */
export function daysIn(month: string): number {
  return new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).getUTCDate();
}

/** Six weeks from Sunday to Saturday; null where a field lies outside the month. */
export function weeksOf(month: string): (string | null)[][] {
  const before = weekdayOf(`${month}-01`);
  const count = daysIn(month);
  return Array.from({ length: WEEKS }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => {
      const date = week * 7 + weekday - before + 1;
      return date < 1 || date > count ? null : `${month}-${String(date).padStart(2, '0')}`;
    }),
  );
}

/** The same date in another month, or that month's last day where it is shorter. */
export function inMonth(month: string, day: string): string {
  return `${month}-${String(Math.min(Number(day.slice(8, 10)), daysIn(month))).padStart(2, '0')}`;
}

/** `Saturday 21 Nov` of a day `2026-11-21`. */
export function weekdayAndDay(day: string): string {
  return `${WEEKDAYS[weekdayOf(day)]} ${Number(day.slice(8, 10))} ${shortMonth(day)}`;
}

/** The day to which a key leads from `day`, as in the grid pattern of ARIA; null for a key without a meaning here. */
export function dayByKey(key: string, day: string): string | null {
  const month = day.slice(0, 7);
  switch (key) {
    case 'ArrowLeft':
      return shiftDay(day, -1);
    case 'ArrowRight':
      return shiftDay(day, 1);
    case 'ArrowUp':
      return shiftDay(day, -7);
    case 'ArrowDown':
      return shiftDay(day, 7);
    case 'Home':
      return shiftDay(day, -weekdayOf(day));
    case 'End':
      return shiftDay(day, 6 - weekdayOf(day));
    case 'PageUp':
      return inMonth(shiftMonth(month, -1), day);
    case 'PageDown':
      return inMonth(shiftMonth(month, 1), day);
    default:
      return null;
  }
}
