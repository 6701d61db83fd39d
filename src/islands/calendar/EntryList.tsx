import { AttachmentLinks } from '../../cards/AttachmentLink.tsx';
import { CardDate } from '../../cards/CardDate.tsx';
import { monthAndYear } from '../../lib/dates.ts';
import type { CalendarEntry } from '../../types/entities.ts';

/** Entries shown of one month; the rest stand on the month's own pages. */
const SHOWN = 40;

interface Props {
  readonly month: string;
  /** All of the month, by day. */
  readonly entries: readonly CalendarEntry[];
}

/** The entries of one month, sorted by day: one markup for the page and the widget. */
export function EntryList({ month, entries }: Props) {
  const total = entries.length;
  if (total === 0) return <p>No entries in {monthAndYear(month)}.</p>;
  return (
    <>
      <ul className="entries">
        {entries.slice(0, SHOWN).map((entry) => (
          <li key={entry.id}>
            <CardDate date={entry.date} form="short" />
            <div>
              {entry.title || 'School day'}
              <AttachmentLinks media={entry.attachments} />
            </div>
          </li>
        ))}
      </ul>
      {total > SHOWN && (
        <p>
          <a href={`/Calendar/${month}`}>
            All {total} entries of {monthAndYear(month)}
          </a>
        </p>
      )}
    </>
  );
}
