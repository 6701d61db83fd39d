import { useEffect, useRef, useState } from 'react';
import { dayOf, monthAndYear } from '../../lib/dates.ts';
import type { CalendarEntry } from '../../service/schemas/calendarEntry.ts';
import { PRINTED } from './EntryList.tsx';
import { createYearLoader, entriesOf } from './entries.ts';
import { inMonth } from './month.ts';
import type { CalendarProps } from './types.ts';

interface Shown {
  readonly month: string;
  /** Null: the server-rendered list. */
  readonly entries: readonly CalendarEntry[] | null;
  /** The day that Tab reaches. */
  readonly current: string;
}

const zone = import.meta.env.SCHOOL_TIME_ZONE;

/** Today in the school's zone: the day of the build until hydration, then by the visitor's clock. */
function useToday(built: string): string {
  const [today, setToday] = useState(built);
  useEffect(() => {
    const update = () => setToday(dayOf(Date.now(), zone));
    // Loading a time zone is slow in browsers: in a task of its own, after hydration.
    const first = setTimeout(update);
    document.addEventListener('visibilitychange', update);
    return () => {
      clearTimeout(first);
      document.removeEventListener('visibilitychange', update);
    };
  }, []);
  return today;
}

/**
 * State of the calendar: the month shown, and functions to show another one once its entries are loaded. When they cannot
 * be loaded the month stays and `status` says so.
 */
export function useCalendar({ today: builtDay, marks, files }: CalendarProps) {
  const built = builtDay.slice(0, 7);
  const complete = Object.values(marks).reduce((sum, count) => sum + count, 0) <= PRINTED;
  const today = useToday(builtDay);
  const [shown, setShown] = useState<Shown>({ month: built, entries: null, current: builtDay });
  const [status, setStatus] = useState('');
  const years = useRef<ReturnType<typeof createYearLoader>>(null);
  /** The month last asked for; answers for any other are ignored. */
  const wanted = useRef(built);

  const show = (month: string, current: string) => {
    wanted.current = month;
    if ((month === shown.month && (complete || shown.entries)) || (month === built && complete)) {
      setStatus('');
      setShown({ month, entries: month === shown.month ? shown.entries : null, current });
      return;
    }
    if (month.slice(0, 4) in files) setStatus(`Loading ${monthAndYear(month)}…`);
    years.current ??= createYearLoader(files);
    years.current(month.slice(0, 4)).then(
      (year) => {
        if (wanted.current !== month) return;
        setStatus('');
        setShown({ month, entries: entriesOf(month, year), current });
      },
      () => {
        if (wanted.current !== month) return;
        wanted.current = shown.month;
        setStatus(`Sorry, ${monthAndYear(month)} cannot be loaded just now. Please try again in a moment.`);
      },
    );
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: only the visitor's own day leads there, not each month shown.
  useEffect(() => {
    // Not when the visitor has turned to another month meanwhile.
    if (wanted.current === built && (today !== builtDay || !complete)) show(today.slice(0, 7), today);
  }, [today]);

  return { today, shown, status, wanted, show, showMonth: (month: string) => show(month, inMonth(month, shown.current)) };
}
