/** The state of a filtered list: one store a page. It knows the address bar and the data files, and nothing of React. */
import { atom, type ReadableAtom } from 'nanostores';
import { ALL } from '../lib/periods.ts';
import { loadFile, loadIndex } from './dataFiles.ts';
import { countFor, find, hrefsFor, type View } from './find.ts';
import { type Filter, type ListFacts, meaningfulParameters, otherParameters, readFilter, settle, writeFilter } from './rules.ts';

/** Cards shown at first, and added by "Show more". */
export const STEP = 24;

export interface ListState {
  /** What the controls show. */
  readonly filter: Filter;
  readonly view: View;
  /** `printed` until the page is alive. While it is `loading`, or after it `failed`, the view is the last good one. */
  readonly phase: 'printed' | 'ready' | 'loading' | 'failed';
  /** The current year in the school's zone: of the build while `printed`, afterwards the visitor's. */
  readonly year: string;
}

/** What a page tells its list. */
export interface ListConfig extends Omit<ListFacts, 'rules'> {
  /** Names the list's rules. */
  readonly kind: string;
  /** The period of the printed cards. */
  readonly period: string;
  /** The school's day, where the list's groups depend on it. */
  readonly today?: string;
}

export interface List {
  readonly $list: ReadableAtom<ListState>;
  /** Begins: reads the address, follows Back and Forward. `year` is decided in the visitor's browser. Returns the way to stop. */
  start(year: string): () => void;
  /** A choice (`push`) adds a history entry, typing (`replace`) does not. */
  choose(change: Partial<Filter>, entry: 'push' | 'replace'): void;
  /** Goes back to what is shown where nothing was chosen. */
  clear(): void;
  showMore(): void;
  /** Asks again for the data files that failed. */
  retry(): void;
}

/** The page's address with other parameters. */
function withParameters(parameters: string): string {
  return location.pathname + (parameters && `?${parameters}`);
}

/** The state machine of one list. Nothing of the browser is touched before `start`. */
export function createList(config: ListConfig, rules: ListFacts['rules']): List {
  let facts: ListFacts = { ...config, rules };
  const plain: Filter = { period: config.period, month: ALL, query: '' };
  const printed: View = { filter: plain, printed: true, total: countFor(facts, plain), shown: STEP, items: null, found: null };
  const $list = atom<ListState>({ filter: plain, view: printed, phase: 'printed', year: config.year });
  let wanted = printed.shown;
  let turn = 0;

  /** True when the printed cards are the answer, so that no data is needed. */
  const isPrinted = ({ period, month, query }: Filter) => period === plain.period && month === ALL && query.trim() === '';

  /** Shows up to `shown` cards under a filter: at once when the data is here, else when it has come. */
  function show(filter: Filter, shown: number): void {
    turn += 1;
    wanted = shown;
    const { year } = facts;
    const first = isPrinted(filter);
    const view = first && shown === STEP ? { ...printed, filter } : find(facts, filter, shown, first);
    if (view) $list.set({ filter, view, phase: 'ready', year });
    else {
      $list.set({ filter, view: $list.get().view, phase: 'loading', year });
      void fetchFor(filter, shown, turn);
    }
  }

  async function fetchFor(filter: Filter, shown: number, mine: number): Promise<void> {
    const index = await loadIndex(facts.index);
    const hrefs = (mine === turn && hrefsFor(facts, filter, shown)) || [];
    const files = await Promise.all(hrefs.map((href) => loadFile(href, rules.text)));
    if (mine !== turn) return;
    if (index.ok && files.every((file) => file.ok)) show(filter, shown);
    else $list.set({ ...$list.get(), phase: 'failed' });
  }

  function followAddress(): void {
    const parameters = new URLSearchParams(location.search);
    const kept = meaningfulParameters(facts, parameters).toString();
    if (kept !== parameters.toString()) history.replaceState(history.state, '', withParameters(kept));
    show(readFilter(facts, parameters), STEP);
  }

  function choose(change: Partial<Filter>, entry: 'push' | 'replace'): void {
    const { filter: before, view } = $list.get();
    const filter = settle(facts, { ...before, ...change });
    const address = withParameters(writeFilter(facts, filter, new URLSearchParams(location.search)).toString());
    // A choice made before the script had come is told twice: by the control's value, and by React.
    if (entry === 'push' && address !== location.pathname + location.search) history.pushState(null, '', address);
    else history.replaceState(history.state, '', address);
    // A search that marks hides no card, so not those that were shown by and by either.
    const keeps = rules.search === 'mark' && filter.period === view.filter.period;
    show(filter, keeps ? view.shown : STEP);
  }

  return {
    $list,
    start(year) {
      facts = { ...facts, year };
      followAddress();
      addEventListener('popstate', followAddress);
      return () => removeEventListener('popstate', followAddress);
    },
    choose,
    clear() {
      history.pushState(null, '', withParameters(otherParameters(new URLSearchParams(location.search)).toString()));
      followAddress();
    },
    showMore: () => show($list.get().filter, $list.get().view.shown + STEP),
    retry: () => show($list.get().filter, wanted),
  };
}
