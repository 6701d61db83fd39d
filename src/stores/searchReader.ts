/** The search's index as far as it is in the browser: each of its files is read once, when it is first needed. */
import { fail, type Result, succeed } from '../lib/result.ts';
import { type QueryTerm, queryReader } from '../lib/searchWords.ts';
import { mayHold } from '../lib/wordFilter.ts';
import type { SearchIndex, SearchShelf, SearchStatics } from '../types/search.ts';
import { fetchData } from './dataFiles.ts';
import { indexedEntries, indexedPages, SearchPart } from './searchIndex.ts';

/** What is read before anything can be searched. */
export interface Opened {
  readonly statics: SearchStatics;
  readonly files: SearchIndex;
  readonly read: (query: string) => QueryTerm[];
}

export class SearchReader {
  /** The pages, then the data files, newest first; those that are here. */
  readonly parts = new Map<number, SearchPart>();
  readonly #index: string;
  readonly #statics: string;
  readonly #coming = new Map<number, Promise<Result<void>>>();
  #opened: Opened | null = null;
  #opening: Promise<Result<Opened>> | undefined;

  /** Addresses of the list of data files, and of the pages and words. */
  constructor(index: string, statics: string) {
    this.#index = index;
    this.#statics = statics;
  }

  get opened(): Opened | null {
    return this.#opened;
  }

  /** Reads the list of data files, and the pages and words. */
  async open(): Promise<Result<Opened>> {
    if (this.#opened) return succeed(this.#opened);
    this.#opening ??= this.#open().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  async #open(): Promise<Result<Opened>> {
    const [statics, listed] = await Promise.all([fetchData<SearchStatics>(this.#statics), fetchData<SearchIndex>(this.#index)]);
    if (!statics.ok) return statics;
    if (!listed.ok) return listed;
    this.parts.set(0, await new SearchPart(indexedPages(statics.value)).index());
    this.#opened = { statics: statics.value, files: listed.value, read: queryReader(statics.value) };
    return succeed(this.#opened);
  }

  /** Reads data files that are not here yet, counted from 1; false when one could not be had. */
  async bring(wanted: readonly number[]): Promise<boolean> {
    const read = await Promise.all(wanted.filter((part) => !this.parts.has(part)).map((part) => this.#bring(part)));
    return read.every(({ ok }) => ok);
  }

  #bring(part: number): Promise<Result<void>> {
    const coming = this.#coming.get(part) ?? this.#readFile(part).finally(() => this.#coming.delete(part));
    this.#coming.set(part, coming);
    return coming;
  }

  async #readFile(part: number): Promise<Result<void>> {
    const href = this.#opened?.files[part - 1]?.[0];
    if (href === undefined) return fail('unknown', `The search has no data file ${part}.`);
    const shelves = await fetchData<SearchShelf[]>(href);
    if (!shelves.ok) return shelves;
    this.parts.set(part, await new SearchPart(indexedEntries(shelves.value, this.#opened?.statics.kinds ?? {})).index());
    return succeed(undefined);
  }

  /** Whether there are so many data files that those which can add nothing are not read. */
  get isLarge(): boolean {
    return this.#opened?.files.some(([, filter]) => filter !== undefined) ?? false;
  }

  /** Whether a data file may hold all the words, or others that mean the same. */
  mayHoldAll(part: number, terms: readonly QueryTerm[]): boolean {
    const filter = this.#opened?.files[part - 1]?.[1];
    return (
      filter === undefined ||
      terms.every(({ meanings }) => meanings.some(({ words }) => words.every((word) => mayHold(filter, word))))
    );
  }
}
