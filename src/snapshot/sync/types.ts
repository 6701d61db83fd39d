/** What goes into a sync, through it, and comes out. */
import type { CollectionName } from '../../collections/index.ts';
import type { Settings } from '../../lib/settings.ts';
import type { Media, MediaStore } from '../../types/media.ts';
import type { ContentClient, ServiceReason, Validators } from '../../types/service.ts';
import type { CollectionRecord, ItemState, Stale } from '../record.ts';
import type { SnapshotStore } from '../store.ts';
import type { Snapshot } from '../types.ts';
import type { AlignedList } from './json.ts';

export interface SyncInput {
  /** From `createContentClient` (service/client.ts). */
  readonly client: ContentClient;
  /** From `openMediaStore` (media/store.ts). */
  readonly media: Pick<MediaStore, 'generation' | 'peek' | 'obtain' | 'failure'>;
  /** From `openSnapshotStore` (snapshot/store.ts); holds the last good state and takes the new one. */
  readonly store: SnapshotStore;
  /** The school's time zone. */
  readonly timeZone: string;
  readonly closureMark: string;
  /** What to fetch; absent: everything. */
  readonly collections?: readonly CollectionName[];
  /** A clean build: everything is fetched whole and read anew. */
  readonly force?: boolean;
  /** Ask again, conditionally, for every media reference. */
  readonly refreshMedia?: boolean;
  /** Milliseconds that new pictures may hold up the words; absent: every picture's own time-out. */
  readonly mediaBudget?: number;
  /** What happens to a list of ten or more items that comes back empty. */
  readonly emptyLists: Settings['emptyLists'];
  /** Lists that are meant to be empty. */
  readonly acceptEmpty?: readonly CollectionName[];
  /** The clock, epoch milliseconds. */
  readonly now: () => number;
  readonly onEvent?: (event: SyncEvent) => void;
}

export type SyncEvent =
  | { readonly type: 'fetched'; readonly collection: CollectionName; readonly fresh: boolean; readonly milliseconds: number }
  | { readonly type: 'fetch-failed'; readonly collection: CollectionName; readonly message: string }
  | { readonly type: 'media'; readonly done: number; readonly total: number };

/** An item that is not published. */
export interface LeftOut {
  readonly collection: CollectionName;
  /** Its identity, or `#4` for the fourth of the list. */
  readonly item: string;
  readonly why: string;
}

/** What is published otherwise than meant. */
export interface Warning {
  readonly collection: CollectionName;
  /** Its identity, or the digest that stands for one. */
  readonly item: string;
  /** The picture or file that cannot be had. */
  readonly reference?: string;
  readonly why: string;
}

/** One collection on its way through a sync: fetch, split, read and compare each take it and fill in their part. */
export interface CollectionSync {
  readonly name: CollectionName;
  /** As stored before the sync. */
  readonly before: CollectionRecord;
  readonly asked: boolean;
  /** Of the newest good response. */
  readonly validators: Validators | null;
  readonly failure: { readonly reason: ServiceReason; readonly message: string } | null;
  /** Why an empty response is not believed; null when it is, or none came. */
  readonly held: Stale | null;
  /** The response, by fetch; null when nothing new came. */
  readonly body: Buffer | null;
  /** The response's items, by split. */
  readonly list: AlignedList | null;
  /** By read; null when every item is as before. */
  readonly reading: ListReading | null;
}

/** What a reference is published as; undefined while that is unknown. */
export type Peek = (reference: string) => Media | undefined;

export interface ListReading {
  readonly items: readonly ItemState[];
  /** References that the items name and that are unknown: published as missing. */
  unknown(): ReadonlySet<string>;
  /** Those that one item names. */
  unknownIn(index: number): ReadonlySet<string>;
  /** References that one item names and that are withdrawn: published as missing. */
  withdrawnIn(index: number): ReadonlySet<string>;
  /** Reads the items that name unknown references once more. */
  again(peek: Peek): void;
}

/** A collection that shows its last good content. */
export interface StaleCollection extends Stale {
  readonly collection: CollectionName;
}

export interface SyncFailure {
  readonly collection: CollectionName;
  readonly reason: string;
  /** One line. */
  readonly message: string;
}

export interface SyncOutcome {
  readonly snapshot: Snapshot;
  /** Collections whose digest differs from before. */
  readonly changed: readonly CollectionName[];
  /** Of the whole snapshot, also of collections not fetched this time. */
  readonly leftOut: readonly LeftOut[];
  /** Likewise. */
  readonly warnings: readonly Warning[];
  /** Collections whose last fetch failed or came back empty and is not believed. */
  readonly stale: readonly CollectionName[];
  /** The same, with the reasons. */
  readonly staleCollections: readonly StaleCollection[];
  /** Collections that have never been fetched. */
  readonly neverLoaded: readonly CollectionName[];
  /** The failures of this sync. */
  readonly failures: readonly SyncFailure[];
  /** Every fetch failed: the snapshot is as it was and nothing is persisted. */
  readonly unreachable: boolean;
  /** Null, or settles when the pictures still under way are done; true: another sync would publish some of them. */
  readonly pending: Promise<boolean> | null;
  readonly milliseconds: { readonly fetch: number; readonly media: number; readonly total: number };
  /** Writes the state to disk. May be called after the release went live; calls are queued. */
  persist(): Promise<void>;
}
