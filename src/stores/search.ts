/** The state of the search over the whole site. It knows the index, and nothing of the page. */
import { atom } from 'nanostores';
import { fold, wordsOf } from '../lib/matchText.ts';
import { indexWords, type QueryTerm, queryReader, queryWords } from '../lib/searchWords.ts';
import { singleFlight } from '../lib/singleFlight.ts';
import { mayHold } from '../lib/wordFilter.ts';
import type { SearchEntry, SearchIndex, SearchShelf, SearchStatics } from '../types/search.ts';
import { fetchData } from './dataFiles.ts';
import { type Found, type Hit, indexedEntries, indexedPages, nextTask, SearchPart, termFinder } from './searchPart.ts';
import { hasAll, hasAllInTitle, isBest, ranked } from './searchRank.ts';

export interface SearchState {
  /** As typed. */
  readonly query: string;
  /** What was found, the best first. While more is read: those that stay first. */
  readonly found: readonly SearchEntry[];
  /** `idle`: nothing is typed. `searching`: more of the index is still to come. `failed`: some of it could not be had. */
  readonly phase: 'idle' | 'searching' | 'ready' | 'failed';
  /** False: so much was found that older entries were not looked at. */
  readonly isWhole: boolean;
  /** Which of the sought terms a word of a text is or stands for; null: none. */
  readonly termOf: (word: string) => number | null;
}

export type SiteSearch = ReturnType<typeof createSearch>;

/** As many results fill a screen. */
const SCREENFUL = 8;
/** So many results with all words in their titles are enough: of a large index no more is read. */
const ENOUGH = 60;
/** Data files that are read at once. */
const AT_ONCE = 4;
/** Entries of a large index that one look reads at most: some 200 kB. */
const MOST_ENTRIES = 7000;
/** Words offered where nothing was found. */
const NEAREST = 3;

const NOTHING = { found: [], isWhole: true, termOf: () => null } as const;

/** What is read before anything can be searched. */
interface Opened {
  readonly statics: SearchStatics;
  readonly files: SearchIndex;
  readonly read: (query: string) => QueryTerm[];
}

/** The index as far as it is in the browser: each of its files is read once, when it is first needed. */
class Index {
  /** The pages, then the data files, newest first; those that are here. */
  readonly parts = new Map<number, SearchPart>();
  opened: Opened | null = null;
  readonly #index: string;
  readonly #statics: string;
  readonly #once = singleFlight<number, boolean>();

  /** Addresses of the list of data files, and of the pages and words. */
  constructor(index: string, statics: string) {
    this.#index = index;
    this.#statics = statics;
  }

  /** Reads the list of data files, and the pages and words, unless they are here; null when they could not be had. */
  async open(): Promise<Opened | null> {
    if (!this.opened) await this.#once(0, () => this.#open());
    return this.opened;
  }

  async #open(): Promise<boolean> {
    const [statics, files] = await Promise.all([fetchData<SearchStatics>(this.#statics), fetchData<SearchIndex>(this.#index)]);
    if (!statics || !files) return false;
    this.parts.set(0, await new SearchPart(indexedPages(statics)).index());
    this.opened = { statics, files, read: queryReader(statics) };
    return true;
  }

  /** Reads data files that are not here yet, counted from 1; false when one could not be had. */
  async bring(opened: Opened, wanted: readonly number[]): Promise<boolean> {
    const missing = wanted.filter((part) => !this.parts.has(part));
    const read = await Promise.all(missing.map((part) => this.#once(part, () => this.#readFile(opened, part))));
    return read.every(Boolean);
  }

  async #readFile({ files, statics }: Opened, part: number): Promise<boolean> {
    const shelves = await fetchData<SearchShelf[]>(files[part - 1]?.[0] ?? '');
    if (shelves) this.parts.set(part, await new SearchPart(indexedEntries(shelves, statics.kinds)).index());
    return shelves !== null;
  }
}

/** One look for a query through the parts of the index, as they come. */
class Look {
  readonly termOf: SearchState['termOf'];
  hasFailed = false;
  /** False: files that may hold more were not read. */
  isWhole = true;
  readonly #index: Index;
  readonly #opened: Opened;
  readonly #terms: readonly QueryTerm[];
  readonly #isOver: () => boolean;
  readonly #found = new Map<number, Found>();
  readonly #wrong = new Set<string>();
  /** Data files that this look asked for. */
  readonly #asked = new Set<number>();
  /** Whether there are so many data files that those which can add nothing are not read. */
  readonly #isLarge: boolean;

  constructor(index: Index, opened: Opened, query: string, isOver: () => boolean) {
    this.#index = index;
    this.#opened = opened;
    this.#isOver = isOver;
    this.#terms = opened.read(query);
    this.#isLarge = opened.files.some(([, filter]) => filter !== undefined);
    this.termOf = termFinder(this.#terms, this.#wrong);
  }

  /** What was found, best first; the `best` of it is newest and has all words in its title: it stays first, whatever else comes. */
  found(which: 'all' | 'best'): SearchEntry[] {
    const parts = [...this.#index.parts.values()];
    const known = parts.reduce((sum, { entries }) => sum + entries.length, 0);
    if (which === 'all') return ranked(this.#hits(), known);
    return ranked(new Map(Array.from(this.#hits(), ([part, hits]) => [part, hits.filter(isBest)])), known).slice(0, SCREENFUL);
  }

  /** Looks through the pages and the newest data file; false when there are more. */
  async begin(): Promise<boolean> {
    await this.#readAll(this.#left().slice(0, 1), () => false);
    // Without data files the pages are all there is.
    await this.#lookThrough();
    return this.#left().length === 0;
  }

  /** Looks through the other data files; of a large index only through those that may hold all words, while these are few. */
  async goOn(): Promise<void> {
    if (this.#terms.length === 0) return;
    const isLarge = this.#isLarge;
    const mayHoldAll = (part: number) => this.#mayHoldAll(part);
    await this.#readAll(this.#left().filter(mayHoldAll), () => isLarge && (this.#has(hasAllInTitle, ENOUGH) || this.#isFull()));
    this.isWhole = !this.#left().some(mayHoldAll);
    const isAnswered = () => isLarge && this.#has(hasAll, 1);
    if (!this.isWhole || isAnswered()) return;
    await this.#readAll(this.#left(), () => isAnswered() || (isLarge && this.#isFull()));
    this.isWhole = isAnswered() || this.#left().length === 0;
  }

  /** Looks for words that were found nowhere with a letter wrong. */
  lookForWrong(): void {
    for (const at of this.#terms.keys()) {
      if (this.#has(({ weights }) => (weights[at] ?? 0) > 0, 1)) continue;
      for (const [part, here] of this.#index.parts) {
        const found = this.#found.get(part) ?? new Map();
        here.searchWrong(found, this.#terms, at, this.#wrong);
        this.#found.set(part, found);
      }
    }
  }

  /** Whether a data file may hold all the words, or others that mean the same. */
  #mayHoldAll(part: number): boolean {
    const filter = this.#opened.files[part - 1]?.[1];
    const may = (word: string) => filter === undefined || mayHold(filter, word);
    return this.#terms.every(({ meanings }) => meanings.some(({ words }) => words.every(may)));
  }

  /** Whether another data file of the largest size would be too many. */
  #isFull(): boolean {
    const sizes = [...this.#asked].map((part) => this.#index.parts.get(part)?.entries.length ?? 0);
    const read = sizes.reduce((sum, size) => sum + size, 0);
    return read + Math.max(1, ...sizes) > MOST_ENTRIES;
  }

  #hits(): Map<number, readonly Hit[]> {
    return new Map(Array.from(this.#found, ([part, found]) => [part, this.#index.parts.get(part)?.hits(found) ?? []]));
  }

  /** The data files that were not looked through. */
  #left(): number[] {
    return this.#opened.files.map((_, at) => at + 1).filter((part) => !this.#found.has(part));
  }

  #has(is: (hit: Hit) => boolean, many: number): boolean {
    return [...this.#hits().values()].flat().filter(is).length >= many;
  }

  async #readAll(wanted: readonly number[], isEnough: () => boolean): Promise<void> {
    for (let at = 0; at < wanted.length && !this.#isOver() && !isEnough(); at += AT_ONCE) {
      const next = wanted.slice(at, at + AT_ONCE);
      for (const part of next) this.#asked.add(part);
      if (!(await this.#index.bring(this.#opened, next))) this.hasFailed = true;
      await this.#lookThrough();
    }
  }

  /** Looks through the parts that are here, and lets the browser answer the visitor after each. */
  async #lookThrough(): Promise<void> {
    for (const [part, here] of this.#index.parts) {
      if (this.#isOver()) return;
      if (this.#found.has(part)) continue;
      this.#found.set(part, here.search(this.#terms));
      await nextTask();
    }
  }
}

/** `index`: address of the list of data files; `statics`: of the pages and words. Nothing is fetched before the first search. */
export function createSearch(index: string, statics: string) {
  const $search = atom<SearchState>({ query: '', phase: 'idle', ...NOTHING });
  const here = new Index(index, statics);
  let turn = 0;

  async function run(query: string, mine: number): Promise<void> {
    const isOver = () => mine !== turn;
    const tell = (state: Omit<SearchState, 'query'>) => {
      if (!isOver()) $search.set({ query, ...state });
    };
    if (!here.opened) tell({ phase: 'searching', ...NOTHING });
    const opened = await here.open();
    if (!opened) return tell({ phase: 'failed', ...NOTHING });
    const look = new Look(here, opened, query, isOver);
    const { termOf } = look;
    if (!(await look.begin())) {
      tell({ found: look.found('best'), phase: 'searching', isWhole: true, termOf });
      await look.goOn();
    }
    if (isOver()) return;
    look.lookForWrong();
    const { hasFailed, isWhole } = look;
    tell({ found: look.found('all'), phase: hasFailed ? 'failed' : 'ready', isWhole: hasFailed || isWhole, termOf });
  }

  return {
    $search,
    /** Looks for a query; the answer comes in `$search`. */
    search(query: string): void {
      turn += 1;
      if (query.trim() === '') $search.set({ query, phase: 'idle', ...NOTHING });
      else void run(query, turn);
    },
    /** What `/search.json` holds, once it is here. */
    statics: () => here.opened?.statics ?? null,
    /** The entries of a kind, as far as they are here. */
    known: (kind: string): readonly SearchEntry[] =>
      [...here.parts.values()].flatMap(({ entries }) => entries.filter((entry) => entry.kind === kind)),
    /** Words of titles that are nearest to those of a query. */
    nearest(query: string): readonly string[] {
      const parts = [...here.parts.values()];
      const words = parts.flatMap(({ entries }) => entries.flatMap(({ title }) => wordsOf(fold(title))));
      const spelled = new Map(words.map((word) => [indexWords(word)[0] ?? '', word]));
      const near = queryWords(query).flatMap((word) => parts.flatMap((part) => part.nearest(word).slice(0, NEAREST)));
      return [...new Set(near.flatMap((word) => spelled.get(word) ?? []))].slice(0, NEAREST);
    },
  };
}
