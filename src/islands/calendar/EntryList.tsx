import { AttachmentLinks } from '../../cards/AttachmentLink.tsx';
import { CardDate } from '../../cards/CardDate.tsx';
import { Unbroken } from '../../cards/Unbroken.tsx';
import { monthAndYear } from '../../lib/dates.ts';
import { langOf } from '../../lib/text.ts';
import type { CalendarEntry } from '../../service/schemas/calendarEntry.ts';
import { WEEKDAYS, weekdayOf } from './month.ts';

interface Props {
  readonly month: string;
  /** By day. */
  readonly entries: readonly CalendarEntry[];
  /** Entries of the month, where `entries` are not all of them: the month's page has the rest. */
  readonly total?: number;
  /** Entries before this day are marked as past. */
  readonly today?: string;
  /** True where each entry says its day of the week. */
  readonly weekdays?: boolean;
  /** Addresses of what has a page of its own, by the entry's id. */
  readonly pages?: Readonly<Record<string, string>>;
}

/** `Holiday: Diwali`: the school is closed. */
const HOLIDAY = /^holiday\b/i;

/** For CSS: a day before today, a holiday. */
function classOf({ date, title }: CalendarEntry, today: string): string | undefined {
  if (date && date.day < today) return 'past';
  return HOLIDAY.test(title) ? 'holiday' : undefined;
}

/** Entries of one month, by day: one markup for the pages and the island. */
export function EntryList({ month, entries, total = entries.length, today = '', weekdays = false, pages = {} }: Props) {
  if (entries.length === 0) return <p>No entries in {monthAndYear(month)}.</p>;
  return (
    <>
      <ul className="entries">
        {entries.map((entry) => (
          <li key={entry.id} className={classOf(entry, today)}>
            <CardDate date={entry.date} form="short" />
            {weekdays && <small>{entry.date && WEEKDAYS[weekdayOf(entry.date.day)]?.slice(0, 3)}</small>}
            <div lang={langOf(entry.title)}>
              {pages[entry.id] ? (
                <a href={pages[entry.id]}>
                  <Unbroken text={entry.title} />
                </a>
              ) : (
                <Unbroken text={entry.title || 'School day'} />
              )}
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
