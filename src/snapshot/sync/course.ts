/** One collection on its way through a sync. */
import type { CollectionName } from '../../types/entities.ts';
import type { ServiceReason, Validators } from '../../types/service.ts';
import { type CollectionRecord, digestOfRows, isRow, PersistedResponse, uniqueRows } from '../record.ts';
import type { AlignedList, SplitList } from './bytes.ts';
import type { ListReading } from './read.ts';
import { splitList } from './split.ts';
import type { LeftOut, SyncInput } from './types.ts';

export interface CollectionSync {
  readonly name: CollectionName;
  /** What was held before the sync. */
  readonly held: CollectionRecord;
  readonly asked: boolean;
  readonly validators: Validators | null;
  readonly failure: { readonly reason: ServiceReason; readonly message: string } | null;
  /** The new answer; null when there is none or nothing new came. */
  readonly fresh: AlignedList | null;
  /** The answer that `fresh` was compared with. */
  readonly before: SplitList | null;
}

/** A collection that is not asked for this time. */
export function leaveAsIs(name: CollectionName, held: CollectionRecord): CollectionSync {
  return { name, held, asked: false, validators: held.validators, failure: null, fresh: null, before: null };
}

/** Asks for a collection and cuts a new answer into items. */
export async function fetchCourse(input: SyncInput, name: CollectionName, held: CollectionRecord): Promise<CollectionSync> {
  const started = performance.now();
  const course: CollectionSync = { ...leaveAsIs(name, held), asked: true };
  const result = await input.client.list(name, input.force ? null : held.validators);
  if (!result.ok) return { ...course, failure: result };
  const answer = result.value;
  input.onEvent?.({ type: 'fetched', collection: name, fresh: answer.fresh, milliseconds: performance.now() - started });
  if (!answer.fresh) return course;
  const before = input.force ? null : held.answer.get();
  const split = splitList(name, answer.body, before);
  return split.ok ? { ...course, validators: answer.validators, fresh: split.value, before } : { ...course, failure: split };
}

/** The kept answer of a collection, all of it known, to read items again without asking for them. */
export function keptList(held: CollectionRecord): AlignedList | null {
  const kept = held.answer.get();
  return kept && { ...kept, sameFront: kept.bounds.length / 2, sameBack: 0 };
}

function leftOutOf(name: CollectionName, items: ListReading['items'], duplicates: ReadonlySet<number>): LeftOut[] {
  const leftOut: LeftOut[] = [];
  for (const [index, item] of items.entries()) {
    if (!isRow(item)) {
      if (item.why !== null) leftOut.push({ collection: name, item: item.named ?? `#${index + 1}`, why: item.why });
    } else if (duplicates.has(index)) {
      leftOut.push({ collection: name, item: item.id, why: 'an earlier item has the same identity' });
    }
  }
  return leftOut;
}

/** What is held of a collection whose items were read. */
export function heldAfter(
  course: CollectionSync,
  list: SplitList,
  reading: ListReading,
  version: { readonly recipe: string; readonly generation: string },
): CollectionRecord {
  const { body, bounds, open, close } = list;
  const { rows, duplicates } = uniqueRows(reading.items);
  const digest = digestOfRows(rows);
  // One object for as long as nothing changes: what queries derive from a collection is kept beside it.
  const state = { digest, loaded: true, rows };
  return {
    digest,
    loaded: true,
    validators: course.validators,
    leftOut: leftOutOf(course.name, reading.items, duplicates),
    stale: course.asked ? course.failure !== null : course.held.stale,
    ...version,
    missing: [...reading.unknown()],
    items: () => reading.items,
    answer: course.fresh ? new PersistedResponse(() => ({ body, bounds, open, close })) : course.held.answer,
    state: () => state,
  };
}

/** What is held of a collection whose items are all as before; the same object when nothing at all changed. */
export function heldUnread(course: CollectionSync): CollectionRecord {
  const { held, fresh, before } = course;
  if (!course.asked) return held;
  const stale = course.failure !== null;
  const sameBytes = !fresh || (before !== null && fresh.body.equals(before.body));
  if (stale === held.stale && sameBytes && JSON.stringify(course.validators) === JSON.stringify(held.validators)) return held;
  if (sameBytes || !fresh) return { ...held, stale, validators: course.validators };
  const { body, bounds, open, close } = fresh;
  return { ...held, stale, validators: course.validators, answer: new PersistedResponse(() => ({ body, bounds, open, close })) };
}
