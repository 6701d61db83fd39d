/** The last good content, in memory and on disk. */
import type { Snapshot } from './types.ts';

export interface SnapshotStoreOptions {
  /** A folder `snapshot` is made in it. */
  readonly cacheDir: string;
  /** Whose content it is: base address and school code. Another one: as if nothing were known. */
  readonly origin: string;
  /** Version of the code that read the items and the zone. Another one: items are read again from their kept bytes. */
  readonly recipe: string;
}

export interface SnapshotStore {
  /** The content as of the last sync, or as it lay on disk. */
  readonly snapshot: Snapshot;
}

/** Opens the store; reads nothing but its small index. A missing or damaged index counts as empty. */
export declare function openSnapshotStore(options: SnapshotStoreOptions): Promise<SnapshotStore>;
