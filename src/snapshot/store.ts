/** The last good content, in memory and on disk. */

import { readFileSync, statSync } from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Digest, digestOf, shortDigest } from '../lib/digest.ts';
import { writeAtomic } from '../lib/files.ts';
import { lazy } from '../lib/lazy.ts';
import { COLLECTION_NAMES, type CollectionName, type Collections } from '../types/entities.ts';
import { type CollectionRecord, type ItemState, NOTHING, PersistedResponse, type RecordFacts, uniqueRows } from './record.ts';
import type { SplitList } from './sync/bytes.ts';
import type { CollectionState, Snapshot } from './types.ts';

export interface SnapshotStoreOptions {
  /** A folder `snapshot` is made in it. */
  readonly cacheDir: string;
  /** Whose content it is: base address and school code. Another one: as if nothing were known. */
  readonly origin: string;
  /** Version of the code that read the items, and the zone. Another one: items are read again from their kept bytes. */
  readonly recipe: string;
}

export interface SnapshotStore {
  /** The content as of the last sync, or as it lay on disk. */
  readonly snapshot: Snapshot;
  /** For sync: reads again what another process has written since. */
  catchUp(): Promise<void>;
  /** For sync: the version under which items are read now. */
  readonly recipe: string;
  /** For sync: what is held of a collection. */
  held(name: CollectionName): CollectionRecord;
  /** For sync: takes what has changed; `persist` writes it. */
  take(changes: ReadonlyMap<CollectionName, CollectionRecord>): void;
  /** Writes what was taken since the last call. Calls are queued. */
  persist(): Promise<void>;
}

const FORMAT = 1;
const INDEX = 'index.json';

/** A file of the store as the index records it. */
interface KeptFile {
  readonly file: string;
  readonly digest: Digest;
  readonly size: number;
  /** Equal time and size: not touched since it was verified or written. */
  readonly modified: number;
}

interface KeptCollection extends RecordFacts {
  readonly items: KeptFile;
  readonly body: KeptFile;
  readonly bounds: KeptFile;
  readonly open: number;
  readonly close: number;
}

interface Index {
  readonly format: number;
  readonly origin: string;
  readonly collections: Partial<Record<CollectionName, KeptCollection>>;
}

/** Whether a file is as it was written; its bytes are only digested when its time or size says that it may not be. */
function isSound(folder: string, kept: KeptFile): boolean {
  try {
    const { size, mtimeMs } = statSync(join(folder, kept.file));
    if (size !== kept.size) return false;
    return mtimeMs === kept.modified || digestOf(readFileSync(join(folder, kept.file))) === kept.digest;
  } catch {
    return false;
  }
}

function readAnswer(folder: string, kept: KeptCollection): SplitList | null {
  try {
    const body = readFileSync(join(folder, kept.body.file));
    const pairs = readFileSync(join(folder, kept.bounds.file));
    const bounds = new Uint32Array(pairs.buffer.slice(pairs.byteOffset, pairs.byteOffset + pairs.byteLength));
    return { body, bounds, open: kept.open, close: kept.close };
  } catch {
    return null;
  }
}

/** A collection from disk. Without sound items only its answer is of use: it is read again, or fetched whole. */
function heldFrom(folder: string, kept: KeptCollection): CollectionRecord | null {
  if (!isSound(folder, kept.items)) return null;
  const answerIsSound = isSound(folder, kept.body) && isSound(folder, kept.bounds);
  const items = lazy(() => JSON.parse(readFileSync(join(folder, kept.items.file), 'utf8')) as ItemState[]);
  const { digest, loaded, leftOut, stale, recipe, generation, missing } = kept;
  return {
    ...{ digest, loaded, leftOut, stale, recipe, generation, missing },
    // Without the bytes that an answer "not modified" would refer to, the list is fetched whole.
    validators: answerIsSound ? kept.validators : null,
    items,
    answer: new PersistedResponse(() => (answerIsSound ? readAnswer(folder, kept) : null)),
    state: lazy(() => ({ digest, loaded, rows: uniqueRows(items()).rows })),
  };
}

/** Changes whenever a file is written anew. */
function stampOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found ? `${found.ino} ${found.mtimeMs} ${found.size}` : '';
}

async function readIndex(folder: string, origin: string): Promise<Index> {
  const empty: Index = { format: FORMAT, origin, collections: {} };
  try {
    const index = JSON.parse(await readFile(join(folder, INDEX), 'utf8')) as Index;
    return index.format === FORMAT && index.origin === origin ? index : empty;
  } catch {
    return empty;
  }
}

function snapshotOf(held: ReadonlyMap<CollectionName, CollectionRecord>): Snapshot {
  const get = (name: CollectionName) => held.get(name) ?? NOTHING;
  return {
    digest: (name) => get(name).digest,
    collection: <Name extends CollectionName>(name: Name) => get(name).state() as CollectionState<Collections[Name]>,
  };
}

/** Writes a file named by its content, and says what the index must know about it. */
async function keepFile(folder: string, name: string, content: string | Uint8Array): Promise<KeptFile> {
  const digest = digestOf(content);
  const file = `${name}.${shortDigest(digest)}`;
  await writeAtomic(join(folder, file), content);
  const { size, mtimeMs } = await stat(join(folder, file));
  return { file, digest, size, modified: mtimeMs };
}

/** What of a collection is on disk. */
interface Written {
  readonly held: CollectionRecord;
  readonly kept: KeptCollection;
}

async function keepCollection(
  folder: string,
  name: string,
  held: CollectionRecord,
  before: Written | undefined,
): Promise<KeptCollection> {
  const { digest, loaded, validators, leftOut, stale, recipe, missing, generation } = held;
  const facts = { digest, loaded, validators, leftOut, stale, recipe, missing, generation };
  const items =
    before?.held.items === held.items ? before.kept.items : await keepFile(folder, `${name}.items`, JSON.stringify(held.items()));
  if (before?.held.answer === held.answer) {
    const { body, bounds, open, close } = before.kept;
    return { ...facts, items, body, bounds, open, close };
  }
  const answer = held.answer.get();
  const pairs = answer ? new Uint8Array(answer.bounds.buffer, answer.bounds.byteOffset, answer.bounds.byteLength) : '';
  const body = await keepFile(folder, `${name}.body`, answer?.body ?? '');
  const bounds = await keepFile(folder, `${name}.bounds`, pairs);
  return { ...facts, items, body, bounds, open: answer?.open ?? 0, close: answer?.close ?? 0 };
}

/** Opens the store; reads nothing but its small index. A missing or damaged index counts as empty. */
export async function openSnapshotStore({ cacheDir, origin, recipe }: SnapshotStoreOptions): Promise<SnapshotStore> {
  const folder = join(cacheDir, 'snapshot');
  const indexFile = join(folder, INDEX);
  let written = new Map<CollectionName, Written>();
  let current: ReadonlyMap<CollectionName, CollectionRecord> = new Map();
  let snapshot = snapshotOf(current);
  let stamp: string | null = null;

  /** Takes what lies on disk, unless it is what this process read or wrote last. */
  async function load(): Promise<void> {
    const found = stampOf(indexFile);
    if (found === stamp) return;
    const { collections } = await readIndex(folder, origin);
    written = new Map();
    for (const name of COLLECTION_NAMES) {
      const kept = collections[name];
      const held = kept && heldFrom(folder, kept);
      if (held) written.set(name, { held, kept });
    }
    current = new Map([...written].map(([name, { held }]) => [name, held]));
    snapshot = snapshotOf(current);
    stamp = found;
  }
  await load();
  let queue = Promise.resolve();

  async function write(): Promise<void> {
    const unwritten = [...current].filter(([name, held]) => written.get(name)?.held !== held);
    if (!unwritten.length) return;
    for (const [name, held] of unwritten)
      written.set(name, { held, kept: await keepCollection(folder, name, held, written.get(name)) });
    const index: Index = {
      format: FORMAT,
      origin,
      collections: Object.fromEntries([...written].map(([name, { kept }]) => [name, kept])),
    };
    await writeAtomic(indexFile, JSON.stringify(index), true);
    stamp = stampOf(indexFile);
    for (const { held, kept } of written.values()) held.answer.moveTo(() => readAnswer(folder, kept));
    const needed = new Set([
      INDEX,
      ...[...written.values()].flatMap(({ kept }) => [kept.items.file, kept.body.file, kept.bounds.file]),
    ]);
    for (const file of await readdir(folder)) if (!needed.has(file)) await rm(join(folder, file), { force: true });
  }

  return {
    get snapshot() {
      return snapshot;
    },
    catchUp: () => queue.then(load),
    recipe,
    held: (name) => current.get(name) ?? NOTHING,
    take(changes) {
      current = new Map([...current, ...changes]);
      snapshot = snapshotOf(current);
    },
    persist() {
      const next = queue.then(write);
      queue = next.catch(() => {});
      return next;
    },
  };
}
