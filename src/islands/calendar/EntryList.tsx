import { AttachmentLinks } from '../../cards/AttachmentLink.tsx';
import { CardDate } from '../../cards/CardDate.tsx';
import { monthAndYear } from '../../lib/dates.ts';
import type { CalendarEntry } from '../../types/entities.ts';

/** Entries the widget shows of one month; more than these stand on the month's own pages. */
const SHOWN = 200;
/** Entries that the home page prints; its widget reads the further ones when there are more. */
export const PRINTED = 6;

interface Props {
  readonly month: string;
  /** All of the month, by day. */
  readonly entries: readonly CalendarEntry[];
  /** At most so many are listed. */
  readonly most?: number;
}

/** The entries of one month, sorted by day: one markup for the page and the widget. */
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
