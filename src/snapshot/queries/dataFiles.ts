import type { ListName } from '../../collections/index.ts';
import { type Digest, digestOf, shortDigest } from '../../lib/digest.ts';
import { queryKey, type Source } from '../evaluator.ts';
import type { Row } from '../types.ts';

/** Folders of the data files under `/data/`. */
export type DataFolder = ListName | 'calendar';

export interface DataBody {
  readonly href: string;
  /** Makes the bytes: a JSON array. */
  body(): string;
  /** Digest of the bytes. */
  readonly digest: Digest;
}

/** The data file of some rows: its name holds the digest of its bytes, which are made only when the rows have changed. */
export function dataBody(source: Source, folder: DataFolder, key: string, rows: readonly Row<unknown>[]): DataBody {
  const of = digestOf(rows.map((row) => row.digest).join(''));
  const body = () => JSON.stringify(rows.map((row) => row.entity));
  const digest = source.memo(queryKey('dataDigest', [folder, key]), of, () => digestOf(body()));
  return { href: `/data/${folder}/${key}.${shortDigest(digest)}.json`, body, digest };
}
