import { EntryList, plainTitle } from '../../../islands/calendar/EntryList.tsx';
import { shortWeekday, weekdayAndDay } from '../../../lib/dates.ts';
import { isHoliday } from '../../../lib/schoolDays.ts';
import type { CalendarEntry } from '../../../service/schemas/calendarEntry.ts';

type Agenda = ReturnType<App.Locals['reader']['agenda']>;
type Month = Agenda['months'][number];

type Props = { readonly of: Month; readonly events: Agenda['events']; readonly today: string };

/** The day of the week of an entry, marked where it is a holiday. */
export function weekday({ date, title }: CalendarEntry) {
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

/** Heights in rows of one entry: a month's heading, a file below its entry, what the present month has before today, the PDF. */
const HEADING = 2;
const FILE = 0.6;
const TODAY = 2;
const PDF = 9;

function rowsOf({ month, entries }: Month, today: string): number {
  const isPresent = today.startsWith(month);
  const open = isPresent ? entries.filter(({ date }) => (date?.day ?? today) >= today) : entries;
  const files = open.reduce((sum, { attachments, filesLeft }) => sum + (filesLeft ? 1 : attachments.length) * FILE, 0);
  return HEADING + open.length + files + (isPresent ? TODAY : 0);
}

/** The months of the left column, and those of the right one below the PDF, in their order and as nearly of one height as whole months can be. */
export function halves(months: readonly Month[], today: string): readonly [readonly Month[], readonly Month[]] {
  const rows = months.map((month) => rowsOf(month, today));
  const whole = rows.reduce((sum, height) => sum + height, PDF);
  let left = 0;
  let best = { at: 0, apart: whole };
  rows.forEach((height, index) => {
    left += height;
    const apart = Math.abs(whole - 2 * left);
    if (apart < best.apart) best = { at: index + 1, apart };
  });
  return [months.slice(0, best.at), months.slice(best.at)];
}
