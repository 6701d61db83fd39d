import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { dayOf, monthAndYear, shiftMonth, twoDigits, WEEKDAYS, weekdayAndDay, weekdayOf } from '../../lib/dates.ts';
import { monthWindow } from '../../lib/monthWindow.ts';
import { takePresses } from '../../lib/presses.ts';
import type { CalendarEntry } from '../../service/schemas/calendarEntry.ts';
import { isOutOfDate } from '../../stores/dataFiles.ts';
import { EntryList } from './EntryList.tsx';
import { loadMonth, type Marks, marksOf, onDay } from './entries.ts';

/** The weeks of a month from Sunday to Saturday; null where a field lies outside the month. */
export function weeksOf(month: string): (string | null)[][] {
  const before = weekdayOf(`${month}-01`);
  const count = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).getUTCDate();
  return Array.from({ length: Math.ceil((before + count) / 7) }, (_, week) =>
    WEEKDAYS.map((_, weekday) => {
      const date = week * 7 + weekday - before + 1;
      return date < 1 || date > count ? null : `${month}-${twoDigits(date)}`;
    }),
  );
}

interface MonthGridProps {
  readonly month: string;
  readonly today: string;
  readonly chosen: string | null;
  readonly marks: Marks;
  readonly labelledBy: string;
  /** Absent before the script answers: days with entries then lead to the month's page. */
  readonly onPick: ((day: string) => void) | undefined;
}

/** The days of a month; a day with entries is a button with a dot, their number as its text. */
export function MonthGrid({ month, today, chosen, marks, labelledBy, onPick }: MonthGridProps) {
  const content = (day: string) => {
    const date = Number(day.slice(8));
    const count = marks[date];
    if (count === undefined) return date;
    const label = [date, <i key="count">{count === 1 ? ', 1 entry' : `, ${count} entries`}</i>];
    if (!onPick) return <a href={`/Calendar/${month}`}>{label}</a>;
    return (
      <button type="button" aria-pressed={day === chosen} onClick={() => onPick(day)}>
        {label}
      </button>
    );
  };
  return (
    <table aria-labelledby={labelledBy}>
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
          <tr key={index}>
            {week.map((day, weekday) => (
              <td key={WEEKDAYS[weekday]} aria-current={day === today ? 'date' : undefined}>
                {day && content(day)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface Props {
  /** The day of the build, `2026-11-21`: its month is the one printed. */
  readonly today: string;
  readonly index: string;
  readonly marks: Marks;
  /** The printed month's list: entries on the server, the server's HTML in the browser. */
  readonly list: PrintedList | { readonly html: string };
}

interface PrintedList {
  readonly entries: readonly CalendarEntry[];
  /** Characters for which the page has room. */
  readonly room: number;
  /** What follows towards the end of the month: the first entries of the next one. */
  readonly next: ReturnType<App.Locals['reader']['agenda']>['months'][number] | null;
}

/** `day`: whose entries are listed. `entries`: all of the month; null until the visitor turns to a month or day. */
type Shown = { readonly month: string; readonly day: string | null; readonly entries: readonly CalendarEntry[] | null };

/** Today in the school's zone: the day of the build until hydration, then by the visitor's clock. */
function useToday(built: string): string {
  const [today, setToday] = useState(built);
  useEffect(() => {
    const update = () => setToday(dayOf(Date.now(), import.meta.env.SCHOOL_TIME_ZONE));
    // Loading a time zone is slow in browsers: in a task of its own, after hydration.
    const first = setTimeout(update);
    // A page may stay open over midnight.
    const minutes = setInterval(update, 60_000);
    document.addEventListener('visibilitychange', update);
    return () => {
      clearTimeout(first);
      clearInterval(minutes);
      document.removeEventListener('visibilitychange', update);
    };
  }, []);
  return today;
}

/** Beside the titles. Of the printed month; one that a visitor turns to is listed whole. */
const SIZES = { entry: 20, files: 40, file: 190 };

/** What turns the month, and its days with entries: links or buttons in the same order. */
const controlsIn = (section: HTMLElement | null, tag: 'a' | 'button') => [
  ...(section?.querySelectorAll<HTMLElement>(`.ctl ${tag}, td ${tag}`) ?? []),
];

/** A month as a table whose days show their entries, and a list. Its links to months' pages are buttons after hydration. */
export function Calendar({ today: built, index, marks, list }: Props) {
  const today = useToday(built);
  const [shown, setShown] = useState<Shown>({ month: built.slice(0, 7), day: null, entries: null });
  const [status, setStatus] = useState('');
  /** What was last asked for; answers for anything else are ignored. */
  const wanted = useRef<Pick<Shown, 'month' | 'day'>>(shown);
  const { month, day, entries } = shown;

  /** `isAsked`: by the visitor, who is told what becomes of it. */
  async function show(month: string, day: string | null, isAsked = true): Promise<void> {
    const ask = { month, day };
    wanted.current = ask;
    const isHere = month === shown.month && shown.entries !== null;
    if (!isHere && isAsked && isOutOfDate()) return location.reload();
    if (!isHere && isAsked) setStatus(`Loading ${monthAndYear(month)}…`);
    const loaded = isHere ? shown.entries : await loadMonth(index, month);
    if (wanted.current !== ask) return;
    if (loaded) setShown({ ...ask, entries: loaded });
    else wanted.current = shown;
    setStatus(loaded || !isAsked ? '' : `Sorry, ${monthAndYear(month)} could not be loaded. Please try again in a moment.`);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only the visitor's own day leads there, not each month shown.
  useEffect(() => {
    // Not when the visitor has turned to another month or day meanwhile.
    const { month, day } = wanted.current;
    if (built.startsWith(month) && day === null && today !== built) void show(today.slice(0, 7), null, false);
  }, [today]);

  const section = useRef<HTMLElement>(null);
  /** Which of the printed links were pressed before they became buttons; null before that. */
  const [early, setEarly] = useState<readonly number[] | null>(null);
  useLayoutEffect(() => {
    const root = section.current?.parentElement;
    const links = controlsIn(section.current, 'a');
    setEarly(root ? takePresses(root).map((link) => links.indexOf(link)) : []);
  }, []);
  useLayoutEffect(() => {
    const buttons = controlsIn(section.current, 'button');
    for (const at of early ?? []) buttons[at]?.click();
  }, [early]);

  /** A button that shows the month which `turned` gives when it is pressed; before the script answers a link to the page of `month`. */
  const step = (name: string, className: string, month: string, turned = () => month) => {
    const label = className.startsWith('button') ? name : <span className="vh">{name}</span>;
    return early ? (
      <button type="button" className={className} onClick={() => show(turned(), null)}>
        {label}
      </button>
    ) : (
      <a className={className} href={`/Calendar/${month}`}>
        {label}
      </a>
    );
  };
  const printed = 'entries' in list ? list : null;
  const next = entries ? null : printed?.next;
  const fitting = printed && monthWindow(printed.entries, today, { ...SIZES, size: printed.room });
  const following = fitting && next && monthWindow(next.entries, today, { ...SIZES, size: fitting.left });
  const listed = entries ?? fitting?.entries;
  const panel = { className: 'days', 'aria-live': 'polite' } as const;
  return (
    <section className="cal" aria-labelledby="cal" ref={section}>
      <h2 id="cal">Academic calendar</h2>
      <p className="today">
        Today: <b>{weekdayAndDay(today)}</b>
      </p>
      <div className="month">
        <div className="ctl">
          {step('Previous month', 'prev', shiftMonth(month, -1), () => shiftMonth(wanted.current.month, -1))}
          <h3 id="cal-m" aria-live="polite">
            {monthAndYear(month)}
          </h3>
          {step('Next month', 'next', shiftMonth(month, 1), () => shiftMonth(wanted.current.month, 1))}
          {step('Today', 'button plain', today.slice(0, 7))}
        </div>
        <MonthGrid
          // Its numbers may be taken out by the browser's translation, and are made anew.
          key={month}
          month={month}
          today={today}
          chosen={day}
          marks={entries ? marksOf(entries) : marks}
          labelledBy="cal-m"
          onPick={early ? (picked) => show(month, picked === day ? null : picked) : undefined}
        />
        <p className="status" role="status">
          {status}
        </p>
      </div>
      {listed ? (
        <div {...panel} key={month} data-own={!printed}>
          {day && <h4>{weekdayAndDay(day)}</h4>}
          <EntryList
            month={month}
            entries={day ? onDay(day, listed) : listed}
            total={day ? undefined : (entries ?? printed?.entries)?.length}
            today={today}
          />
          {next && next.total > 0 && (
            <>
              <h4>{monthAndYear(next.month)}</h4>
              <EntryList month={next.month} entries={following?.entries ?? []} total={next.total} />
            </>
          )}
        </div>
      ) : (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: what the server printed, back where it was
        <div {...panel} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: 'html' in list ? list.html : '' }} />
      )}
    </section>
  );
}
Calendar.isIsland = true;
