/** The state of the search over the whole site. It knows the index's data files, and nothing of the page. */
import { atom, type ReadableAtom } from 'nanostores';
import { type Result, succeed } from '../lib/result.ts';
import { createMatcher, searchable } from '../lib/search.ts';
import type { SearchEntry } from '../types/views.ts';
import { fetchData } from './dataFiles.ts';

export interface SearchState {
  /** As typed. */
  readonly query: string;
  /** What was found up to now: pages first, then the newest. */
  readonly found: readonly SearchEntry[];
  /** `idle`: nothing is typed. `searching`: more of the index is still to come. `failed`: some of it could not be had. */
  readonly phase: 'idle' | 'searching' | 'ready' | 'failed';
}

export interface SiteSearch {
  readonly $search: ReadableAtom<SearchState>;
  /** Looks for a query. What it finds comes by and by, in its final order. */
  search(query: string): void;
}

interface Prepared {
  readonly entry: SearchEntry;
  /** The entry's words, `searchable`. */
  readonly text: string;
}

/** Milliseconds after which a search under way lets the browser answer the visitor. */
const SLICE = 15;
/** As many results fill a screen: they are told at once. */
export const SCREENFUL = 8;

type Matcher = (text: string) => boolean;

const dayOf = ({ day = '' }: SearchEntry) => day;
const newestFirst = (a: SearchEntry, b: SearchEntry) => (dayOf(a) === dayOf(b) ? 0 : dayOf(a) < dayOf(b) ? 1 : -1);

/** What matches in one part; with `titlesFirst` those that are about the words before those that mention them. */
function hits(part: readonly Prepared[], matches: Matcher, titlesFirst: boolean): readonly SearchEntry[] {
  const entries = part.flatMap(({ entry, text }) => (matches(text) ? entry : []));
  if (!titlesFirst) return entries;
  const inTitle = ({ title }: SearchEntry) => matches(searchable(title));
  return [...entries.filter(inTitle), ...entries.filter((entry) => !inTitle(entry))];
}

const nextTask = () => new Promise((settle) => setTimeout(settle));

/** Works out the words of entries, slice by slice. */
async function prepare(entries: readonly SearchEntry[]): Promise<Prepared[]> {
  const prepared: Prepared[] = [];
  let begun = performance.now();
  for (const entry of entries) {
    prepared.push({ entry, text: searchable(`${entry.title} ${entry.text}`) });
    if (performance.now() - begun > SLICE) {
      await nextTask();
      begun = performance.now();
    }
  }
  return prepared;
}

/** `index`: address of the list of data files. `readPages`: the static pages. Nothing is fetched before the first search. */
export function createSearch(index: string, readPages: () => Promise<Result<readonly SearchEntry[]>>): SiteSearch {
  const $search = atom<SearchState>({ query: '', found: [], phase: 'idle' });
  /** The parts of the index that are here, in order: the pages, then month by month. */
  const parts: (readonly Prepared[])[] = [];
  let files: readonly (readonly string[])[] | undefined;
  let listing: Promise<Result<readonly (readonly string[])[]>> | undefined;
  /** The entries of the part after the one that was read last. */
  let ahead: Promise<Result<readonly SearchEntry[]>> | undefined;
  let reading: Promise<Result<void>> | undefined;
  let turn = 0;

  const complete = () => files !== undefined && parts.length > files.length;

  async function fetchPart(at: number): Promise<Result<readonly SearchEntry[]>> {
    if (at === 0) return readPages();
    listing ??= fetchData<string[][]>(index);
    const listed = await listing;
    if (!listed.ok) {
      listing = undefined;
      return listed;
    }
    files = listed.value;
    const entries: SearchEntry[] = [];
    for (const part of await Promise.all((files[at - 1] ?? []).map((href) => fetchData<SearchEntry[]>(href)))) {
      if (!part.ok) return part;
      entries.push(...part.value);
    }
    return succeed(entries.sort(newestFirst));
  }

  /** Asks for one part ahead: the next comes over the network while the processor is at work on this one. */
  async function readPart(): Promise<Result<void>> {
    const at = parts.length;
    const coming = ahead ?? fetchPart(at);
    ahead = !files || at < files.length ? fetchPart(at + 1) : undefined;
    const part = await coming;
    if (part.ok) {
      const prepared = await prepare(part.value);
      if (!complete()) parts.push(prepared);
    } else ahead = undefined;
    return part.ok ? succeed(undefined) : part;
  }

  /** Reads the next part, which all searches under way wait for. */
  function nextPart(): Promise<Result<void>> {
    reading ??= readPart().finally(() => {
      reading = undefined;
    });
    return reading;
  }

  /** Lets the browser answer the visitor, and reads the part at `at` unless it is here; false when it could not be had. */
  async function ready(at: number): Promise<boolean> {
    const read = at < parts.length ? succeed(undefined) : await nextPart();
    await nextTask();
    return read.ok;
  }

  async function run(query: string, matches: Matcher, mine: number): Promise<void> {
    const found: SearchEntry[] = [];
    const tell = (phase: SearchState['phase']) => $search.set({ query, found: [...found], phase });
    let begun = performance.now();
    let told = false;
    for (let at = 0; at < parts.length || !complete(); at += 1) {
      const first: boolean = !told && found.length >= SCREENFUL;
      if (first || at >= parts.length || performance.now() - begun > SLICE) {
        told ||= first;
        tell('searching');
        const here = await ready(at);
        if (mine !== turn) return;
        if (!here) return tell('failed');
        begun = performance.now();
      }
      // Pages, the first part, are all as new.
      found.push(...hits(parts[at] ?? [], matches, at === 0));
    }
    tell('ready');
  }

  return {
    $search,
    search(query) {
      turn += 1;
      const matches = createMatcher(query);
      if (matches) void run(query, matches, turn);
      else $search.set({ query, found: [], phase: 'idle' });
    },
  };
}
