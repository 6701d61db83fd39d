/** The last good content, in memory and on disk. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { COLLECTION_NAMES, type CollectionName, type Collections } from '../collections/index.ts';
import { readChecksummed, stampOf, toChecksummed, writeAtomic } from '../lib/files.ts';
import { filesOf, readRecord, readResponse, type StoredCollection, type Written, writeRecord } from './files.ts';
import { type CollectionRecord, NOTHING } from './record.ts';
import type { CollectionState, Snapshot } from './types.ts';

export interface SnapshotStoreOptions {
  /** The folder `snapshot` is made in it. */
  readonly cacheDir: string;
  /** Whose content it is: base address and school code. Content of another origin is ignored. */
  readonly origin: string;
  /** Version of the code that reads the items, and the zone. Under another one they are read again from the stored bytes. */
  readonly recipe: string;
}

export interface SnapshotStore {
  /** The content as of the last sync, or as on disk. */
  readonly snapshot: Snapshot;
  /** For sync: takes over what another process has written since. */
  catchUp(): Promise<void>;
  /** For sync: the version under which items are read now. */
  readonly recipe: string;
  /** For sync. */
  record(name: CollectionName): CollectionRecord;
  /** For sync: takes the records that changed; `persist` writes them. */
  take(records: ReadonlyMap<CollectionName, CollectionRecord>): void;
  /** Writes what was taken since the last call. Calls are queued. */
  persist(): Promise<void>;
}

const FORMAT = 5;
const INDEX = 'index.json';

interface Index {
  readonly format: number;
  readonly origin: string;
  readonly collections: Partial<Record<CollectionName, StoredCollection>>;
}

type Records = ReadonlyMap<CollectionName, CollectionRecord>;

function snapshotOf(records: Records): Snapshot {
  const get = (name: CollectionName) => records.get(name) ?? NOTHING;
  return {
    digest: (name) => get(name).digest,
    collection: <Name extends CollectionName>(name: Name) => get(name).state() as CollectionState<Collections[Name]>,
  };
}

/** Opens the store; reads nothing but its small index. A missing or damaged index counts as empty. */
export async function openSnapshotStore({ cacheDir, origin, recipe }: SnapshotStoreOptions): Promise<SnapshotStore> {
  const folder = join(cacheDir, 'snapshot');
  const indexFile = join(folder, INDEX);
  let written = new Map<CollectionName, Written>();
  let current: Records = new Map();
  let snapshot = snapshotOf(current);
  let stamp: string | null = null;

  /** Takes what is on disk, unless this process read or wrote it last. */
  function load(): void {
    const found = stampOf(indexFile);
    if (found === stamp) return;
    const index = readChecksummed(indexFile) as Index | null;
    const collections = index?.format === FORMAT && index.origin === origin ? index.collections : {};
    written = new Map();
    for (const name of COLLECTION_NAMES) {
      const stored = collections[name];
      const record = stored && readRecord(folder, stored);
      if (record) written.set(name, { record, stored });
    }
    current = new Map([...written].map(([name, { record }]) => [name, record]));
    snapshot = snapshotOf(current);
    stamp = found;
  }

  async function write(): Promise<void> {
    const unwritten = [...current].filter(([name, record]) => written.get(name)?.record !== record);
    if (!unwritten.length) return;
    const moved: Written[] = [];
    for (const [name, record] of unwritten) {
      const before = written.get(name);
      const stored = await writeRecord(folder, name, record, before);
      written.set(name, { record, stored });
      if (before?.record.response !== record.response) moved.push({ record, stored });
    }
    const collections = Object.fromEntries([...written].map(([name, { stored }]) => [name, stored]));
    await writeAtomic(indexFile, toChecksummed({ format: FORMAT, origin, collections } satisfies Index), true);
    stamp = stampOf(indexFile);
    for (const { record, stored } of moved) record.response.moveTo(() => readResponse(folder, stored));
    const needed = new Set([INDEX, ...[...written.values()].flatMap(({ stored }) => filesOf(stored))]);
    for (const file of await readdir(folder))
      if (!needed.has(file)) await rm(join(folder, file), { recursive: true, force: true });
  }

  load();
  let queue = Promise.resolve();
  const record = (name: CollectionName) => current.get(name) ?? NOTHING;

  return {
    get snapshot() {
      return snapshot;
    },
    catchUp: () => queue.then(load),
    recipe,
    record,
    take(records) {
      const changed = [...records].filter(([name, taken]) => taken !== record(name));
      current = new Map([...current, ...changed]);
      snapshot = snapshotOf(current);
    },
    persist() {
      const next = queue.then(write);
      queue = next.catch(() => {});
      return next;
    },
  };
}
