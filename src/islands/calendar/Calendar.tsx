import { useLayoutEffect, useRef, useState } from 'react';
import { monthAndYear, shiftMonth } from '../../lib/dates.ts';
import { takePresses } from '../../lib/presses.ts';
import { EntryList } from './EntryList.tsx';
import { marksOf, monthWindow, onDay } from './entries.ts';
import { MonthGrid } from './MonthGrid.tsx';
import { weekdayAndDay } from './month.ts';
import type { CalendarProps, PrintedList } from './useCalendar.ts';
import { type Shown, useCalendar } from './useCalendar.ts';

interface StepProps {
  readonly name: string;
  /** The month that the page for visitors without script shows. */
  readonly month: string;
  readonly className?: string;
  /** Absent before the script answers. */
  readonly onPress: (() => void) | undefined;
}

/** A button; before the script answers a link to a month's page. */
function Step({ name, month, className, onPress }: StepProps) {
  const label = className?.startsWith('button') ? name : <span className="vh">{name}</span>;
  return onPress ? (
    <button type="button" className={className} onClick={onPress}>
      {label}
    </button>
  ) : (
    <a className={className} href={`/Calendar/${month}`}>
      {label}
    </a>
  );
}

/** The entries of the chosen day, else the month's; of the month as it is `printed` as many as home has room for. */
function Entries({ shown: { month, day, entries }, today, printed }: { shown: Shown; today: string; printed: boolean }) {
  const all = entries ?? [];
  if (day === null)
    return <EntryList month={month} entries={printed ? monthWindow(all, today) : all} total={all.length} today={today} />;
  return (
    <>
      <h4>{weekdayAndDay(day)}</h4>
      <EntryList month={month} entries={onDay(day, entries ?? [])} today={today} />
    </>
  );
}

/** What turns the month, and its days with entries: links or buttons in the same order. */
const controlsIn = (section: HTMLElement | null, tag: 'a' | 'button') => [
  ...(section?.querySelectorAll<HTMLElement>(`.ctl ${tag}, td ${tag}`) ?? []),
];

/**
 * The academic calendar: a month as a table whose days show their entries, and a list. The server prints the month of the
 * build with links to months' pages; after hydration they are buttons, and today is the visitor's day.
 */
export function Calendar(props: CalendarProps & { readonly list: PrintedList }) {
  const { today, shown, status, show, showMonth } = useCalendar(props);
  const { month, day, entries } = shown;
  const section = useRef<HTMLElement>(null);
  /** Which of the printed links were pressed before they became buttons; null before that. */
  const [early, setEarly] = useState<readonly number[] | null>(null);
  const live = early !== null;
  useLayoutEffect(() => {
    const root = section.current?.parentElement;
    const links = controlsIn(section.current, 'a');
    setEarly(root ? takePresses(root).map((link) => links.indexOf(link)) : []);
  }, []);
  useLayoutEffect(() => {
    const buttons = controlsIn(section.current, 'button');
    for (const at of early ?? []) buttons[at]?.click();
  }, [early]);
  const press = (action: () => void) => (live ? action : undefined);
  const panel = { className: 'days', 'aria-live': 'polite' } as const;
  return (
    <section className="cal" aria-labelledby="cal" ref={section}>
      <h2 id="cal">Academic calendar</h2>
      <p className="today">
        Today: <b>{weekdayAndDay(today)}</b>
      </p>
      <div className="month">
        <div className="ctl">
          <Step name="Previous month" month={shiftMonth(month, -1)} className="prev" onPress={press(() => showMonth(-1))} />
          <h3 id="cal-m" aria-live="polite">
            {monthAndYear(month)}
          </h3>
          <Step name="Next month" month={shiftMonth(month, 1)} className="next" onPress={press(() => showMonth(1))} />
          <Step
            name="Today"
            month={today.slice(0, 7)}
            className="button plain"
            onPress={press(() => show(today.slice(0, 7), null))}
          />
        </div>
        <MonthGrid
          month={month}
          today={today}
          chosen={day}
          marks={entries ? marksOf(entries) : props.marks}
          labelledBy="cal-m"
          onPick={live ? (picked) => show(month, picked === day ? null : picked) : undefined}
        />
        <p className="status" role="status">
          {status}
        </p>
      </div>
      {entries || 'entries' in props.list ? (
        <div {...panel} key={month}>
          <Entries
            shown={entries || !('entries' in props.list) ? shown : { ...shown, entries: props.list.entries }}
            today={today}
            printed={entries === null}
          />
        </div>
      ) : (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: what the server printed, back where it was
        <div {...panel} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: props.list.html }} />
      )}
    </section>
  );
}
