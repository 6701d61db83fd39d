import { useStore } from '@nanostores/react';
import { memo, type ReactNode, useCallback, useDeferredValue, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type AnyListRules, rulesOf } from '../../collections/lists.ts';
import { defaultSession, sessionBefore, yearOf } from '../../lib/dates.ts';
import { LONGEST_QUERY } from '../../lib/matchText.ts';
import { ALL } from '../../lib/periods.ts';
import { takePresses } from '../../lib/presses.ts';
import { createList, type List, type ListConfig, type ListState, STEP, type View } from '../../stores/list.ts';
import { type Filter, type ListFacts, monthOptions, periodOptions, periodParam } from '../../stores/rules.ts';
import { CardList, Empty } from './CardList.tsx';

/** What the status says about a view. The first number is how many items match, in digits without grouping. */
export function statusText({ rules, periods }: ListFacts, view: View, year: string): string {
  const { total, found, filter } = view;
  if (rules.counted) return `${rules.counted}: ${total}`;
  if (found) return found.size === 1 ? '1 name matches' : `${found.size} names match`;
  const count = `${total} ${rules.words[total === 1 ? 0 : 1]}`;
  if (rules.shown !== 'session') return count;
  const wanted = defaultSession(year);
  const fallback = filter.period === sessionBefore(wanted) && !periods.some(({ key }) => key === wanted);
  return `${count} in ${filter.period}${fallback ? `, no results for ${wanted} yet` : ''}`;
}

export const loadingText = ({ query }: Filter): string => (query.trim() === '' ? 'Loading…' : 'Searching…');

/** What a filter looked for in vain; null where nothing was chosen. */
export function soughtText({ words }: AnyListRules, { period, month, query }: Filter): string | null {
  const when = [month, period].filter((part) => part !== ALL).join(' ');
  const typed = query.trim();
  if (when === '' && typed === '') return null;
  return `There are no ${words[1]}${when && ` in ${when}`}${typed && ` with “${typed}” in the title`}.`;
}

type BarProps = { readonly facts: ListFacts; readonly state: ListState; readonly choose: List['choose'] };

/** The controls of a list, named as the address's parameters, so that Enter before the script keeps the choice too. */
function FilterBar({ facts, state: { filter, year }, choose }: BarProps) {
  const { rules, periods } = facts;
  const param = periodParam(rules);
  const select = (id: 'period' | 'month', name: string, label: string, options: readonly string[]) => (
    <p>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        name={name}
        value={filter[id]}
        autoComplete="off"
        onChange={(event) => choose({ [id]: event.target.value }, 'push')}
      >
        {options.map((option) => (
          // Its text may be translated by the browser.
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </select>
    </p>
  );
  return (
    <form className="filters" onSubmit={(event) => event.preventDefault()}>
      <fieldset>
        <legend className="vh">Filters</legend>
        {select('period', param, param === 'year' ? 'Year' : 'Session', periodOptions({ ...facts, year }))}
        {rules.months && select('month', 'month', 'Month', monthOptions(periods, filter.period))}
        {rules.search !== 'none' && (
          <p className="seek">
            <label htmlFor="query">Search</label>
            <input
              id="query"
              name="q"
              type="search"
              value={filter.query}
              autoComplete="off"
              maxLength={LONGEST_QUERY}
              onChange={(event) => choose({ query: event.target.value }, 'replace')}
            />
          </p>
        )}
      </fieldset>
    </form>
  );
}

/** What a visitor has chosen in the printed controls of `list` before they answered. */
function earlyChoice(list: HTMLElement | null, printed: Filter): Partial<Filter> | null {
  const early: [keyof Filter, string][] = [];
  for (const name of ['period', 'month', 'query'] as const) {
    const control = list?.querySelector<HTMLInputElement | HTMLSelectElement>(`.filters #${name}`);
    if (control && control.value !== printed[name]) early.push([name, control.value]);
  }
  return early.length > 0 ? Object.fromEntries(early) : null;
}

/** True while the browser prints. The cards change before `beforeprint` returns, as the paper shows what stands there then. */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const follow = ({ type }: Event) => flushSync(() => setPrinting(type === 'beforeprint'));
    addEventListener('beforeprint', follow);
    addEventListener('afterprint', follow);
    return () => {
      removeEventListener('beforeprint', follow);
      removeEventListener('afterprint', follow);
    };
  }, []);
  return printing;
}

interface CardsProps {
  readonly rules: AnyListRules;
  readonly view: View;
  readonly today: string | undefined;
  readonly busy: boolean;
  readonly clear: () => void;
  readonly children?: ReactNode;
}

/** The cards of a view: the printed ones as they came, the others made here. Typing does not touch them until the view changes. */
const Cards = memo(({ rules, view, today, busy, clear, children }: CardsProps) => {
  const grid = useRef<HTMLDivElement>(null);
  const last = useRef(view);
  useEffect(() => {
    const { filter, shown, found } = last.current;
    last.current = view;
    if (view.found !== found) {
      const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
      grid.current?.querySelector('.found')?.scrollIntoView({ block: 'center', behavior: calm ? 'instant' : 'smooth' });
    } else if (view.filter === filter && view.shown > shown) {
      // Reading goes on at the first card that was added.
      const card = grid.current?.querySelectorAll('article')[shown];
      card?.setAttribute('tabindex', '-1');
      card?.focus();
    }
  }, [view]);
  // On paper there is no "Show more": a chosen month is printed whole.
  const shown = usePrinting() && view.filter.month !== ALL ? view.total : Math.min(view.total, view.shown);
  return (
    <div className={rules.portraits ? 'grid wall' : 'grid'} ref={grid} aria-busy={busy}>
      {view.printed && children}
      <CardList
        rules={rules}
        items={view.items?.slice(view.printed ? STEP : 0, shown) ?? []}
        found={view.found}
        today={today}
        ranked={!view.printed}
        after={view.printed ? view.items?.[STEP - 1] : undefined}
      />
      {view.total === 0 && <Empty portraits={rules.portraits} sought={soughtText(rules, view.filter)} clear={clear} />}
    </div>
  );
});

/** `children`: the printed cards, which stay until a filter shows others, and come back with it. */
type Props = ListConfig & { readonly children?: ReactNode };

export function FilterList({ children, ...config }: Props) {
  const rules = rulesOf(config.kind);
  const facts = { ...config, rules };
  const [{ $list, start, choose, clear, showMore, retry }] = useState(() => createList(config, rules));
  const state = useStore($list);
  const view = useDeferredValue(state.view);
  // With the same task that makes the controls answer, so that they need no second one to be enabled.
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // Read before the first answer puts the controls back.
    const early = earlyChoice(list.current, $list.get().filter);
    const stop = start(yearOf(Date.now(), import.meta.env.SCHOOL_TIME_ZONE));
    const root = list.current?.parentElement;
    const isMoreWanted = root ? takePresses(root).length > 0 : false;
    root?.querySelector('.grid')?.setAttribute('aria-busy', 'false');
    if (early) choose(early, 'push');
    if (isMoreWanted) showMore();
    return stop;
  }, [$list, start, choose, showMore]);
  const clearFilters = useCallback(() => {
    clear();
    // The button that was pressed goes away.
    list.current?.querySelector<HTMLElement>('#period')?.focus();
  }, [clear]);

  const failed = state.phase === 'failed';
  const loading = state.phase === 'loading';
  return (
    <div className="list" ref={list}>
      <FilterBar facts={facts} state={state} choose={choose} />
      <p className="count">
        {/* One text: React would go on writing into one of several that the browser's translation has taken out. */}
        <span role="status">
          {(loading ? loadingText(state.filter) : statusText(facts, view, state.year)) +
            (failed ? `. The ${rules.words[1]} could not be loaded. The list has not changed. Please try again.` : '')}
        </span>
        {failed && (
          <button className="button plain" type="button" onClick={retry}>
            Try again
          </button>
        )}
      </p>
      <Cards rules={rules} view={view} today={config.today} busy={loading} clear={clearFilters}>
        {children}
      </Cards>
      {view.total > view.shown && (
        <p className="more">
          {/* Until presses are held for it (lib/presses.ts) a press would be lost, unlike a choice, which the controls keep. */}
          <button className="button plain" type="button" disabled={state.phase === 'printed'} onClick={showMore}>
            Show more
          </button>
        </p>
      )}
    </div>
  );
}
