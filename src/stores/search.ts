/** The state of the search over the whole site. It knows the index, and nothing of the page. */
import { atom, type ReadableAtom } from 'nanostores';
import { fold, wordsOf } from '../lib/matchText.ts';
import { indexWords, type QueryTerm, queryWords } from '../lib/searchWords.ts';
import type { SearchEntry, SearchStatics } from '../types/search.ts';
import { type Hit, termMatcher } from './searchIndex.ts';
import { hasAll, hasAllInTitle, isBest, ranked } from './searchRank.ts';
import { SearchReader } from './searchReader.ts';

export interface SearchState {
  /** As typed. */
  readonly query: string;
  /** What was found, the best first. While more is read: those that stay first. */
  readonly found: readonly SearchEntry[];
  /** `idle`: nothing is typed. `searching`: more of the index is still to come. `failed`: some of it could not be had. */
  readonly phase: 'idle' | 'searching' | 'ready' | 'failed';
  /** False: so much was found that older entries were not looked at. */
  readonly isWhole: boolean;
  /** Whether a word of a text is one that was looked for. */
  readonly isMatch: (word: string) => boolean;
}

export interface SiteSearch {
  readonly $search: ReadableAtom<SearchState>;
  /** Looks for a query; the answer comes in `$search`. */
  search(query: string): void;
  /** What `/search.json` holds, once it is here. */
  statics(): SearchStatics | null;
  /** The entries of a kind in the newest data file, as far as it is here. */
  current(kind: string): readonly SearchEntry[];
  /** Words of titles that are nearest to those of a query. */
  nearest(query: string): readonly string[];
}

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

const NOTHING = { found: [], isWhole: true, isMatch: () => false } as const;
const nextTask = () => new Promise((settle) => setTimeout(settle));

/** One look for a query through the parts of the index, as they come. */
class Look {
  readonly isMatch: SearchState['isMatch'];
  hasFailed = false;
  /** False: files that may hold more were not read. */
  isWhole = true;
  readonly #reader: SearchReader;
  readonly #terms: readonly QueryTerm[];
  readonly #isOver: () => boolean;
  readonly #hits = new Map<number, readonly Hit[]>();
  readonly #wrong = new Set<string>();
  /** Data files that this look asked for. */
  readonly #read = new Set<number>();
  readonly #files: readonly number[];

  constructor(reader: SearchReader, query: string, isOver: () => boolean) {
    const { read, files } = reader.opened ?? { read: () => [], files: [] };
    this.#reader = reader;
    this.#isOver = isOver;
    this.#terms = read(query);
    this.#files = files.map((_, at) => at + 1);
    this.isMatch = termMatcher(this.#terms, this.#wrong);
  }

  /** Everything that was found, best first. */
  get found(): SearchEntry[] {
    return this.#ranked(this.#hits);
  }

  /** What is newest and has all words in its title: it stays first, whatever else comes. */
  get best(): SearchEntry[] {
    const best = Array.from(this.#hits, ([part, hits]) => [part, hits.filter(isBest)] as const);
    return this.#ranked(new Map(best)).slice(0, SCREENFUL);
  }

  /** Looks through the pages and the newest data file; false when there are more. */
  async begin(): Promise<boolean> {
    await this.#readAll(this.#files.slice(0, 1), () => false);
    return this.#left().length === 0;
  }

  /** Looks through the other data files; of a large index only through those that may hold all words, while these are few. */
  async goOn(): Promise<void> {
    if (this.#terms.length === 0) return;
    const { isLarge } = this.#reader;
    const mayHold = (part: number) => this.#reader.mayHoldAll(part, this.#terms);
    const isEnough = () => isLarge && (this.#has(hasAllInTitle, ENOUGH) || this.#room() < 1);
    await this.#readAll(this.#left().filter(mayHold), isEnough);
    this.isWhole = !this.#left().some(mayHold);
    const isAnswered = () => isLarge && this.#has(hasAll, 1);
    if (!this.isWhole || isAnswered()) return;
    await this.#readAll(this.#left(), () => isAnswered() || (isLarge && this.#room() < 1));
    this.isWhole = isAnswered() || this.#left().length === 0;
  }

  /** How many more data files of the largest size may be read. */
  #room(): number {
    const sizes = [...this.#read].map((part) => this.#reader.parts.get(part)?.entries.length ?? 0);
    const read = sizes.reduce((sum, size) => sum + size, 0);
    return Math.floor((MOST_ENTRIES - read) / Math.max(1, ...sizes));
  }

  /** Looks for words that were found nowhere with a letter wrong. */
  lookForWrong(): void {
    for (const at of this.#terms.keys()) {
      if (this.#has(({ weights }) => (weights[at] ?? 0) > 0, 1)) continue;
      for (const [part, here] of this.#reader.parts)
        this.#hits.set(part, merged(this.#hits.get(part) ?? [], here.searchWrong(this.#terms, at, this.#wrong)));
    }
  }

  #ranked(hits: ReadonlyMap<number, readonly Hit[]>): SearchEntry[] {
    const known = [...this.#reader.parts.values()].reduce((sum, { entries }) => sum + entries.length, 0);
    return ranked(hits, known);
  }

  #left(): number[] {
    return this.#files.filter((part) => !this.#hits.has(part));
  }

  #has(is: (hit: Hit) => boolean, many: number): boolean {
    return [...this.#hits.values()].reduce((sum, hits) => sum + hits.filter(is).length, 0) >= many;
  }

  async #readAll(wanted: readonly number[], isEnough: () => boolean): Promise<void> {
    for (let at = 0; at < wanted.length && !this.#isOver() && !isEnough(); at += AT_ONCE) {
      const next = wanted.slice(at, at + AT_ONCE);
      for (const part of next) this.#read.add(part);
      if (!(await this.#reader.bring(next))) this.hasFailed = true;
      await this.#look();
    }
  }

  /** Looks through the parts that are here, and lets the browser answer the visitor after each. */
  async #look(): Promise<void> {
    for (const [part, here] of this.#reader.parts) {
      if (this.#isOver()) return;
      if (this.#hits.has(part)) continue;
      this.#hits.set(part, here.search(this.#terms));
      await nextTask();
    }
  }
}

/** Hits of two looks at the same part, each once. */
function merged(one: readonly Hit[], other: readonly Hit[]): Hit[] {
  const hits = new Map(one.map((hit) => [hit.id, hit]));
  for (const hit of other) {
    const before = hits.get(hit.id) ?? hit;
    hits.set(hit.id, { ...before, weights: before.weights.map((weight, at) => Math.max(weight, hit.weights[at] ?? 0)) });
  }
  return [...hits.values()];
}

/** `index`: address of the list of data files; `statics`: of the pages and words. Nothing is fetched before the first search. */
export function createSearch(index: string, statics: string): SiteSearch {
  const $search = atom<SearchState>({ query: '', phase: 'idle', ...NOTHING });
  const reader = new SearchReader(index, statics);
  let turn = 0;

  async function run(query: string, mine: number): Promise<void> {
    const isOver = () => mine !== turn;
    const tell = (state: Omit<SearchState, 'query'>) => {
      if (!isOver()) $search.set({ query, ...state });
    };
    if (!reader.opened) tell({ phase: 'searching', ...NOTHING });
    const opened = await reader.open();
    if (!opened.ok) return tell({ phase: 'failed', ...NOTHING });
    const look = new Look(reader, query, isOver);
    const { isMatch } = look;
    if (!(await look.begin())) {
      tell({ found: look.best, phase: 'searching', isWhole: true, isMatch });
      await look.goOn();
    }
    if (isOver()) return;
    look.lookForWrong();
    tell({ found: look.found, phase: look.hasFailed ? 'failed' : 'ready', isWhole: look.hasFailed || look.isWhole, isMatch });
  }

  return {
    $search,
    search(query) {
      turn += 1;
      if (query.trim() === '') $search.set({ query, phase: 'idle', ...NOTHING });
      else void run(query, turn);
    },
    statics: () => reader.opened?.statics ?? null,
    current: (kind) => reader.parts.get(1)?.entries.filter((entry) => entry.kind === kind) ?? [],
    nearest(query) {
      const parts = [...reader.parts.values()];
      const words = parts.flatMap(({ entries }) => entries.flatMap(({ title }) => wordsOf(fold(title))));
      const spelled = new Map(words.map((word) => [indexWords(word)[0] ?? '', word]));
      const near = queryWords(query).flatMap((word) => parts.flatMap((part) => part.nearest(word).slice(0, NEAREST)));
      return [...new Set(near.flatMap((word) => spelled.get(word) ?? []))].slice(0, NEAREST);
    },
  };
}
