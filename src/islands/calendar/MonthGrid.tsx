import type { KeyboardEvent } from 'react';
import type { Marks } from './entries.ts';
import { WEEKDAYS, weeksOf } from './month.ts';

interface Props {
  readonly month: string;
  readonly today: string;
  /** The one day that Tab reaches. */
  readonly current: string;
  readonly marks: Marks;
  readonly labelledBy: string;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly onPick?: (day: string) => void;
}

/** The days of a month as an ARIA grid; a day with entries has a dot with their number as its text. */
export function MonthGrid({ month, today, current, marks, labelledBy, onKeyDown, onPick }: Props) {
  const cell = (day: string) => {
    const date = Number(day.slice(8));
    const count = marks[date];
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the table handles the keys.
      <td
        key={day}
        tabIndex={day === current ? 0 : -1}
        aria-current={day === today ? 'date' : undefined}
        onClick={onPick && (() => onPick(day))}
      >
        {date}
        {count !== undefined && <i>{count === 1 ? ', 1 entry' : `, ${count} entries`}</i>}
      </td>
    );
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells take the arrow keys is a grid.
    <table role="grid" aria-labelledby={labelledBy} onKeyDown={onKeyDown}>
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
          <tr key={index}>{week.map((day, weekday) => (day === null ? <td key={WEEKDAYS[weekday]} /> : cell(day)))}</tr>
        ))}
      </tbody>
    </table>
  );
}
