/** Reads the items of every collection. */
import { COLLECTIONS, type CollectionName, type Entity } from '../collections/index.ts';
import { readIdentity } from './schemas/fields.ts';
import type { Reading, ReadingContext } from './schemas/reading.ts';

export interface ItemRead {
  /** The identity the service gave; null when there is none and a digest stands for it. */
  readonly named: string | null;
  readonly reading: Reading<Entity>;
}

/** Reads one item of a collection, whatever it is: a JSON value. */
export type ReadItem = (item: unknown, context: ReadingContext) => ItemRead;

/** Loads what reads a collection's items. */
export async function loadItemReader(name: CollectionName): Promise<ReadItem> {
  const { read } = await COLLECTIONS[name].schema();
  return (item, context) => {
    if (typeof item !== 'object' || item === null || Array.isArray(item))
      return { named: null, reading: { kind: 'unreadable', why: 'it is not an object' } };
    const named = readIdentity(item as Record<string, unknown>);
    return { named, reading: read(item, named, context) };
  };
}
