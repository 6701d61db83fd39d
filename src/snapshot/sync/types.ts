/** What goes into a sync, through it, and comes out. */
import type { CollectionName, Entity } from '../../collections/index.ts';
import type { SiteDatabase } from '../../database/siteDatabase.ts';
import type { Validators } from '../../lib/http.ts';
import type { Failure } from '../../lib/result.ts';
import type { Settings } from '../../lib/settings.ts';
import type { MediaStore } from '../../media/store.ts';
import type { ContentClient, ServiceReason } from '../../service/client.ts';
import type { Media } from '../../types/media.ts';
import type { AlignedList, LastResponses } from './split.ts';

export interface SyncInput {
  readonly client: Pick<ContentClient, 'list'>;
  readonly media: Pick<MediaStore, 'generation' | 'peek' | 'obtain' | 'refresh' | 'failure'>;
  /** Holds the last good content and takes the new one. The caller has its lock, commits and undoes. */
  readonly database: SiteDatabase;
  /** What this process keeps from one sync to the next. */
  readonly responses: LastResponses;
  /** Where content comes from: base address, a space, school code. What came from elsewhere is asked for anew ({@link StoredCollection}). */
  readonly origin: string;
  /** Version of the code that reads the items, and the zone. Under another one they are read again from the stored bytes. */
  readonly recipe: string;
  readonly timeZone: string;
  readonly closureMark: string;
  /** What to fetch; absent: everything. */
  readonly collections?: readonly CollectionName[];
  /** A clean build: everything is fetched whole and read anew. */
  readonly force?: boolean;
  /** Ask again, conditionally, for every media reference. */
  readonly refreshMedia?: boolean;
  /** Media references whose bytes became others, as the service says: asked for again, conditionally. */
  readonly changedMedia?: readonly string[];
  /** Ask for the media that stored items wait for also where no collection is asked for. */
  readonly asksForWaiting?: boolean;
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

/** What is published otherwise than meant. */
export interface Warning {
  readonly collection: CollectionName;
  /** Its identity, or the digest that stands for one. */
  readonly item: string;
  /** The picture or file that cannot be had. */
  readonly reference?: string;
  readonly why: string;
}

/** An item that is not published; one without an identity is `#4`, the fourth of the list. */
export type LeftOut = Omit<Warning, 'reference'>;

/** Why a collection shows its last good content, in one line. `held`: it came back empty, and that is not believed yet. */
export interface Stale {
  readonly why: string;
  /** Epoch milliseconds. */
  readonly since: number;
  readonly held: boolean;
}

/** Under what items were read. */
export interface Version {
  readonly recipe: string;
  readonly generation: string;
}

/**
 * What is stored of a collection beside its items: whether it was ever fetched, whether it is due whatever a rebuild names, as it
 * was never asked for or came from elsewhere, and then is another school's, a text that changes with every new response, the
 * validators of the newest good one, and why it is stale; null: the last fetch went well.
 */
export interface StoredCollection extends Version {
  readonly loaded: boolean;
  readonly isDue: boolean;
  readonly isForeign: boolean;
  readonly response: string;
  readonly validators: Validators | null;
  readonly stale: Stale | null;
}

/** What became of one item of the service's list. Without an entity it is named in the report, or hidden: not meant for the site. */
export interface ItemState {
  readonly entity: Entity | null;
  readonly isHidden: boolean;
  readonly note: Note | null;
}

/** What the report tells of an item. */
export interface Note {
  /** Of an item that is left out: the identity that the service gave, and why. */
  readonly named?: string | null;
  readonly why?: string;
  /** What of it is published otherwise than meant; one line each. */
  readonly warnings?: readonly string[];
  /** References that it names and that could not be had: published as missing, and to be tried again. */
  readonly unknown?: readonly string[];
  /** References that it names and that are withdrawn: published as missing. */
  readonly withdrawn?: readonly string[];
}

/** What a reference is published as; undefined while that is unknown. */
export type MediaLookup = (reference: string) => Media | undefined;

export interface StoredItem {
  readonly row: number;
  readonly place: number;
  readonly id: string | null;
  readonly raw: string;
}

/** An item of the list as it is now: the stored one that it goes on from (null: it is new), and what was read (null: as stored). */
export interface Slot {
  stored: StoredItem | null;
  readonly raw: string;
  state: ItemState | null;
}

/**
 * A stretch of the list that is not known to be as it was, behind `from` items: its items in their order, and what was stored
 * there. All other items stay where they are.
 */
export interface Stretch {
  readonly from: number;
  readonly slots: readonly Slot[];
  readonly stored: readonly StoredItem[];
}

/** `waiting`: items outside of the stretch that wait for media; `isWhole`: all items were read. */
export interface ListReading extends Stretch {
  readonly waiting: readonly Slot[];
  readonly isWhole: boolean;
  readonly fields: readonly string[];
  /** Of each item that names some the references that are unknown: published as missing. */
  unknown(): readonly (readonly string[])[];
  /** Reads the items once more whose references are known by now. */
  reread(peek: MediaLookup): void;
}

/**
 * One collection, stored as `before`, on its way through a sync: fetch fills in the items of the response (`list`; null when
 * nothing new came), read what of them is not as before (`reading`). `validators`: of the newest good response; `held`: why an
 * empty one is not believed.
 */
export interface CollectionSync {
  readonly name: CollectionName;
  readonly before: StoredCollection;
  readonly asked: boolean;
  readonly validators: Validators | null;
  readonly failure: Failure<ServiceReason> | null;
  readonly held: Stale | null;
  readonly list: AlignedList | null;
  readonly reading: ListReading | null;
}

export interface ItemChange {
  readonly id: string;
  /** Its title, or a person's name; its identity where it has none. */
  readonly title: string;
  readonly kind: 'new' | 'gone' | 'moved' | 'changed';
  /** Of one that changed: the service's names of the fields that did; none where only what was made of them did, such as a picture. */
  readonly fields: readonly string[];
}

export interface CollectionChange {
  readonly collection: CollectionName;
  /** Items that came, went, moved or have other words. */
  readonly count: number;
  /** The first of them; none of a collection that was read for the first time. */
  readonly items: readonly ItemChange[];
}

/** A collection that shows its last good content: its last fetch failed, or came back empty and is not believed. */
export interface StaleCollection extends Stale {
  readonly collection: CollectionName;
}

/** A row of the table `item`, but for its collection. */
export interface ItemRow {
  readonly place: number;
  readonly id: string | null;
  readonly shown: number | null;
  readonly note: string | null;
  readonly raw: string;
  readonly entity: string | null;
  readonly search_row: string | null;
  readonly search_places: string | null;
}
