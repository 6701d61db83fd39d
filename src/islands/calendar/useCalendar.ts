import { useEffect, useRef, useState } from 'react';
import { dayOf, monthAndYear, shiftMonth } from '../../lib/dates.ts';
import type { CalendarEntry } from '../../service/schemas/calendarEntry.ts';
import { createMonthLoader, entriesOf } from './entries.ts';

/** Props of the calendar. The page carries `today` and `index` in data attributes; the rest is read from the markup. */
export interface CalendarProps {
  /** The day of the build, `2026-11-21`: its month is the one printed. */
  readonly today: string;
  /** Entries of the month on each of its days that has any, by date: `{ "5": 2 }`. */
  readonly marks: Readonly<Record<string, number>>;
  /** Address of the list of the data files. */
  readonly index: string;
}

/** The list of the build's month: entries on the server, the server's HTML in the browser. */
export type PrintedList = { readonly entries: readonly CalendarEntry[] } | { readonly html: string };

export interface Shown {
  readonly month: string;
  /** The day whose entries are listed; null: the month's. */
  readonly day: string | null;
  /** All of the month; null until the visitor turns to a month or day: the server-rendered list. */
  readonly entries: readonly CalendarEntry[] | null;
}

const zone = import.meta.env.SCHOOL_TIME_ZONE;

/** Today in the school's zone: the day of the build until hydration, then by the visitor's clock. */
function useToday(built: string): string {
  const [today, setToday] = useState(built);
  useEffect(() => {
    const update = () => setToday(dayOf(Date.now(), zone));
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

/**
 * State of the calendar: what is shown, and functions to show another month or day once its entries are loaded. When they
 * cannot be loaded the calendar stays and `status` says so.
 */
export function useCalendar({ today: builtDay, index }: Pick<CalendarProps, 'today' | 'index'>) {
  const built = builtDay.slice(0, 7);
  const today = useToday(builtDay);
  const [shown, setShown] = useState<Shown>({ month: built, day: null, entries: null });
  const [status, setStatus] = useState('');
  const load = useRef<ReturnType<typeof createMonthLoader>>(null);
  /** What was last asked for; answers for anything else are ignored. */
  const wanted = useRef<Pick<Shown, 'month' | 'day'>>(shown);

  const show = (month: string, day: string | null) => {
    const ask = { month, day };
    wanted.current = ask;
    const settle = (entries: readonly CalendarEntry[]) => {
      if (wanted.current !== ask) return;
      setStatus('');
      setShown({ ...ask, entries });
    };
    if (month === shown.month && shown.entries) return settle(shown.entries);
    setStatus(`Loading ${monthAndYear(month)}…`);
    load.current ??= createMonthLoader(index);
    load.current(month).then(
      (loaded) => settle(entriesOf(month, loaded)),
      () => {
        if (wanted.current !== ask) return;
        wanted.current = shown;
        setStatus(`Sorry, ${monthAndYear(month)} cannot be loaded just now. Please try again in a moment.`);
      },
    );
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: only the visitor's own day leads there, not each month shown.
  useEffect(() => {
    // Not when the visitor has turned to another month or day meanwhile.
    const { month, day } = wanted.current;
    if (month === built && day === null && today !== builtDay) show(today.slice(0, 7), null);
  }, [today]);

  return { today, shown, status, show, showMonth: (by: number) => show(shiftMonth(wanted.current.month, by), null) };
}
