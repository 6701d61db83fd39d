import { EntryList, plainTitle } from '../../../islands/calendar/EntryList.tsx';
import { WEEKDAYS, weekdayOf } from '../../../islands/calendar/month.ts';
import type { CalendarEntry } from '../../../service/schemas/calendarEntry.ts';
import type { Agenda } from '../../../types/views.ts';

interface Props {
  readonly of: Agenda['months'][number];
  readonly events: Agenda['events'];
  /** Entries before this day are marked as past. */
  readonly today: string;
}

/** `Holiday: Diwali`: the school is closed. */
const HOLIDAY = /^holiday\b/i;

function weekday({ date, title }: CalendarEntry) {
  const name = date && WEEKDAYS[weekdayOf(date.day)]?.slice(0, 3);
  return <small className={HOLIDAY.test(title) ? 'holiday' : undefined}>{name}</small>;
}

/** The entries of a month with their days of the week; those with a page of their own lead to it. */
export function AgendaEntries({ of: { month, entries, total }, events, today }: Props) {
  const titleOf = (entry: CalendarEntry) => {
    // Ids are the service's: one may be the name of a property that every object has.
    const page = Object.hasOwn(events, entry.id) && events[entry.id];
    return page ? <a href={page}>{plainTitle(entry)}</a> : plainTitle(entry);
  };
  return <EntryList month={month} entries={entries} total={total} today={today} beside={weekday} titleOf={titleOf} />;
}
