import { AttachmentLinks } from '../../cards/AttachmentLink.tsx';
import { CardDate } from '../../cards/CardDate.tsx';
import { monthAndYear } from '../../lib/dates.ts';
import type { CalendarEntry } from '../../service/schemas/calendarEntry.ts';

/** Entries listed of one month; the month's own pages list all. */
const SHOWN = 200;
/** Entries that the server prints on the home page; the island fetches further ones. */
export const PRINTED = 6;

interface Props {
  readonly month: string;
  /** All of the month, by day. */
  readonly entries: readonly CalendarEntry[];
  /** At most so many are listed. */
  readonly most?: number;
}

/** The entries of one month, sorted by day: one markup for the pages and the island. */
export function EntryList({ month, entries, most = SHOWN }: Props) {
  const total = entries.length;
  if (total === 0) return <p>No entries in {monthAndYear(month)}.</p>;
  return (
    <>
      <ul className="entries">
        {entries.slice(0, most).map((entry) => (
          <li key={entry.id}>
            <CardDate date={entry.date} form="short" />
            <div>
              {entry.title || 'School day'}
              <AttachmentLinks media={entry.attachments} />
            </div>
          </li>
        ))}
      </ul>
      {total > most && (
        <p>
          <a href={`/Calendar/${month}`}>
            All {total} entries of {monthAndYear(month)}
          </a>
        </p>
      )}
    </>
  );
}
