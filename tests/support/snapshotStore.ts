/** Snapshot stores on one folder, with the collection of videos. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { digestOfJson } from '../../src/lib/digest.ts';
import { type CollectionRecord, digestOfRows, PersistedResponse } from '../../src/snapshot/record.ts';
import { openSnapshotStore } from '../../src/snapshot/store.ts';
import { splitList } from '../../src/snapshot/sync/split.ts';
import { TEMPORARY } from './temporary.ts';

type Store = Awaited<ReturnType<typeof openSnapshotStore>>;

/** The collection of videos with these titles. */
export function videos(...titles: string[]): CollectionRecord {
  const rows = titles.map((title) => {
    const entity = { id: title, title, date: null, url: null };
    return { id: title, digest: digestOfJson(entity), entity };
  });
  const split = splitList('video', Buffer.from(JSON.stringify(titles)), null);
  if (!split.ok) throw new Error(split.message);
  const digest = digestOfRows(rows);
  return {
    ...{ digest, loaded: true, validators: { etag: '"1"', lastModified: null }, leftOut: [], warnings: [], stale: null },
    ...{ recipe: 'one', generation: 'first', missing: [] },
    items: () => rows,
    response: new PersistedResponse(() => split.value),
    state: () => ({ digest, loaded: true, rows }),
  };
}

/** The titles of a store's videos. */
export const titlesIn = ({ snapshot }: Store) => snapshot.collection('video').rows.map(({ id }) => id);

/** A folder for each test of the file that calls this. */
export function snapshotFolder() {
  let cacheDir: string;
  beforeEach(async () => {
    cacheDir = await mkdtemp(join(TEMPORARY, 'store-'));
  });
  afterEach(() => rm(cacheDir, { recursive: true, force: true }));

  const pathOf = (...names: string[]) => join(cacheDir, 'snapshot', ...names);
  const files = () => readdir(pathOf());
  const open = (origin = 'service') => openSnapshotStore({ cacheDir, origin, recipe: 'one' });
  return {
    open,
    pathOf,
    files,
    /** The first file whose name contains `kind`. */
    fileOf: async (kind: string) => pathOf((await files()).find((name) => name.includes(kind)) ?? ''),
    /** Persists these videos in the folder. */
    async persist(...titles: string[]): Promise<void> {
      const store = await open();
      store.take(new Map([['video', videos(...titles)]]));
      await store.persist();
    },
  };
}
