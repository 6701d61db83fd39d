import type { CollectionName, ListName } from '../../collections/index.ts';
import { type Digest, digestOf, shortDigest } from '../../lib/digest.ts';
import { memoize } from '../../lib/memoize.ts';
import { queryKey, type Source } from '../query.ts';
import type { Row } from '../types.ts';

/** Folders of the data files under `/data/`. */
export type DataFolder = ListName | 'calendar' | `search-${CollectionName}`;

export interface DataBody {
  readonly href: string;
  /** Makes the bytes: a JSON array. */
  body(): string;
  /** Digest of the bytes. */
  readonly digest: Digest;
  /** Addresses of the data files that it names. */
  readonly names?: readonly string[];
}

const digestOfContent = memoize((rows: readonly Row<unknown>[]) => digestOf(rows.map((row) => row.digest).join('')));

/**
 * The data file of some rows: its name holds the digest of its bytes, which are made only when the rows have changed.
 * `items`: what of the rows it holds; their entities unless told.
 */
export function dataBody(
  source: Source,
  folder: DataFolder,
  key: string,
  rows: readonly Row<unknown>[],
  items: () => readonly unknown[] = () => rows.map((row) => row.entity),
): DataBody {
  const body = () => JSON.stringify(items());
  const digest = source.memo(queryKey('dataDigest', [folder, key]), digestOfContent(rows), () => digestOf(body()));
  return { href: `/data/${folder}/${key}.${shortDigest(digest)}.json`, body, digest };
}

/** The page key of the data file at an address: the address without its digest. */
export function dataPageKey(href: string): string {
  return href.replace(/\.[0-9a-f]{12}\.json$/, '.json');
}
