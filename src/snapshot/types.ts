import type { CollectionName, Collections } from '../collections/index.ts';
import type { Digest } from '../lib/digest.ts';

/** One entity with the digest of its canonical JSON. */
export interface Row<Entity> {
  readonly id: string;
  readonly digest: Digest;
  readonly entity: Entity;
  /** What of it is published otherwise than meant; one line each. */
  readonly warnings?: readonly string[];
}

/** One collection in the service's order, each identity once. Immutable: a change makes a new state. */
export interface CollectionState<Entity> {
  readonly digest: Digest;
  /** False: it has never been fetched. */
  readonly loaded: boolean;
  readonly rows: readonly Row<Entity>[];
}

/** Everything the site knows at one moment. Collections are read from disk when first asked for. */
export interface Snapshot {
  /** Digest of a collection without reading it. */
  digest(name: CollectionName): Digest;
  collection<Name extends CollectionName>(name: Name): CollectionState<Collections[Name]>;
}
