/** One collection as the store holds it: what is needed at once in memory, the rest read from disk when asked for. */
import { type Digest, digestOf } from '../lib/digest.ts';
import { lazy } from '../lib/lazy.ts';
import type { CollectionName, Collections } from '../types/entities.ts';
import type { Validators } from '../types/service.ts';
import type { SplitList } from './sync/bytes.ts';
import type { LeftOut } from './sync/types.ts';
import type { CollectionState, Row } from './types.ts';

/** An item of which no entity came: to be named in the report, or (`why` is null) not meant for the site. */
interface Skipped {
  readonly named: string | null;
  readonly why: string | null;
}

export type Entity = Collections[CollectionName];
/** What became of one item of the service's list. */
export type ItemState = Row<Entity> | Skipped;

export function isRow(item: ItemState): item is Row<Entity> {
  return 'entity' in item;
}

/** Everything about a collection but its content. */
export interface RecordFacts {
  readonly digest: Digest;
  readonly loaded: boolean;
  readonly validators: Validators | null;
  readonly leftOut: readonly LeftOut[];
  /** The last fetch failed. */
  readonly stale: boolean;
  /** Under which code and zone the items were read. */
  readonly recipe: string;
  /** Under which generation of the media store. */
  readonly generation: string;
  /** References that could not be had, to be tried again. */
  readonly missing: readonly string[];
}

/** An answer of the service: in memory while it is new, then on disk, because it is only needed for the next sync. */
export class PersistedResponse {
  #read: () => SplitList | null;

  constructor(read: () => SplitList | null) {
    this.#read = read;
  }

  /** The answer cut into items; null when it was never had or is damaged. */
  get(): SplitList | null {
    return this.#read();
  }

  /** Lets go of the bytes in memory. */
  moveTo(read: () => SplitList | null): void {
    this.#read = read;
  }
}

export interface CollectionRecord extends RecordFacts {
  /** Every item of the service's list, in its order, duplicates included. */
  items(): readonly ItemState[];
  /** The answer as it came. */
  readonly answer: PersistedResponse;
  state(): CollectionState<Entity>;
}

/** The rows of a collection: each identity once, the first stays. */
export function uniqueRows(items: readonly ItemState[]): { rows: Row<Entity>[]; duplicates: Set<number> } {
  const rows: Row<Entity>[] = [];
  const seen = new Set<string>();
  const duplicates = new Set<number>();
  for (const [index, item] of items.entries()) {
    if (!isRow(item)) continue;
    if (seen.has(item.id)) {
      duplicates.add(index);
      continue;
    }
    seen.add(item.id);
    rows.push(item);
  }
  return { rows, duplicates };
}

/** The digest of a collection with these rows, in this order. */
export function digestOfRows(rows: readonly Row<Entity>[]): Digest {
  let digests = 'rows';
  for (const row of rows) digests += row.digest;
  return digestOf(digests);
}

const NEVER_LOADED = digestOf('never loaded');

/** A collection that was never fetched. */
export const NOTHING: CollectionRecord = {
  digest: NEVER_LOADED,
  loaded: false,
  validators: null,
  leftOut: [],
  stale: false,
  recipe: '',
  generation: '',
  missing: [],
  items: () => [],
  answer: new PersistedResponse(() => null),
  state: lazy(() => ({ digest: NEVER_LOADED, loaded: false, rows: [] })),
};
