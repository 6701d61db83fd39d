/** Days and weeks of the calendar widget. Days are `YYYY-MM-DD`, months `YYYY-MM`; no clock and no zone enters here. */
import { shortMonth, WEEKDAYS, weekdayOf } from '../../lib/dates.ts';

/** 28 to 31. */
export function daysIn(month: string): number {
  return new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).getUTCDate();
}

/** The weeks of a month from Sunday to Saturday; null where a field lies outside the month. */
export function weeksOf(month: string): (string | null)[][] {
  const before = weekdayOf(`${month}-01`);
  const count = daysIn(month);
  return Array.from({ length: Math.ceil((before + count) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => {
      const date = week * 7 + weekday - before + 1;
      return date < 1 || date > count ? null : `${month}-${String(date).padStart(2, '0')}`;
    }),
  );
}

/** `Saturday 21 Nov` of a day `2026-11-21`. */
export function weekdayAndDay(day: string): string {
  return `${WEEKDAYS[weekdayOf(day)]} ${Number(day.slice(8, 10))}\u00a0${shortMonth(day)}`;
}
