import { digestOf, shortDigest } from '../../lib/digest.ts';
import type { DataFile } from '../../types/views.ts';
import type { Row } from '../types.ts';

/** Folders of the data files under `/data/`. */
export type DataFolder = 'news' | 'events' | 'gallery' | 'video' | 'toppers-x' | 'toppers-xii' | 'calendar';

export interface DataBody {
  readonly href: string;
  /** A JSON array. */
  readonly body: string;
  readonly digest: ReturnType<typeof digestOf>;
}

/** Bodies by folder and by the digests of what they hold: after a change only the changed year is written anew. */
const bodies = new Map<string, { readonly of: string; readonly body: DataBody }>();

/** The data file of some rows: its name holds the digest of its bytes. */
export function dataBody(folder: DataFolder, key: string, rows: readonly Row<unknown>[]): DataBody {
  let hashed = '';
  for (const row of rows) hashed += row.digest;
  const of = digestOf(hashed);
  const slot = `${folder}/${key}`;
  const known = bodies.get(slot);
  if (known?.of === of) return known.body;
  const body = JSON.stringify(rows.map((row) => row.entity));
  const digest = digestOf(body);
  const made = { href: `/data/${folder}/${key}.${shortDigest(digest)}.json`, body, digest };
  bodies.set(slot, { of, body: made });
  return made;
}

/** What a page tells its island about a data file. */
export function dataFile(folder: DataFolder, key: string, rows: readonly Row<unknown>[], months: readonly number[]): DataFile {
  return { key, count: rows.length, months, href: dataBody(folder, key, rows).href };
}
