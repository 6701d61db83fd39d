import { memo, type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ListItem } from '../../collections/index.ts';
import type { ListRules } from '../../collections/rules.ts';
import { ALL } from '../../lib/periods.ts';
import type { View } from '../../stores/find.ts';
import { STEP } from '../../stores/list.ts';
import { CardList } from './CardList.tsx';
import { Empty } from './Empty.tsx';
import { soughtText } from './words.ts';

interface Props {
  readonly rules: ListRules<ListItem>;
  readonly view: View;
  /** The school's day, where the groups depend on it. */
  readonly today: string | undefined;
  readonly busy: boolean;
  /** Goes back to what is shown where nothing was chosen. */
  readonly clear: () => void;
  readonly children?: ReactNode;
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

/** The cards of a view: the printed ones as they came, the others made here. Typing does not touch them until the view changes. */
export const Cards = memo(({ rules, view, today, busy, clear, children }: Props) => {
  const grid = useRef<HTMLDivElement>(null);
  const last = useRef(view);
  useEffect(() => {
    const { filter, shown } = last.current;
    if (view.found !== last.current.found) showFound(grid.current);
    else if (view.filter === filter && view.shown > shown) focusCard(grid.current, shown);
    last.current = view;
  }, [view]);
  // On paper there is no "Show more": a chosen month is printed whole.
  const shown = usePrinting() && view.filter.month !== ALL ? view.total : Math.min(view.total, view.shown);
  const made = view.items?.slice(view.printed ? STEP : 0, shown) ?? [];
  return (
    <div className={rules.portraits ? 'grid wall' : 'grid'} ref={grid} aria-busy={busy}>
      {view.printed && children}
      <CardList
        rules={rules}
        items={made}
        found={view.found}
        today={today}
        ranked={!view.printed}
        after={view.printed ? view.items?.[STEP - 1] : undefined}
      />
      {view.total === 0 && <Empty portraits={rules.portraits} sought={soughtText(rules, view.filter)} clear={clear} />}
    </div>
  );
});

/** Brings the first marked card into view. */
function showFound(grid: HTMLElement | null): void {
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  grid?.querySelector('.found')?.scrollIntoView({ block: 'center', behavior: calm ? 'instant' : 'smooth' });
}

/** Moves the focus to the first card that was added, so that reading goes on there. */
function focusCard(grid: HTMLElement | null, index: number): void {
  const card = grid?.querySelectorAll('article')[index];
  card?.setAttribute('tabindex', '-1');
  card?.focus();
}
