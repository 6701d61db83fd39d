import { useStore } from '@nanostores/react';
import { type ReactNode, useCallback, useDeferredValue, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { rulesOf } from '../../collections/browser.ts';
import { yearOf } from '../../lib/dates.ts';
import { takePresses } from '../../lib/presses.ts';
import { createList, type ListConfig } from '../../stores/list.ts';
import { Cards } from './Cards.tsx';
import { earlyChoice, FilterBar } from './FilterBar.tsx';
import { failureText, loadingText, statusText } from './words.ts';

interface Props extends ListConfig {
  /** The printed cards: they stay until a filter shows others, and come back with it. */
  readonly children?: ReactNode;
}

const never = () => () => {};

/** False on the server and while what it printed is taken over. */
function useAlive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** A list with its filters. Before anything is chosen it is exactly what the server printed. */
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

  // Until presses are held for it (lib/presses.ts) a press would be lost, unlike a choice, which the controls keep.
  const alive = useAlive();
  const failed = state.phase === 'failed';
  const loading = state.phase === 'loading';
  const clearFilters = useCallback(() => {
    clear();
    // The button that was pressed goes away.
    list.current?.querySelector<HTMLElement>('#period')?.focus();
  }, [clear]);
  return (
    <div className="list" ref={list}>
      <FilterBar facts={facts} state={state} choose={choose} />
      <p className="count">
        <span role="status">
          {loading ? loadingText(state.filter) : statusText(facts, view, state.year)}
          {failed && `. ${failureText(rules)}`}
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
          <button className="button plain" type="button" disabled={!alive} onClick={showMore}>
            Show more
          </button>
        </p>
      )}
    </div>
  );
}
