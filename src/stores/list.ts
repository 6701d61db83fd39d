/** The state of a filtered list: one store a page. It knows the address bar and the data files, and nothing of React. */
import { atom } from 'nanostores';
import type { ListItem } from '../collections/index.ts';
import { monthNumber } from '../lib/dates.ts';
import { createMatcher, searchable } from '../lib/matchText.ts';
import { ALL } from '../lib/periods.ts';
import type { DataFile } from '../types/views.ts';
import { isOutOfDate, keptData, loadData } from './dataFiles.ts';
import {
  type Filter,
  type ListFacts,
  meaningfulParameters,
  otherParameters,
  periodsFor,
  readFilter,
  settle,
  writeFilter,
} from './rules.ts';

/** Cards shown at first, and added by "Show more". */
export const STEP = 24;

export interface View {
  readonly filter: Filter;
  readonly printed: boolean;
  readonly total: number;
  readonly shown: number;
  /** The items under the filter in the list's order, as far as they are needed; null while only the printed cards are here. */
  readonly items: readonly ListItem[] | null;
  /** The items whose name the search found, where it marks instead of hiding; otherwise null. */
  readonly found: ReadonlySet<ListItem> | null;
}

export interface ListState {
  readonly filter: Filter;
  readonly view: View;
  /** `printed` until the page is alive. While it is `loading`, or after it `failed`, the view is the last good one. */
  readonly phase: 'printed' | 'ready' | 'loading' | 'failed';
  /** The current year in the school's zone: of the build while `printed`, afterwards the visitor's. */
  readonly year: string;
}

export interface ListConfig extends Omit<ListFacts, 'rules'> {
  readonly kind: string;
  readonly index: string;
  readonly period: string;
  /** The school's day, where the list's groups depend on it. */
  readonly today?: string;
}

export type List = ReturnType<typeof createList>;

/** What is searched of an item, worked out once, so that a keystroke only compares. */
const texts = new WeakMap<ListItem, string>();

/** How many items the periods have in all that a filter is about. */
const countFor = ({ periods }: ListFacts, filter: Filter) =>
  periodsFor(periods, filter).reduce((sum, { count }) => sum + count, 0);

function addressWith(parameters: URLSearchParams): string {
  const query = parameters.toString();
  return location.pathname + (query && `?${query}`);
}

const ownParameters = () => new URLSearchParams(location.search);

/** The state machine of one list. Nothing of the browser is touched before `start`. */
export function createList(config: ListConfig, rules: ListFacts['rules']) {
  let facts: ListFacts = { ...config, rules };
  const plain: Filter = { period: config.period, month: ALL, query: '' };
  const printed: View = { filter: plain, printed: true, total: countFor(facts, plain), shown: STEP, items: null, found: null };
  const $list = atom<ListState>({ filter: plain, view: printed, phase: 'printed', year: config.year });
  let wanted = printed.shown;
  let turn = 0;

  /** The files needed to show the first `shown` items: the newest suffice where nothing is sifted. Null without their index. */
  function filesFor(filter: Filter, shown: number): readonly DataFile[] | null {
    const files = keptData<readonly DataFile[]>(config.index);
    const isSifted = filter.month !== ALL || filter.query.trim() !== '';
    let items = 0;
    return (
      files &&
      periodsFor(files, filter).filter(({ count }) => {
        const isNeeded = isSifted || items < shown;
        items += count;
        return isNeeded;
      })
    );
  }

  function textOf(item: ListItem): string {
    const text = texts.get(item) ?? searchable(rules.text(item));
    texts.set(item, text);
    return text;
  }

  /** What a filter finds in the files that are here; null when one of them is not. `isPrinted` is handed through. */
  function find(filter: Filter, shown: number, isPrinted: boolean): View | null {
    const contents = filesFor(filter, shown)?.map(({ href }) => keptData<readonly ListItem[]>(href));
    if (!contents?.every((content) => content !== null)) return null;
    const items = contents.flat();
    const matches = createMatcher(filter.query);
    const month = monthNumber(filter.month);
    const isIn = (item: ListItem) => month === 0 || ('date' in item && Number(item.date?.day.slice(5, 7)) === month);
    const sifted = matches || month > 0 ? items.filter((item) => isIn(item) && (!matches || matches(textOf(item)))) : null;
    const shape = { filter, printed: isPrinted, shown };
    if (sifted && rules.search !== 'mark') return { ...shape, total: sifted.length, items: sifted, found: null };
    const found = sifted && new Set(sifted);
    // A mark that stands below the last card shown would be counted and not seen.
    const needed = items.reduce((last, item, at) => (found?.has(item) ? at + 1 : last), 0);
    return { ...shape, shown: Math.max(shown, needed), total: countFor(facts, filter), items, found };
  }

  /** Shows up to `shown` cards under a filter: at once when the data is here, else when it has come. */
  function show(filter: Filter, shown: number): void {
    turn += 1;
    wanted = shown;
    const { year } = facts;
    // The printed cards are the first of the answer; alone they need no data.
    const isPrinted = filter.period === plain.period && filter.month === ALL && filter.query.trim() === '';
    const view = isPrinted && shown === STEP ? { ...printed, filter } : find(filter, shown, isPrinted);
    if (view) $list.set({ filter, view, phase: 'ready', year });
    else {
      $list.set({ filter, view: $list.get().view, phase: 'loading', year });
      void fetchFor(filter, shown, turn);
    }
  }

  async function fetchFor(filter: Filter, shown: number, mine: number): Promise<void> {
    const index = await loadData(config.index);
    const files = (mine === turn && filesFor(filter, shown)) || [];
    const contents = await Promise.all(files.map(({ href }) => loadData(href)));
    if (mine !== turn) return;
    if (index !== null && contents.every((content) => content !== null)) show(filter, shown);
    else $list.set({ ...$list.get(), phase: 'failed' });
  }

  function followAddress(): void {
    const parameters = ownParameters();
    const kept = meaningfulParameters(facts, parameters);
    if (kept.toString() !== parameters.toString()) history.replaceState(history.state, '', addressWith(kept));
    show(readFilter(facts, parameters), STEP);
  }

  return {
    $list,
    /** Begins: reads the address, follows Back and Forward. `year` is decided in the visitor's browser. Returns the way to stop. */
    start(year: string): () => void {
      facts = { ...facts, year };
      followAddress();
      addEventListener('popstate', followAddress);
      return () => removeEventListener('popstate', followAddress);
    },
    /** A choice (`push`) adds a history entry, typing (`replace`) does not. */
    choose(change: Partial<Filter>, entry: 'push' | 'replace'): void {
      const { filter: before, view } = $list.get();
      const filter = settle(facts, { ...before, ...change });
      const address = addressWith(writeFilter(facts, filter, ownParameters()));
      // A choice made before the script had come is told twice: by the control's value, and by React.
      if (entry === 'push' && address !== location.pathname + location.search) history.pushState(null, '', address);
      else history.replaceState(history.state, '', address);
      // A search that marks hides no card, so not those that were shown by and by either.
      const keeps = rules.search === 'mark' && filter.period === view.filter.period;
      show(filter, keeps ? view.shown : STEP);
    },
    clear(): void {
      history.pushState(null, '', addressWith(otherParameters(ownParameters())));
      followAddress();
    },
    showMore: () => show($list.get().filter, $list.get().view.shown + STEP),
    retry: () => (isOutOfDate() ? location.reload() : show($list.get().filter, wanted)),
  };
}
