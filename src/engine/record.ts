/** What one rebuild changes, as it is written to the log: the engine's state is the sum of its records. */
import type { Digest } from '../lib/digest.ts';
import type { InputKey, PageKey, QueryKey } from './types.ts';

/** Raised whenever the shape below changes: an older log is then not read but built anew. */
export const FORMAT = 2;

/** A file of a release; `path` is relative to `dist/`, `size` in bytes. */
export interface FileRow {
  readonly path: string;
  readonly digest: Digest;
  readonly size: number;
}

/** The same in the log. */
export type FileTuple = readonly [path: string, digest: Digest, size: number];
/** `replacement`: they stand for bytes that were purged. */
export type FileVersion = readonly [digest: Digest, size: number, replacement?: true];
/** One path of a release's difference to the one before; null: not there. */
export type ChangeTuple = readonly [path: string, before: FileVersion | null, now: FileVersion | null];

export const fileTuple = ({ path, digest, size }: FileRow): FileTuple => [path, digest, size];
export const fileRow = ([path, digest, size]: FileTuple): FileRow => ({ path, digest, size });

/** A release that can be served again: undoing the changes of all later ones gives its files. */
export interface HistoryEntry {
  readonly release: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly changes: readonly ChangeTuple[];
}

/** Numbers are indexes into the record's own dictionaries, which keep a page's row short. */
export type PageTuple = readonly [
  key: PageKey,
  queries: readonly number[],
  files: readonly FileTuple[],
  groups: readonly number[],
  /** Addresses beside the common ones. */
  own: readonly number[],
  /** Common addresses that the page does not name. */
  lacks: readonly number[],
];

export interface ChangeRecord {
  readonly format: number;
  /** The release that the state belongs to afterwards; the same as before when no file changed. */
  readonly release: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly code: Digest;
  /** True: nothing of an earlier state holds. */
  readonly full: boolean;
  readonly inputs: readonly (readonly [InputKey, Digest])[];
  readonly answers: readonly (readonly [QueryKey, Digest, readonly InputKey[]])[];
  readonly queries: readonly QueryKey[];
  readonly addresses: readonly string[];
  readonly groupNames: readonly string[];
  /** Addresses that nearly every page names; only in a full record. */
  readonly common: readonly number[];
  readonly pages: readonly PageTuple[];
  readonly gone: readonly PageKey[];
  /** Files of newly named asset groups. */
  readonly groups: readonly (readonly [string, readonly FileTuple[]])[];
  /** Null: as before. */
  readonly assets: readonly FileTuple[] | null;
  /** The release's difference; empty in a full record, whose history has it. */
  readonly changes: readonly ChangeTuple[];
  /** Only in a full record: the kept releases up to this one. */
  readonly history: readonly HistoryEntry[] | null;
}

/** A page's trace, files and references, before they are numbered. */
export interface PageRow {
  readonly key: PageKey;
  readonly queries: readonly QueryKey[];
  readonly files: readonly FileRow[];
  readonly groups: readonly string[];
  readonly addresses: readonly string[];
}

/** Numbers words in the order in which they come. */
class Dictionary {
  readonly words: string[] = [];
  readonly #numbers = new Map<string, number>();

  #number(word: string): number {
    let number = this.#numbers.get(word);
    if (number === undefined) {
      number = this.words.push(word) - 1;
      this.#numbers.set(word, number);
    }
    return number;
  }

  all(words: Iterable<string>): number[] {
    return Array.from(words, (word) => this.#number(word));
  }
}

const SAMPLE = 200;

/** Addresses that more than half of the pages name, judged by a sample: exactness is not needed, only short rows. */
export function commonAddresses(pages: readonly PageRow[]): Set<string> {
  const counts = new Map<string, number>();
  const step = Math.max(1, Math.floor(pages.length / SAMPLE));
  let sampled = 0;
  for (let at = 0; at < pages.length; at += step, sampled += 1) {
    for (const address of pages[at]?.addresses ?? []) counts.set(address, (counts.get(address) ?? 0) + 1);
  }
  return new Set([...counts].filter(([, count]) => count > 1 && count * 2 > sampled).map(([address]) => address));
}

type Dictionaries = Pick<ChangeRecord, 'queries' | 'addresses' | 'groupNames' | 'common' | 'pages'>;

/** The rows of pages with their dictionaries; `common` as the state will hold it. */
export function encodePages(rows: readonly PageRow[], common: ReadonlySet<string>, full: boolean): Dictionaries {
  const queries = new Dictionary();
  const addresses = new Dictionary();
  const groupNames = new Dictionary();
  const pages = rows.map((row): PageTuple => {
    const own = row.addresses.filter((address) => !common.has(address));
    const lacks = row.addresses.length - own.length === common.size ? [] : [...common.difference(new Set(row.addresses))];
    return [
      row.key,
      queries.all(row.queries),
      row.files.map(fileTuple),
      groupNames.all(row.groups),
      addresses.all(own),
      addresses.all(lacks),
    ];
  });
  const commonNumbers = full ? addresses.all(common) : [];
  return { queries: queries.words, addresses: addresses.words, groupNames: groupNames.words, common: commonNumbers, pages };
}

/** Whether a parsed line has the shape of a record. Its checksum was right, so only another format is to be told apart. */
export function isRecord(value: unknown): value is ChangeRecord {
  return typeof value === 'object' && value !== null && 'format' in value && value.format === FORMAT;
}
