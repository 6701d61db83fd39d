/** Brings the snapshot up to date with the content service, at a cost that follows what changed. */
import { COLLECTION_NAMES, type CollectionName } from '../../types/entities.ts';
import type { Obtained } from '../../types/media.ts';
import type { CollectionRecord } from '../record.ts';
import type { AlignedList } from './bytes.ts';
import { type CollectionSync, fetchCourse, heldAfter, heldUnread, keptList, leaveAsIs } from './course.ts';
import { type ListReading, type ReadingTools, readList } from './read.ts';
import type { SyncFailure, SyncInput, SyncOutcome } from './types.ts';

/** A collection of which items are read in this sync. */
interface Read {
  readonly course: CollectionSync;
  readonly list: AlignedList;
  readonly reading: ListReading;
}

/** Loads what reads items; the sanitising library only when there are leaders' messages to read. */
async function loadTools(name: CollectionName): Promise<ReadingTools> {
  const { readItem } = await import('../../service/schemas/index.ts');
  if (name !== 'principalMessage') return { readItem, sanitise: () => '' };
  const { sanitiseRichText } = await import('../../service/schemas/richText.ts');
  return { readItem, sanitise: sanitiseRichText };
}

/** Whether every item of a collection must be read, whatever its bytes: by other code, in another zone, with other media. */
function readsAll(input: SyncInput, held: CollectionRecord, generation: string): boolean {
  return Boolean(input.force || input.refreshMedia) || held.recipe !== input.store.recipe || held.generation !== generation;
}

/** Reads what has to be read of a collection; null when that is nothing. An answer with malformed items is a failure. */
async function readCourse(input: SyncInput, course: CollectionSync, generation: string): Promise<Read | CollectionSync | null> {
  const { name, held, fresh } = course;
  const all = readsAll(input, held, generation);
  const list = fresh ?? (all && held.loaded ? keptList(held) : null);
  if (!list) return null;
  const before = all || !held.loaded ? null : course.before;
  const count = list.bounds.length / 2;
  if (before && list.sameFront + list.sameBack === count && before.bounds.length === list.bounds.length && !held.missing.length)
    return null;
  const sources = { name, list, before: before && { items: held.items(), list: before }, zone: input.timeZone };
  const peek = input.refreshMedia ? () => undefined : input.media.peek;
  const reading = readList({ ...sources, tools: await loadTools(name) }, peek);
  if (reading) return { course, list, reading };
  const message = `The content service answered ${name} with JSON that is malformed.`;
  return { ...leaveAsIs(name, held), asked: course.asked, failure: { reason: 'unreadable', message } };
}

/** Reads the items again that wait for media of which some came. */
async function readWaiting(input: SyncInput, course: CollectionSync): Promise<Read | null> {
  const { name, held } = course;
  if (!held.missing.some((reference) => input.media.peek(reference) !== undefined)) return null;
  const list = keptList(held);
  if (!list) return null;
  const sources = { name, list, before: { items: held.items(), list }, zone: input.timeZone, tools: await loadTools(name) };
  const reading = readList(sources, input.media.peek);
  return reading && { course, list, reading };
}

function isUnreachable(courses: readonly CollectionSync[]): boolean {
  const asked = courses.filter((course) => course.asked);
  if (!asked.length || asked.some((course) => !course.failure)) return false;
  const silent = asked.every(({ failure }) => failure?.reason === 'down' || failure?.reason === 'time-out');
  return silent || asked.length === COLLECTION_NAMES.length;
}

/** Asks for the references that are unknown: those of the items just read, and those that older items wait for. */
function obtainMedia(input: SyncInput, reads: readonly Read[], unread: readonly CollectionSync[]): Promise<Obtained> {
  const wanted = new Set<string>();
  for (const { reading } of reads) for (const reference of reading.unknown()) wanted.add(reference);
  for (const { held } of unread) for (const reference of held.missing) wanted.add(reference);
  // A sync of no collection is one that asks nothing at all.
  if (!wanted.size || input.collections?.length === 0) return Promise.resolve({ pending: null });
  return input.media.obtain(wanted, {
    budget: input.mediaBudget ?? Number.POSITIVE_INFINITY,
    refresh: input.refreshMedia ?? false,
    onProgress: (done, total) => input.onEvent?.({ type: 'media', done, total }),
  });
}

/** Obtains the media, reads what waited for them, and hands the store what changed. Answers what is still under way. */
async function settle(
  input: SyncInput,
  courses: readonly CollectionSync[],
  reads: Read[],
  generation: string,
): Promise<Obtained> {
  const { store, media } = input;
  const unread = courses.filter((course) => !reads.some((read) => read.course === course));
  const obtained = await obtainMedia(input, reads, unread);
  for (const { reading } of reads) reading.again(media.peek);
  for (const course of unread) {
    const read = await readWaiting(input, course);
    if (read) reads.push(read);
  }
  const version = { recipe: store.recipe, generation };
  const changes = new Map(courses.map((course) => [course.name, heldUnread(course)]));
  for (const { course, list, reading } of reads) changes.set(course.name, heldAfter(course, list, reading, version));
  store.take(new Map([...changes].filter(([name, held]) => held !== store.held(name))));
  return obtained;
}

/**
 * Fetches what changed, reads the items that changed, obtains their pictures, and answers the new snapshot.
 * The store holds it from then on; `persist` of the outcome writes it to disk. Nothing the service does makes it throw.
 */
export async function syncSnapshot(input: SyncInput): Promise<SyncOutcome> {
  const started = performance.now();
  const { store } = input;
  const previous = store.snapshot;
  await store.catchUp();
  const generation = await input.media.generation();
  const asked = new Set<CollectionName>(input.collections ?? COLLECTION_NAMES);
  const fetched = await Promise.all(
    COLLECTION_NAMES.map((name) =>
      asked.has(name) ? fetchCourse(input, name, store.held(name)) : leaveAsIs(name, store.held(name)),
    ),
  );
  const fetchedAt = performance.now();
  const courses: CollectionSync[] = [];
  const reads: Read[] = [];
  for (const course of fetched) {
    const result = await readCourse(input, course, generation);
    if (result && 'reading' in result) reads.push(result);
    courses.push(result && 'reading' in result ? result.course : (result ?? course));
  }
  const failures: SyncFailure[] = courses.flatMap(({ name, failure }) => (failure ? [{ collection: name, ...failure }] : []));
  for (const { collection, message } of failures) input.onEvent?.({ type: 'failed', collection, message });

  const unreachable = isUnreachable(courses);
  const obtaining = performance.now();
  const { pending } = unreachable ? { pending: null } : await settle(input, courses, reads, generation);
  const ended = performance.now();
  const held = COLLECTION_NAMES.map((name) => ({ name, ...store.held(name) }));
  return {
    snapshot: store.snapshot,
    changed: COLLECTION_NAMES.filter((name) => store.snapshot.digest(name) !== previous.digest(name)),
    leftOut: held.flatMap(({ leftOut }) => leftOut),
    stale: held.filter(({ stale }) => stale).map(({ name }) => name),
    neverLoaded: held.filter(({ loaded }) => !loaded).map(({ name }) => name),
    failures,
    unreachable,
    pending,
    milliseconds: { fetch: fetchedAt - started, media: ended - obtaining, total: ended - started },
    persist: () => (unreachable ? Promise.resolve() : store.persist()),
  };
}
