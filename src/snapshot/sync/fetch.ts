import type { CollectionName } from '../../collections/index.ts';
import { storedCollection } from './stored.ts';
import type { CollectionSync, SyncInput } from './types.ts';

/** A collection that this sync does not ask for. */
export function skipCollection(input: SyncInput, name: CollectionName): CollectionSync {
  const before = storedCollection(input, name);
  const { validators } = before;
  return { name, before, asked: false, validators, failure: null, held: null, body: null, list: null, reading: null };
}

/** Asks the service for a collection, conditionally unless `force`. */
export async function fetchCollection(input: SyncInput, name: CollectionName): Promise<CollectionSync> {
  const started = performance.now();
  const sync = { ...skipCollection(input, name), asked: true };
  const result = await input.client.list(name, input.force ? null : sync.validators);
  if (!result.ok) return { ...sync, failure: result };
  const { value } = result;
  input.onEvent?.({ type: 'fetched', collection: name, fresh: value.fresh, milliseconds: performance.now() - started });
  return value.fresh ? { ...sync, validators: value.validators, body: value.body } : sync;
}
