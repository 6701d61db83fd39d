import { useStore } from '@nanostores/react';
import { type ReactNode, useDeferredValue, useEffect, useRef, useState } from 'react';
import { dayOf } from '../../lib/dates.ts';
import { createList, type ListConfig, STEP } from '../../stores/list.ts';
import { CardList } from './CardList.tsx';
import { Empty } from './Empty.tsx';
import { FilterBar } from './FilterBar.tsx';
import { failureText, statusText } from './words.ts';

interface Props extends ListConfig {
  /** The printed cards: they stay until a filter shows others, and come back with it. */
  readonly children?: ReactNode;
}

/** A list with its filters. Before anything is chosen it is exactly what the server printed. */
export function FilterList({ children, ...config }: Props) {
  const [{ $list, start, choose, showMore, retry }] = useState(() => createList(config));
  const state = useStore($list);
  const view = useDeferredValue(state.view);
  const cards = useRef<HTMLDivElement>(null);
  const last = useRef(view);

  useEffect(() => start(dayOf(Date.now(), import.meta.env.SCHOOL_TIME_ZONE).slice(0, 4)), [start]);
  useEffect(() => {
    if (view.filter === last.current.filter && view.shown > last.current.shown) focusCard(cards.current, last.current.shown);
    last.current = view;
  }, [view]);

  const { kind } = config;
  const rest = view.items?.slice(view.printed ? STEP : 0, view.shown) ?? [];
  return (
    <div className="list">
      <FilterBar facts={config} state={state} choose={choose} />
      <p className="count">
        <span role="status">
          {statusText(config, view, state.year)}
          {state.phase === 'failed' && `. ${failureText(kind)}`}
        </span>
        {state.phase === 'failed' && (
          <button className="button plain" type="button" onClick={retry}>
            Try again
          </button>
        )}
      </p>
      <div className={kind === 'toppers' ? 'grid wall' : 'grid'} ref={cards} aria-busy={state.phase === 'loading'}>
        {view.printed && children}
        <CardList kind={kind} items={rest} found={view.found} />
        {view.total === 0 && <Empty kind={kind} />}
      </div>
      {view.total > view.shown && (
        <p className="more">
          <button className="button plain" type="button" onClick={showMore}>
            Show more
          </button>
        </p>
      )}
    </div>
  );
}

/** Moves the focus to the first card that was added, so that reading goes on there. */
function focusCard(cards: HTMLElement | null, index: number): void {
  const card = cards?.querySelectorAll('article')[index];
  card?.setAttribute('tabindex', '-1');
  card?.focus();
}
