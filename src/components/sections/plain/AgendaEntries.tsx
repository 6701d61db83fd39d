import { EntryList, plainTitle } from '../../../islands/calendar/EntryList.tsx';
import { shortWeekday, weekdayAndDay } from '../../../lib/dates.ts';
import { isHoliday } from '../../../lib/holidays.ts';
import type { CalendarEntry } from '../../../service/schemas/calendarEntry.ts';
import type { Agenda } from '../../../types/views.ts';

interface Props {
  readonly of: Agenda['months'][number];
  readonly events: Agenda['events'];
  /** Entries before this day are folded. */
  readonly today: string;
}

function weekday({ date, title }: CalendarEntry) {
  return <small className={isHoliday(title) ? 'holiday' : undefined}>{date && shortWeekday(date.day)}</small>;
}

/** The entries of a month with their days of the week, what is over folded before today; those with a page of their own lead to it. */
export function AgendaEntries({ of: { month, entries, total }, events, today }: Props) {
  const titleOf = (entry: CalendarEntry) => {
    // Ids are the service's: one may be the name of a property that every object has.
    const page = Object.hasOwn(events, entry.id) && events[entry.id];
    return page ? <a href={page}>{plainTitle(entry)}</a> : plainTitle(entry);
  };
  const now = today.startsWith(month) && (
    <p className="now" data-now={today}>
      Today, {weekdayAndDay(today)}
    </p>
  );
  return (
    <EntryList month={month} entries={entries} total={total} today={today} between={now} beside={weekday} titleOf={titleOf} />
  );
}
