import { type Digest, digestOf, shortDigest } from '../../lib/digest.ts';
import type { DataFile } from '../../types/views.ts';
import type { Row } from '../types.ts';

/** Folders of the data files under `/data/`. */
export type DataFolder = 'news' | 'events' | 'gallery' | 'video' | 'toppers-x' | 'toppers-xii' | 'calendar';

export interface DataBody {
  readonly href: string;
  /** Makes the bytes: a JSON array. */
  body(): string;
  readonly digest: Digest;
}

/** What is known of a data file without its bytes. */
export interface DataName {
  /** Digest of the rows' digests. */
  readonly of: Digest;
  /** Digest of the bytes, which the name holds. */
  readonly digest: Digest;
}

/** Names by folder and key: after a change only the changed year is written anew to learn its name. */
const names = new Map<string, DataName>();

/** The names known now, to be written down. */
export function dataNames(): readonly (readonly [slot: string, name: DataName])[] {
  return [...names];
}

/** Takes over names that another process learnt under the same version of the code. */
export function rememberDataNames(known: Iterable<readonly [slot: string, name: DataName]>): void {
  for (const [slot, name] of known) if (!names.has(slot)) names.set(slot, name);
}

/** The data file of some rows: its name holds the digest of its bytes. */
export function dataBody(folder: DataFolder, key: string, rows: readonly Row<unknown>[]): DataBody {
  let hashed = '';
  for (const row of rows) hashed += row.digest;
  const of = digestOf(hashed);
  const slot = `${folder}/${key}`;
  const body = () => JSON.stringify(rows.map((row) => row.entity));
  let name = names.get(slot);
  if (name?.of !== of) {
    name = { of, digest: digestOf(body()) };
    names.set(slot, name);
  }
  return { href: `/data/${folder}/${key}.${shortDigest(name.digest)}.json`, body, digest: name.digest };
}

/** What a page tells its island about a data file. */
export function dataFile(folder: DataFolder, key: string, rows: readonly Row<unknown>[], months: readonly number[]): DataFile {
  return { key, count: rows.length, months, href: dataBody(folder, key, rows).href };
}
