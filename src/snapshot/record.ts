/** One collection as the store has it: its facts in memory, its items and its last response read from disk on demand. */

import type { CollectionName, Collections } from '../collections/index.ts';
import { type Digest, digestOf } from '../lib/digest.ts';
import type { Validators } from '../types/service.ts';
import type { SplitList } from './sync/json.ts';
import type { LeftOut, Warning } from './sync/types.ts';
import type { CollectionState, Row } from './types.ts';

export type Entity = Collections[CollectionName];

/** An item without an entity. `why` is null for one that is not meant for the site, else it is named in the report. */
interface Skipped {
  readonly named: string | null;
  readonly why: string | null;
}

/** What became of one item of the service's list. */
export type ItemState = Row<Entity> | Skipped;

export function isRow(item: ItemState): item is Row<Entity> {
  return 'entity' in item;
}

/** Under what the items of a collection were read. */
export interface ReadingVersion {
  /** Version of the code, and the zone. */
  readonly recipe: string;
  /** Generation of the media store. */
  readonly generation: string;
}

/** Why a collection shows its last good content. */
export interface Stale {
  /** One line. */
  readonly why: string;
  /** Epoch milliseconds. */
  readonly since: number;
  /** True: it came back empty, and that is not believed yet. */
  readonly held: boolean;
}

/** All of a record but its items and its response. */
export interface RecordFacts extends ReadingVersion {
  readonly digest: Digest;
  readonly loaded: boolean;
  readonly validators: Validators | null;
  readonly leftOut: readonly LeftOut[];
  readonly warnings: readonly Warning[];
  /** Null: the last fetch went well. */
  readonly stale: Stale | null;
  /** References that could not be had, to be tried again. */
  readonly missing: readonly string[];
}

/** A response of the service: in memory while it is new, then on disk, as only the next sync needs it. */
export class PersistedResponse {
  #read: () => SplitList | null;
  /** What was got last, for as long as nothing else needs the memory: the next rebuild asks for it again. */
  #last: WeakRef<SplitList> | undefined;

  constructor(read: () => SplitList | null) {
    this.#read = read;
  }

  /** The response split into items; null when there never was one or it is damaged. */
  get(): SplitList | null {
    const last = this.#last?.deref();
    if (last) return last;
    const list = this.#read();
    this.#last = list ? new WeakRef(list) : undefined;
    return list;
  }

  /** Replaces the bytes in memory by a way to read them. */
  moveTo(read: () => SplitList | null): void {
    this.#read = read;
  }
}

export interface CollectionRecord extends RecordFacts {
  /** Every item of the service's list, in its order, duplicates included. */
  items(): readonly ItemState[];
  readonly response: PersistedResponse;
  /** One object for as long as the record lives: queries memoise what they derive from it. */
  state(): CollectionState<Entity>;
}

/** The rows of a collection: of several items with one identity the first. */
export function uniqueRows(items: readonly ItemState[]): { rows: Row<Entity>[]; duplicates: Set<number> } {
  const rows: Row<Entity>[] = [];
  const seen = new Set<string>();
  const duplicates = new Set<number>();
  for (const [index, item] of items.entries()) {
    if (!isRow(item)) continue;
    if (seen.has(item.id)) duplicates.add(index);
    else rows.push(item);
    seen.add(item.id);
  }
  return { rows, duplicates };
}

/** The digest of a collection with these rows, in this order. */
export function digestOfRows(rows: readonly Row<Entity>[]): Digest {
  let digests = 'rows';
  for (const row of rows) digests += row.digest;
  return digestOf(digests);
}

const NEVER_LOADED: CollectionState<Entity> = { digest: digestOf('never loaded'), loaded: false, rows: [] };

/** The record of a collection that was never fetched. */
export const NOTHING: CollectionRecord = {
  digest: NEVER_LOADED.digest,
  loaded: false,
  validators: null,
  leftOut: [],
  warnings: [],
  stale: null,
  recipe: '',
  generation: '',
  missing: [],
  items: () => [],
  response: new PersistedResponse(() => null),
  state: () => NEVER_LOADED,
};
