/** The state of the search over the whole site. It knows the index, and nothing of the page. */
import { atom } from 'nanostores';
import { fold, wordsOf } from '../lib/matchText.ts';
import { indexWords, type QueryTerm, queryReader, queryWords } from '../lib/searchWords.ts';
import { singleFlight } from '../lib/singleFlight.ts';
import { mayHold } from '../lib/wordFilter.ts';
import type { SearchEntry, SearchIndex, SearchShelf, SearchStatics } from '../types/search.ts';
import { fetchData } from './dataFiles.ts';
import { type Hit, indexedEntries, indexedPages, indexPart, nextTask, type SearchPart, termFinder } from './searchPart.ts';

export interface SearchState {
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
const AT_ONCE = 4;
/** Entries of a large index that one look reads at most: 200 to 350 kB. */
const MOST_ENTRIES = 7000;
const NEAREST = 3;

const NOTHING = { found: [], isWhole: true, termOf: () => null } as const;

/** Steps in which results count as equally good. */
const STEPS = 20;
/** Kinds without dates that tell what is on now. */
const CURRENT: ReadonlySet<string> = new Set(['Notice', 'Closure', 'Highlight', 'Registration']);

const hasAll = ({ weights }: Hit) => weights.every((weight) => weight > 0);
/** All words stand in the title as they were typed: nothing but what is newer can come before it. */
const isBest = ({ weights }: Hit) => weights.every((weight) => weight === 1);

/** What a word counts at least in a title, where it is the beginning of one. */
const IN_TITLE = 0.6;
const hasAllInTitle = ({ weights }: Hit) => weights.every((weight) => weight >= IN_TITLE);

/** Where an entry stands among equals. `part`: 0 for the pages, 1 for the newest data file. */
function ageOf({ day, kind, href }: SearchEntry, part: number): string {
  if (part === 0) return '9999';
  if (part === 1 && CURRENT.has(kind)) return '9998';
  return day ?? /session=\d{4}-(\d{4})/.exec(href)?.[1] ?? '';
}

const twin = ({ day = '', title }: SearchEntry) => `${day} ${fold(title)}`;

/** By what an entry is known: an event stands in the calendar as well, and one file may belong to several items. */
function namesOf(entry: SearchEntry): string[] {
  const { href, title, kind } = entry;
  return [href.startsWith('/files/') ? href : `${href} ${title}`, ...(kind === 'Calendar' ? [twin(entry)] : [])];
}

/** How much each word tells: the rarer the more. `known`: entries in all. */
function rarities(hits: readonly Hit[], known: number): number[] {
  const words = hits[0]?.weights.length ?? 0;
  return Array.from({ length: words }, (_, at) => {
    const having = hits.reduce((sum, { weights }) => sum + (weights[at] ? 1 : 0), 0);
    return Math.log(1 + known / (1 + having));
  });
}

/** Each thing found once, best first: all words before some, rare ones more, the newest of equals. `known`: entries in all. */
function ranked(hits: ReadonlyMap<number, readonly Hit[]>, known: number): SearchEntry[] {
  const all = [...hits.values()].flat();
  const tells = rarities(all, known);
  const most = tells.reduce((sum, one) => sum + one, 0);
  const placed = Array.from(hits).flatMap(([part, found]) =>
    found.map((hit) => ({
      entry: hit.entry,
      whole: hasAll(hit) ? 1 : 0,
      score: Math.round((hit.weights.reduce((sum, weight, at) => sum + weight * (tells[at] ?? 0), 0) / most) * STEPS),
      age: ageOf(hit.entry, part),
    })),
  );
  placed.sort((a, b) => b.whole - a.whole || b.score - a.score || (a.age < b.age ? 1 : a.age > b.age ? -1 : 0));
  const told = new Set<string>();
  return placed.flatMap(({ entry }) => {
    const names = namesOf(entry);
    if (names.some((name) => told.has(name))) return [];
    for (const name of [...names, twin(entry)]) told.add(name);
    return [entry];
  });
}

interface Opened {
  readonly statics: SearchStatics;
  readonly files: SearchIndex;
  readonly read: (query: string) => QueryTerm[];
}

type Index = ReturnType<typeof createIndex>;

/** The index as far as it is in the browser: each of its files is read once, when it is first needed. */
function createIndex(indexHref: string, staticsHref: string) {
  /** The pages, then the data files, newest first; those that are here. */
  const parts = new Map<number, SearchPart>();
  const once = singleFlight<number, boolean>();
  let opened: Opened | null = null;

  async function fetchPages(): Promise<boolean> {
    const [statics, files] = await Promise.all([fetchData<SearchStatics>(staticsHref), fetchData<SearchIndex>(indexHref)]);
    if (!statics || !files) return false;
    parts.set(0, await indexPart(indexedPages(statics)));
    opened = { statics, files, read: queryReader(statics) };
    return true;
  }

  async function fetchFile({ files, statics }: Opened, part: number): Promise<boolean> {
    const shelves = await fetchData<SearchShelf[]>(files[part - 1]?.[0] ?? '');
    if (shelves) parts.set(part, await indexPart(indexedEntries(shelves, statics.kinds)));
    return shelves !== null;
  }

  return {
    parts,
    opened: () => opened,
    /** Reads them unless they are here; null when they could not be had. */
    async open(): Promise<Opened | null> {
      if (!opened) await once(0, fetchPages);
      return opened;
    },
    /** Reads data files that are not here yet, counted from 1; false when one could not be had. */
    async bring(known: Opened, wanted: readonly number[]): Promise<boolean> {
      const missing = wanted.filter((part) => !parts.has(part));
      const read = await Promise.all(missing.map((part) => once(part, () => fetchFile(known, part))));
      return read.every(Boolean);
    },
  };
}

/** One look for a query through the parts of the index, as they come. */
function createLook({ parts, bring }: Index, opened: Opened, query: string, isOver: () => boolean) {
  const { files } = opened;
  const terms = opened.read(query);
  const looked = new Map<number, ReturnType<SearchPart['search']>>();
  const wrong = new Set<string>();
  const asked = new Set<number>();
  /** Whether there are so many data files that those which can add nothing are not read. */
  const isLarge = files.some(([, filter]) => filter !== undefined);
  let hasFailed = false;
  let isWhole = true;

  const hits = () => new Map(Array.from(looked, ([part, found]) => [part, parts.get(part)?.hits(found) ?? []] as const));
  const has = (is: (hit: Hit) => boolean, many: number) => [...hits().values()].flat().filter(is).length >= many;
  const left = () => files.map((_, at) => at + 1).filter((part) => !looked.has(part));

  /** Whether a data file may hold all the words, or others that mean the same. */
  function mayHoldAll(part: number): boolean {
    const filter = files[part - 1]?.[1];
    const may = (word: string) => filter === undefined || mayHold(filter, word);
    return terms.every(({ meanings }) => meanings.some(({ words }) => words.every(may)));
  }

  /** Whether another data file of the largest size would be too many. */
  function isFull(): boolean {
    const sizes = [...asked].map((part) => parts.get(part)?.entries.length ?? 0);
    const read = sizes.reduce((sum, size) => sum + size, 0);
    return read + Math.max(1, ...sizes) > MOST_ENTRIES;
  }

  /** Looks through the parts that are here, and lets the browser answer the visitor after each. */
  async function lookThrough(): Promise<void> {
    for (const [part, here] of parts) {
      if (isOver()) return;
      if (looked.has(part)) continue;
      looked.set(part, here.search(terms));
      await nextTask();
    }
  }

  async function readAll(wanted: readonly number[], isEnough: () => boolean): Promise<void> {
    for (let at = 0; at < wanted.length && !isOver() && !isEnough(); at += AT_ONCE) {
      const next = wanted.slice(at, at + AT_ONCE);
      for (const part of next) asked.add(part);
      if (!(await bring(opened, next))) hasFailed = true;
      await lookThrough();
    }
  }

  return {
    termOf: termFinder(terms, wrong),
    hasFailed: () => hasFailed,
    /** False: files that may hold more were not read. */
    isWhole: () => isWhole,
    /** What was found, best first; the `best` of it is newest and has all words in its title: it stays first, whatever else comes. */
    found(which: 'all' | 'best'): SearchEntry[] {
      const known = [...parts.values()].reduce((sum, { entries }) => sum + entries.length, 0);
      if (which === 'all') return ranked(hits(), known);
      return ranked(new Map(Array.from(hits(), ([part, some]) => [part, some.filter(isBest)])), known).slice(0, SCREENFUL);
    },
    /** Looks through the pages and the newest data file; false when there are more. */
    async begin(): Promise<boolean> {
      await readAll(left().slice(0, 1), () => false);
      // Without data files the pages are all there is.
      await lookThrough();
      return left().length === 0;
    },
    /** Looks through the other data files; of a large index only through those that may hold all words, while these are few. */
    async goOn(): Promise<void> {
      if (terms.length === 0) return;
      await readAll(left().filter(mayHoldAll), () => isLarge && (has(hasAllInTitle, ENOUGH) || isFull()));
      isWhole = !left().some(mayHoldAll);
      const isAnswered = () => isLarge && has(hasAll, 1);
      if (!isWhole || isAnswered()) return;
      await readAll(left(), () => isAnswered() || (isLarge && isFull()));
      isWhole = isAnswered() || left().length === 0;
    },
    /** Looks for words that were found nowhere with a letter wrong. */
    lookForWrong(): void {
      for (const at of terms.keys()) {
        if (has(({ weights }) => (weights[at] ?? 0) > 0, 1)) continue;
        for (const [part, here] of parts) {
          const found = looked.get(part) ?? new Map();
          here.searchWrong(found, terms, at, wrong);
          looked.set(part, found);
        }
      }
    },
  };
}

/** `index`: address of the list of data files; `statics`: of the pages and words. Nothing is fetched before the first search. */
export function createSearch(index: string, statics: string) {
  const $search = atom<SearchState>({ query: '', phase: 'idle', ...NOTHING });
  const here = createIndex(index, statics);
  let turn = 0;

  async function run(query: string, mine: number): Promise<void> {
    const isOver = () => mine !== turn;
    const tell = (state: Omit<SearchState, 'query'>) => {
      if (!isOver()) $search.set({ query, ...state });
    };
    if (!here.opened()) tell({ phase: 'searching', ...NOTHING });
    const opened = await here.open();
    if (!opened) return tell({ phase: 'failed', ...NOTHING });
    const look = createLook(here, opened, query, isOver);
    const { termOf } = look;
    if (!(await look.begin())) {
      tell({ found: look.found('best'), phase: 'searching', isWhole: true, termOf });
      await look.goOn();
    }
    if (isOver()) return;
    look.lookForWrong();
    const hasFailed = look.hasFailed();
    tell({ found: look.found('all'), phase: hasFailed ? 'failed' : 'ready', isWhole: hasFailed || look.isWhole(), termOf });
  }

  return {
    $search,
    search(query: string): void {
      turn += 1;
      if (query.trim() === '') $search.set({ query, phase: 'idle', ...NOTHING });
      else void run(query, turn);
    },
    statics: () => here.opened()?.statics ?? null,
    known: (kind: string): readonly SearchEntry[] =>
      [...here.parts.values()].flatMap(({ entries }) => entries.filter((entry) => entry.kind === kind)),
    nearest(query: string): readonly string[] {
      const parts = [...here.parts.values()];
      const words = parts.flatMap(({ entries }) => entries.flatMap(({ title }) => wordsOf(fold(title))));
      const spelled = new Map(words.map((word) => [indexWords(word)[0] ?? '', word]));
      const near = queryWords(query).flatMap((word) => parts.flatMap((part) => part.nearest(word).slice(0, NEAREST)));
      return [...new Set(near.flatMap((word) => spelled.get(word) ?? []))].slice(0, NEAREST);
    },
  };
}
