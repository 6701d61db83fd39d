import { dayAndMonth, dayMonthYear, type SchoolDate, shortMonth, shortWeekday } from '../lib/dates.ts';

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

/**
 * The same text, shown as a block: the day large over the month; in full over weekday, month and year. The parts stand in
 * attributes that the style sheet prints (styles/base.css), so that the text itself stays one date.
 */
export function DayBlock({ date, form }: Props) {
  if (!date) return null;
  const { day } = date;
  const month = shortMonth(day);
  const rest = form === 'full' ? `${shortWeekday(day)}\n${month} ${day.slice(0, 4)}` : month;
  return (
    <time dateTime={day} className="day" data-day={day.slice(8, 10)} data-rest={rest}>
      {form === 'full' ? dayMonthYear(day) : dayAndMonth(day)}
    </time>
  );
}
