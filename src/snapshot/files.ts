/** The files of one stored collection: its items, its last response and the bounds of the items in it. */
import { readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { CollectionName } from '../collections/index.ts';
import { digestOf, shortDigest } from '../lib/digest.ts';
import { type FileFacts, isFileSound, readIfPresent, writeAtomic } from '../lib/files.ts';
import { lazy } from '../lib/lazy.ts';
import { type CollectionRecord, type ItemState, PersistedResponse, type RecordFacts, uniqueRows } from './record.ts';
import type { SplitList } from './sync/json.ts';

interface StoredFile extends FileFacts {
  /** Named by its content. */
  readonly file: string;
  /** Time of modification, ms: while it is the same, the bytes are not verified. */
  readonly modified: number;
}

/** A collection as the store's index records it. */
export interface StoredCollection extends RecordFacts {
  readonly items: StoredFile;
  readonly body: StoredFile;
  readonly bounds: StoredFile;
  /** Offsets of the list's brackets in the body. */
  readonly open: number;
  readonly close: number;
}

/** A record with what of it is on disk. */
export interface Written {
  readonly record: CollectionRecord;
  readonly stored: StoredCollection;
}

export const filesOf = ({ items, body, bounds }: StoredCollection) => [items.file, body.file, bounds.file];

function isSound(folder: string, { file, modified, ...facts }: StoredFile): boolean {
  return isFileSound(join(folder, file), facts, (stats) => stats.mtimeMs === modified);
}

/** The stored response; null when its files are missing. */
export function readResponse(folder: string, { body, bounds, open, close }: StoredCollection): SplitList | null {
  const bytes = readIfPresent(join(folder, body.file));
  const pairs = readIfPresent(join(folder, bounds.file));
  // A copy: typed arrays must begin at a multiple of their element's size.
  return bytes && pairs && { body: bytes, bounds: new Uint32Array(new Uint8Array(pairs).buffer), open, close };
}

/** A record from disk; null without sound items, so that the collection is fetched whole. */
export function readRecord(folder: string, stored: StoredCollection): CollectionRecord | null {
  if (!isSound(folder, stored.items)) return null;
  const { items: itemsFile, body, bounds, open, close, ...facts } = stored;
  const hasResponse = isSound(folder, body) && isSound(folder, bounds);
  const items = lazy(() => JSON.parse(readFileSync(join(folder, itemsFile.file), 'utf8')) as ItemState[]);
  return {
    ...facts,
    // Without the bytes that "not modified" would refer to, the list is fetched whole.
    validators: hasResponse ? facts.validators : null,
    items,
    response: new PersistedResponse(() => (hasResponse ? readResponse(folder, stored) : null)),
    state: lazy(() => ({ digest: facts.digest, loaded: facts.loaded, rows: uniqueRows(items()).rows })),
  };
}

async function writeFile(folder: string, name: string, content: string | Uint8Array): Promise<StoredFile> {
  const digest = digestOf(content);
  const file = `${name}.${shortDigest(digest)}`;
  await writeAtomic(join(folder, file), content);
  const { size, mtimeMs } = await stat(join(folder, file));
  return { file, digest, size, modified: mtimeMs };
}

async function writeResponse(folder: string, name: string, list: SplitList | null) {
  const bounds = list ? new Uint8Array(list.bounds.buffer, list.bounds.byteOffset, list.bounds.byteLength) : '';
  return {
    body: await writeFile(folder, `${name}.body`, list?.body ?? ''),
    bounds: await writeFile(folder, `${name}.bounds`, bounds),
    open: list?.open ?? 0,
    close: list?.close ?? 0,
  };
}

/** Writes those files of a record that `before` does not have. */
export async function writeRecord(
  folder: string,
  name: CollectionName,
  record: CollectionRecord,
  before: Written | undefined,
): Promise<StoredCollection> {
  const { items, response, state, ...facts } = record;
  const sameItems = before?.record.items === items;
  const sameResponse = before?.record.response === response;
  return {
    ...(sameResponse ? before.stored : await writeResponse(folder, name, response.get())),
    ...facts,
    items: sameItems ? before.stored.items : await writeFile(folder, `${name}.items`, JSON.stringify(items())),
  };
}
