import type { ReactNode } from 'react';
import { AttachmentLinks } from '../../cards/AttachmentLink.tsx';
import { CardDate } from '../../cards/CardDate.tsx';
import { Unbroken } from '../../cards/Unbroken.tsx';
import { monthAndYear } from '../../lib/dates.ts';
import { langOf } from '../../lib/text.ts';
import type { CalendarEntry } from '../../service/schemas/calendarEntry.ts';

interface Props {
  readonly month: string;
  /** By day. */
  readonly entries: readonly CalendarEntry[];
  /** Entries of the month, where `entries` are not all of them: the month's page has the rest. */
  readonly total?: number;
  /** Entries before this day are marked as past. */
  readonly today?: string;
  /** What stands beside an entry's date. */
  readonly beside?: (entry: CalendarEntry) => ReactNode;
  /** An entry's title, where it is more than its text. */
  readonly titleOf?: (entry: CalendarEntry) => ReactNode;
}

/** The title as plain text. */
export const plainTitle = ({ title }: CalendarEntry) => <Unbroken text={title || 'School day'} />;

/** Entries of one month, by day: one markup for the pages and the island. */
export function EntryList({ month, entries, total = entries.length, today = '', beside, titleOf = plainTitle }: Props) {
  if (entries.length === 0) return <p>No entries in {monthAndYear(month)}.</p>;
  return (
    <>
      <ul className="entries">
        {entries.map((entry) => (
          <li key={entry.id} className={entry.date && entry.date.day < today ? 'past' : undefined}>
            <CardDate date={entry.date} form="short" />
            {beside?.(entry)}
            <div lang={langOf(entry.title)}>
              {titleOf(entry)}
              <AttachmentLinks media={entry.attachments} />
            </div>
          </li>
        ))}
      </ul>
      {total > entries.length && (
        <p>
          <a href={`/Calendar/${month}`}>
            All {total} entries of {monthAndYear(month)}
          </a>
        </p>
      )}
    </>
  );
}
