import { WEEKDAYS, weekdayOf } from '../../lib/dates.ts';
import type { Marks } from './entries.ts';

/** The weeks of a month from Sunday to Saturday; null where a field lies outside the month. */
export function weeksOf(month: string): (string | null)[][] {
  const before = weekdayOf(`${month}-01`);
  const count = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).getUTCDate();
  return Array.from({ length: Math.ceil((before + count) / 7) }, (_, week) =>
    WEEKDAYS.map((_, weekday) => {
      const date = week * 7 + weekday - before + 1;
      return date < 1 || date > count ? null : `${month}-${String(date).padStart(2, '0')}`;
    }),
  );
}

interface Props {
  readonly month: string;
  readonly today: string;
  readonly chosen: string | null;
  readonly marks: Marks;
  readonly labelledBy: string;
  /** Absent before the script answers: days with entries then lead to the month's page. */
  readonly onPick: ((day: string) => void) | undefined;
}

/** The days of a month; a day with entries is a button with a dot, their number as its text. */
export function MonthGrid({ month, today, chosen, marks, labelledBy, onPick }: Props) {
  const content = (day: string) => {
    const date = Number(day.slice(8));
    const count = marks[date];
    if (count === undefined) return date;
    const label = [date, <i key="count">{count === 1 ? ', 1 entry' : `, ${count} entries`}</i>];
    if (!onPick) return <a href={`/Calendar/${month}`}>{label}</a>;
    return (
      <button type="button" aria-pressed={day === chosen} onClick={() => onPick(day)}>
        {label}
      </button>
    );
  };
  return (
    <table aria-labelledby={labelledBy}>
      <thead>
        <tr>
          {WEEKDAYS.map((name) => (
            <th key={name} abbr={name} scope="col">
              {name.slice(0, 3)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: weeks are told apart by nothing but their place.
          <tr key={index}>
            {week.map((day, weekday) => (
              <td key={WEEKDAYS[weekday]} aria-current={day === today ? 'date' : undefined}>
                {day && content(day)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
