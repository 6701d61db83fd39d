/**
 * The files of one stored collection: its items, its last response and the bounds of the items in it, as they once were, and
 * a file of what changed since. A change of one item of 10,000 costs a line and not three files of several megabytes.
 */
import { readFileSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { CollectionName } from '../collections/index.ts';
import { digestOf, shortDigest } from '../lib/digest.ts';
import { type FileFacts, fromChecksummed, isFileSound, readIfPresent, toChecksummed, writeAtomic } from '../lib/files.ts';
import { lazy } from '../lib/lazy.ts';
import { type Difference, itemsAfter, itemsDifference, listAfter, listDifference } from './difference.ts';
import { type CollectionRecord, type ItemState, PersistedResponse, type RecordFacts, uniqueRows } from './record.ts';
import type { SplitList } from './sync/json.ts';

const LINE_END = 10;

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
  /** Null: nothing changed since the three files were written. */
  readonly changes: StoredChanges | null;
}

interface StoredChanges {
  readonly file: string;
  /** How far the file counts. */
  readonly bytes: number;
  readonly lines: number;
}

/** Changes beyond which all is written anew: each is read with the collection. */
const MOST_CHANGES = 200;

/** A record with what of it is on disk. */
export interface Written {
  readonly record: CollectionRecord;
  readonly stored: StoredCollection;
}

export function filesOf({ items, body, bounds, changes }: StoredCollection): string[] {
  return [items.file, body.file, bounds.file, ...(changes ? [changes.file] : [])];
}

function isSound(folder: string, { file, modified, ...facts }: StoredFile): boolean {
  return isFileSound(join(folder, file), facts, (stats) => stats.mtimeMs === modified);
}

/** Null: the file is damaged. */
function readChanges(folder: string, { changes }: StoredCollection): readonly Difference[] | null {
  if (!changes) return [];
  const bytes = readIfPresent(join(folder, changes.file))?.subarray(0, changes.bytes);
  if (bytes?.length !== changes.bytes) return null;
  const differences: Difference[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(LINE_END, at) + 1 || bytes.length;
    const difference = fromChecksummed(bytes.subarray(at, end)) as Difference | null;
    if (!difference) return null;
    differences.push(difference);
    at = end;
  }
  return differences;
}

/** The stored response; null when its files are missing or damaged. */
export function readResponse(folder: string, stored: StoredCollection): SplitList | null {
  const { body, bounds, open, close } = stored;
  const differences = readChanges(folder, stored);
  const bytes = readIfPresent(join(folder, body.file));
  const pairs = readIfPresent(join(folder, bounds.file));
  // A copy: typed arrays must begin at a multiple of their element's size.
  if (!differences || !bytes || !pairs) return null;
  return listAfter({ body: bytes, bounds: new Uint32Array(new Uint8Array(pairs).buffer), open, close }, differences);
}

/** A record from disk; null without sound items, so that the collection is fetched whole. */
export function readRecord(folder: string, stored: StoredCollection): CollectionRecord | null {
  const differences = readChanges(folder, stored);
  if (!differences || !isSound(folder, stored.items)) return null;
  const { items: itemsFile, body, bounds, open, close, changes, ...facts } = stored;
  const hasResponse = isSound(folder, body) && isSound(folder, bounds);
  const items = lazy(() => {
    const once = JSON.parse(readFileSync(join(folder, itemsFile.file), 'utf8')) as ItemState[];
    return itemsAfter(once, differences);
  });
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

/** What of a record is not in `before`; null when that is not known. */
function differenceOf({ items, response }: CollectionRecord, { record: before }: Written): Difference | null {
  const itemsChange = items === before.items ? null : itemsDifference(before.items(), items());
  if (response === before.response) return { items: itemsChange, list: null };
  const [last, now] = [before.response.get(), response.get()];
  return last && now && { items: itemsChange, list: listDifference(last, now) };
}

/** Appends what changed to the file of changes; null when it is better to write all anew. */
async function appendChange(folder: string, record: CollectionRecord, before: Written): Promise<StoredChanges | null> {
  const { changes, items, body } = before.stored;
  const { file, bytes, lines } = changes ?? { file: `${items.file}.${shortDigest(body.digest)}.changes`, bytes: 0, lines: 0 };
  const difference = lines < MOST_CHANGES ? differenceOf(record, before) : null;
  if (!difference) return null;
  const line = Buffer.from(toChecksummed(difference));
  if (bytes + line.length > (items.size + body.size) / 2) return null;
  const handle = await open(join(folder, file), bytes > 0 ? 'r+' : 'w').catch(() => null);
  if (!handle) return null;
  try {
    // What another process appended and did not live to count is overwritten.
    await handle.truncate(bytes);
    await handle.write(line, 0, line.length, bytes);
  } finally {
    await handle.close();
  }
  return { file, bytes: bytes + line.length, lines: lines + 1 };
}

/** Writes what of a record `before` does not have. */
export async function writeRecord(
  folder: string,
  name: CollectionName,
  record: CollectionRecord,
  before: Written | undefined,
): Promise<StoredCollection> {
  const { items, response, state, ...facts } = record;
  const isSame = before?.record.items === items && before.record.response === response;
  if (isSame) return { ...before.stored, ...facts };
  const changes = before ? await appendChange(folder, record, before) : null;
  if (before && changes) return { ...before.stored, ...facts, changes };
  return {
    ...(await writeResponse(folder, name, response.get())),
    ...facts,
    items: await writeFile(folder, `${name}.items`, JSON.stringify(items())),
    changes: null,
  };
}
