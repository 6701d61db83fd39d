import { COLLECTION_NAMES, type CollectionName } from '../../collections/index.ts';
import { nextRecord } from './compare.ts';
import { holdEmptyList, howToAccept } from './empty.ts';
import { fetchCollection, skipCollection } from './fetch.ts';
import { explainMissing, obtainMedia, readWithMedia } from './media.ts';
import { readCollection } from './read.ts';
import { splitCollection } from './split.ts';
import type { CollectionSync, SyncInput, SyncOutcome } from './types.ts';

/** Nobody answered, or everything was asked for and failed. */
function isUnreachable(syncs: readonly CollectionSync[]): boolean {
  const asked = syncs.filter((sync) => sync.asked);
  if (!asked.length || asked.some((sync) => !sync.failure)) return false;
  const silent = asked.every(({ failure }) => failure?.reason === 'down' || failure?.reason === 'time-out');
  return silent || asked.length === COLLECTION_NAMES.length;
}

/**
 * Brings the snapshot up to date: each collection is fetched, split, read, compared and stored, at a cost that follows
 * what changed. `persist` of the outcome writes the store to disk. Nothing the service does makes it throw.
 */
export async function syncSnapshot(input: SyncInput): Promise<SyncOutcome> {
  const started = performance.now();
  const { store, media } = input;
  const previous = store.snapshot;
  await store.catchUp();
  const version = { recipe: store.recipe, generation: await media.generation() };
  const asked = new Set<CollectionName>(input.collections ?? COLLECTION_NAMES);
  const fetchAndSplit = async (name: CollectionName) =>
    holdEmptyList(
      input,
      splitCollection(input, asked.has(name) ? await fetchCollection(input, name) : skipCollection(input, name)),
    );
  const split = await Promise.all(COLLECTION_NAMES.map(fetchAndSplit));
  const fetchedAt = performance.now();
  const read = await Promise.all(split.map((sync) => readCollection(input, sync, version)));
  const failures = read.flatMap(({ name, failure }) =>
    failure ? [{ collection: name, reason: failure.reason, message: failure.message }] : [],
  );
  for (const { collection, message } of failures) input.onEvent?.({ type: 'fetch-failed', collection, message });
  for (const { name, held } of read) {
    if (held) input.onEvent?.({ type: 'fetch-failed', collection: name, message: `${held.why} ${howToAccept(name)}` });
  }

  const unreachable = isUnreachable(read);
  const readAt = performance.now();
  let pending: SyncOutcome['pending'] = null;
  if (!unreachable) {
    ({ pending } = await obtainMedia(input, read));
    const complete = await Promise.all(read.map((sync) => readWithMedia(input, sync)));
    store.take(new Map(complete.map((sync) => [sync.name, nextRecord(sync, version, input.now())])));
  }
  const ended = performance.now();
  const records = COLLECTION_NAMES.map((name) => ({ name, record: store.record(name) }));
  const staleCollections = records.flatMap(({ name, record: { stale } }) => (stale ? [{ collection: name, ...stale }] : []));
  return {
    snapshot: store.snapshot,
    changed: COLLECTION_NAMES.filter((name) => store.snapshot.digest(name) !== previous.digest(name)),
    warnings: records.flatMap(({ record }) => record.warnings).map((warning) => explainMissing(media, warning)),
    leftOut: records.flatMap(({ record }) => record.leftOut),
    stale: staleCollections.map(({ collection }) => collection),
    staleCollections,
    neverLoaded: records.flatMap(({ name, record }) => (record.loaded ? [] : [name])),
    failures,
    unreachable,
    pending,
    milliseconds: { fetch: fetchedAt - started, media: ended - readAt, total: ended - started },
    persist: () => (unreachable ? Promise.resolve() : store.persist()),
  };
}
