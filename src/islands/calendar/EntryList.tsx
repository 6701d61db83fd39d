import type { ReactNode } from 'react';
import { AttachmentLinks } from '../../cards/AttachmentLink.tsx';
import { CardDate } from '../../cards/CardDate.tsx';
import { Unbroken } from '../../cards/Text.tsx';
import { monthAndYear } from '../../lib/dates.ts';
import type { Listed } from '../../lib/monthWindow.ts';
import { langOf } from '../../lib/text.ts';
import type { CalendarEntry } from '../../service/schemas/calendarEntry.ts';

interface Props {
  readonly month: string;
  readonly entries: readonly Listed<CalendarEntry>[];
  /** Entries of the month, where `entries` are not all of them: the month's page has the rest. */
  readonly total?: number;
  /** Entries that ended before this day are marked as past, and folded in its month. */
  readonly today?: string;
  readonly between?: ReactNode;
  readonly beside?: (entry: CalendarEntry) => ReactNode;
  readonly titleOf?: (entry: CalendarEntry) => ReactNode;
}

/** The title as plain text, with the time of day that its date has. */
export const plainTitle = ({ title, time }: CalendarEntry) => (
  <Unbroken text={[title || 'School day', time].filter(Boolean).join(', ')} />
);

/** Leads to the files of an entry, on its month's page. */
function FilesLeft({ month, count, page }: { readonly month: string; readonly count: number; readonly page: number }) {
  return (
    <p className="files">
      <a href={`/Calendar/${month}${page > 1 ? `-${page}` : ''}`}>{count === 1 ? '1 attachment' : `${count} attachments`}</a>
    </p>
  );
}

/** Entries of one month, by day: one markup for the pages and the island. Past ones of the present month are folded. */
export function EntryList({ month, entries, total = entries.length, today = '', between, beside, titleOf = plainTitle }: Props) {
  if (total === 0)
    return (
      <>
        {between}
        <p>No entries in {monthAndYear(month)}.</p>
      </>
    );
  const isPast = ({ date, lastDay = date?.day }: CalendarEntry) => lastDay !== undefined && lastDay < today;
  const past = today.startsWith(month) ? entries.filter(isPast) : [];
  const list = (shown: Props['entries']) => (
    <ul className="entries">
      {shown.map((entry) => (
        <li key={entry.id} className={isPast(entry) ? 'past' : undefined} data-last={entry.lastDay}>
          <CardDate date={entry.date} form="short" />
          {beside?.(entry)}
          <div lang={langOf(entry.title)}>
            {titleOf(entry)}
            <AttachmentLinks media={entry.attachments} />
            {entry.filesLeft && <FilesLeft month={month} {...entry.filesLeft} />}
          </div>
        </li>
      ))}
    </ul>
  );
  return (
    <>
      {today.startsWith(month) && (
        <details className="earlier" hidden={past.length === 0} open={past.length === entries.length}>
          <summary>
            Earlier this month (<span>{past.length}</span>)
          </summary>
          {list(past)}
        </details>
      )}
      {between}
      {list(entries.filter((entry) => !past.includes(entry)))}
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
