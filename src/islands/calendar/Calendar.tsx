import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { monthAndYear, shiftMonth } from '../../lib/dates.ts';
import { EntryList, PRINTED } from './EntryList.tsx';
import { marksOf } from './entries.ts';
import { MonthGrid } from './MonthGrid.tsx';
import { dayByKey, weekdayAndDay } from './month.ts';
import type { CalendarProps, PrintedList } from './types.ts';
import { useCalendar } from './useCalendar.ts';

/** Attributes of the panel: a scrolling region needs a name and keyboard focus. */
const panel = { className: 'days', role: 'group', 'aria-label': 'Entries', tabIndex: 0 };

/** Content of the panel for the month of the build; React keeps the server's HTML. */
function contentOf(month: string, list: PrintedList) {
  if ('entries' in list) return { children: <EntryList month={month} entries={list.entries} most={PRINTED} /> };
  return { dangerouslySetInnerHTML: { __html: list.html }, suppressHydrationWarning: true };
}

/**
 * The academic calendar: a month as a grid and its entries as a list. The server prints the month of the build with
 * links to its neighbours' pages; after hydration they are buttons, and today is the visitor's day.
 */
export function Calendar(props: CalendarProps & { readonly list: PrintedList }) {
  const { today, shown, status, wanted, show, showMonth } = useCalendar(props);
  const { month, entries, current } = shown;
  const [live, setLive] = useState(false);
  const grid = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const focusWanted = useRef(false);
  useLayoutEffect(() => setLive(true), []);

  const cellOf = (day: string) => grid.current?.querySelectorAll<HTMLElement>('td[tabindex]')[Number(day.slice(8)) - 1];
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the current day, once the grid shows it.
  useEffect(() => {
    if (focusWanted.current) cellOf(current)?.focus();
    focusWanted.current = false;
  }, [current]);

  const pick = (day: string) => {
    show(month, day);
    const entry = list.current?.querySelector(`time[datetime="${day}"]`)?.closest('li');
    if (entry && list.current) list.current.scrollTop = entry.offsetTop - list.current.offsetTop;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const day = dayByKey(event.key, current);
    if (day === null || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    focusWanted.current = true;
    show(day.slice(0, 7), day);
  };
  const step = (label: string, by: number) => {
    const arrow = by < 0 ? 'prev' : 'next';
    const name = <span className="vh">{label}</span>;
    return live ? (
      <button type="button" className={arrow} onClick={() => showMonth(shiftMonth(wanted.current, by))}>
        {name}
      </button>
    ) : (
      <a className={arrow} href={`/Calendar/${shiftMonth(month, by)}`}>
        {name}
      </a>
    );
  };
  return (
    <section className="cal" aria-labelledby="cal">
      <h2 id="cal">Academic calendar</h2>
      <p className="today">
        Today: <b>{weekdayAndDay(today)}</b>
      </p>
      <div className="month" ref={grid}>
        <div className="ctl">
          {step('Previous month', -1)}
          <h3 id="cal-m" aria-live="polite">
            {monthAndYear(month)}
          </h3>
          {step('Next month', 1)}
        </div>
        <MonthGrid
          month={month}
          today={today}
          current={current}
          marks={entries ? marksOf(entries) : props.marks}
          labelledBy="cal-m"
          onKeyDown={onKeyDown}
          onPick={pick}
        />
        <p className="status" role="status">
          {status}
        </p>
      </div>
      {entries ? (
        <div {...panel} ref={list} key={month}>
          <EntryList month={month} entries={entries} />
        </div>
      ) : (
        <div {...panel} ref={list} {...contentOf(month, props.list)} />
      )}
    </section>
  );
}
