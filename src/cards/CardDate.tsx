import type { SchoolDate } from '../lib/dates.ts';
import { dayAndMonth, dayMonthYear, shortMonth } from '../lib/dates.ts';

interface Props {
  readonly date: SchoolDate | null;
  /** `leaf`: `05 Mar` as a calendar leaf; `short`: `05 Mar` in a line; `full`: `05-Mar-2025`. */
  readonly form: 'leaf' | 'short' | 'full';
}

/** The day of a card; nothing for an undated item. */
export function CardDate({ date, form }: Props) {
  if (!date) return null;
  if (form !== 'leaf') return <time dateTime={date.day}>{form === 'full' ? dayMonthYear(date.day) : dayAndMonth(date.day)}</time>;
  return (
    <time className="leaf" dateTime={date.day}>
      <b>{date.day.slice(8, 10)}</b> {shortMonth(date.day)}
    </time>
  );
}
