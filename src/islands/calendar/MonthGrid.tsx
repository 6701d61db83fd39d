import { WEEKDAYS } from '../../lib/dates.ts';
import type { Marks } from './entries.ts';
import { weeksOf } from './month.ts';

interface Props {
  readonly month: string;
  readonly today: string;
  /** The day whose entries are shown. */
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
            {week.map((day, weekday) =>
              day === null ? (
                <td key={WEEKDAYS[weekday]} />
              ) : (
                <td key={day} aria-current={day === today ? 'date' : undefined}>
                  {content(day)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
