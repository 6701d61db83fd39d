import { COLLECTION_NAMES, type CollectionName } from '../../collections/index.ts';
import type { Obtained } from '../../types/media.ts';
import { holdEmptyList, howToAccept } from './empty.ts';
import { lookingUpOnce, readCollection } from './read.ts';
import { splitList } from './split.ts';
import { storeItems } from './store.ts';
import { isSame, nextCollection, storeCollection, storedCollection, toldOf } from './stored.ts';
import type { CollectionChange, CollectionSync, StaleCollection, SyncInput, Version, Warning } from './types.ts';

/** Asks for the references that are unknown: those of the items just read, and those that stored items wait for. */
async function obtainMedia(input: SyncInput, syncs: readonly CollectionSync[], budget: number): Promise<Obtained> {
  // A sync that asks for no collection asks the service nothing else either, unless it is told to.
  if (!syncs.some(({ asked }) => asked) && !input.asksForWaiting) return { pending: null };
  const wanted = syncs.flatMap(({ reading }) => reading?.unknown() ?? []);
  return input.media.obtain(wanted, {
    budget,
    refresh: input.refreshMedia ?? false,
    onProgress: (done, total) => input.onEvent?.({ type: 'media', done, total }),
  });
}

/** Settles when both have, with true when something came of either; null: nothing is under way. */
function eitherCame(one: Obtained['pending'], other: Obtained['pending']): Obtained['pending'] {
  return one && other ? Promise.all([one, other]).then((came) => came.includes(true)) : (one ?? other);
}

/** Asks the service for a collection that is named or due, conditionally unless `force`, and splits what is new of its answer. */
async function fetchCollection(input: SyncInput, name: CollectionName, isNamed: boolean): Promise<CollectionSync> {
  const started = performance.now();
  const before = storedCollection(input, name);
  // Another process may have stored what it was told elsewhere, and the cache may be gone.
  const isAsked = isNamed || before.isDue;
  const { validators } = before;
  const sync = { name, before, asked: isAsked, validators, failure: null, held: null, list: null, reading: null };
  const result = isAsked ? await input.client.list(name, input.force ? null : validators) : null;
  if (!result) return sync;
  if (!result.ok) return { ...sync, failure: result };
  const { value } = result;
  input.onEvent?.({ type: 'fetched', collection: name, fresh: value.fresh, milliseconds: performance.now() - started });
  if (!value.fresh) return sync;
  const split = splitList(name, value.body, input.force ? null : input.responses.get(name, before.response));
  return split.ok ? { ...sync, validators: value.validators, list: split.value } : { ...sync, failure: split };
}

/** Nobody answered, or everything was asked for and failed. */
function isUnreachable(syncs: readonly CollectionSync[]): boolean {
  const asked = syncs.filter((sync) => sync.asked);
  if (!asked.length || asked.some((sync) => !sync.failure)) return false;
  const silent = asked.every(({ failure }) => failure?.reason === 'down' || failure?.reason === 'time-out');
  return silent || asked.length === COLLECTION_NAMES.length;
}

/** Where no list came at all, the rebuild's own failure tells the first reason, which most of them share. */
function unlikeFirst<Named extends { readonly collection: CollectionName; readonly message: string }>(
  failures: readonly Named[],
) {
  const cause = ({ collection, message }: Named) => message.replace(/\/api\/\S+/, '').replaceAll(collection, '');
  return failures.filter((failure) => failures[0] && cause(failure) !== cause(failures[0]));
}

/**
 * Brings the content up to date: each collection is fetched, split, read and stored, at a cost that follows what changed.
 * Writes within the caller's lock. Nothing the service does makes it throw.
 */
export async function syncSnapshot(input: SyncInput) {
  const started = performance.now();
  const { media } = input;
  const budget = input.mediaBudget ?? Number.POSITIVE_INFINITY;
  // Before anything is read: what became other bytes makes another generation.
  const { pending: refreshing } = await media.refresh(input.changedMedia ?? [], budget);
  const version = { recipe: input.recipe, generation: await media.generation() };
  const asked = new Set<CollectionName>(input.collections ?? COLLECTION_NAMES);
  const fetched = await Promise.all(COLLECTION_NAMES.map((name) => fetchCollection(input, name, asked.has(name))));
  const fetchedAt = performance.now();
  const read = await Promise.all(fetched.map(async (sync) => holdEmptyList(input, await readCollection(input, sync, version))));
  const failures = read.flatMap(({ name, failure }) => (failure ? [{ collection: name, ...failure }] : []));
  const unreachable = isUnreachable(read);
  for (const { collection, message } of unreachable ? unlikeFirst(failures) : failures)
    input.onEvent?.({ type: 'fetch-failed', collection, message });
  for (const { name, held } of read) {
    if (held) input.onEvent?.({ type: 'fetch-failed', collection: name, message: `${held.why} ${howToAccept(name)}` });
  }

  const readAt = performance.now();
  let pending = refreshing;
  const changed: CollectionChange[] = [];
  if (!unreachable) {
    const obtained = await obtainMedia(input, read, budget);
    pending = eitherCame(refreshing, obtained.pending);
    const peek = lookingUpOnce(media.peek);
    for (const { reading } of read) reading?.reread(peek);
    for (const sync of read) changed.push(...storeSync(input, sync, version));
  }
  const ended = performance.now();
  const reported = COLLECTION_NAMES.map((name) => toldOf(input, name));
  /** Of media the reason of the last attempt to have them, where there was one. */
  const failureOf = ({ reference }: Warning) => (reference === undefined ? null : media.failure(reference));
  const warnings = reported.flatMap((told) => told.warnings);
  const stored = COLLECTION_NAMES.map((name) => ({ name, ...storedCollection(input, name) }));
  return {
    changed,
    /** Of all content, as what is left out: also of collections not fetched this time. */
    warnings: warnings.map((warning): Warning => ({ ...warning, why: failureOf(warning)?.why ?? warning.why })),
    /** Whether there are pictures or files that the service may have, and could not give. */
    isMediaAway: warnings.some((warning) => failureOf(warning)?.mayPass === true),
    leftOut: reported.flatMap(({ leftOut }) => leftOut),
    staleCollections: stored.flatMap(({ name, stale }): StaleCollection[] => (stale ? [{ collection: name, ...stale }] : [])),
    /** Collections that have never been fetched. */
    neverLoaded: stored.flatMap(({ name, loaded }) => (loaded ? [] : [name])),
    failures,
    /** Every fetch failed: nothing was written. */
    unreachable,
    /** True: another sync would publish some of the pictures that were still under way. */
    pending,
    milliseconds: { fetch: fetchedAt - started, media: ended - readAt, total: ended - started },
  };
}

export type SyncOutcome = Awaited<ReturnType<typeof syncSnapshot>>;

/** Stores what came of a collection, and tells what of it is published otherwise than before. */
function storeSync(input: SyncInput, sync: CollectionSync, version: Version): CollectionChange[] {
  const { name, before, list, reading } = sync;
  const change = reading && storeItems(input, name, reading);
  const next = nextCollection(sync, version, input.now());
  if (list) input.responses.set(name, next.response, list);
  if (!isSame(before, next)) storeCollection(input, name, next);
  if (change) return [before.loaded ? change : { ...change, items: [] }];
  return before.loaded === next.loaded ? [] : [{ collection: name, count: 0, items: [] }];
}
