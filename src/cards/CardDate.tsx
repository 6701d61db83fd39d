import type { SchoolDate } from '../lib/dates.ts';
import { dayAndMonth, dayMonthYear } from '../lib/dates.ts';

interface Props {
  readonly date: SchoolDate | null;
  /** `short`: `05 Mar`; `full`: `05-Mar-2025`. */
  readonly form: 'short' | 'full';
}

/** The day of a card; nothing for an undated item. */
export function CardDate({ date, form }: Props) {
  if (!date) return null;
  return <time dateTime={date.day}>{form === 'full' ? dayMonthYear(date.day) : dayAndMonth(date.day)}</time>;
}
