/** How a stored collection differs from the one before: short where little changed, whatever the size of the list. */
import { middle } from '../lib/middle.ts';
import type { ItemState } from './record.ts';
import { equalLength } from './sync/align.ts';
import type { SplitList } from './sync/json.ts';

/** From `at` on, `remove` parts gave way to `insert`. */
interface Splice<Insert> {
  readonly at: number;
  readonly remove: number;
  readonly insert: Insert;
}

/** Plain data, as it is written down. */
export interface Difference {
  /** Null: the same. */
  readonly items: Splice<readonly ItemState[]> | null;
  readonly list: ListDifference | null;
}

interface ListDifference {
  /** The response's bytes, in base64. */
  readonly body: Splice<string>;
  /** Starts and ends of items; those behind are moved by `shift`. */
  readonly bounds: Splice<readonly number[]>;
  readonly shift: number;
  readonly open: number;
  readonly close: number;
}

export function itemsDifference(before: readonly ItemState[], now: readonly ItemState[]): Difference['items'] {
  // What stayed the same is the same object.
  const { at, remove, end } = middle(before, now);
  return { at, remove, insert: now.slice(at, end) };
}

export function listDifference(before: SplitList, now: SplitList): ListDifference {
  const [size, sizeBefore] = [now.body.length, before.body.length];
  const shift = size - sizeBefore;
  const most = Math.min(size, sizeBefore);
  const prefix = equalLength(most, (from, to) => now.body.compare(before.body, from, to, from, to) === 0);
  const suffix = equalLength(
    most - prefix,
    (from, to) => now.body.compare(before.body, sizeBefore - to, sizeBefore - from, size - to, size - from) === 0,
  );
  const isMoved = (one: number, other: number) => (before.bounds[one] ?? 0) + shift === now.bounds[other];
  const { at, remove, end } = middle(before.bounds, now.bounds, isMoved);
  return {
    body: { at: prefix, remove: sizeBefore - prefix - suffix, insert: now.body.toString('base64', prefix, size - suffix) },
    bounds: { at, remove, insert: [...now.bounds.subarray(at, end)] },
    shift,
    open: now.open,
    close: now.close,
  };
}

/** The items after all differences. */
export function itemsAfter(items: ItemState[], differences: readonly Difference[]): ItemState[] {
  for (const { items: splice } of differences) if (splice) items.splice(splice.at, splice.remove, ...splice.insert);
  return items;
}

/** The response after all differences. */
export function listAfter(list: SplitList, differences: readonly Difference[]): SplitList {
  let body: readonly Run<Buffer>[] = [{ values: list.body, shift: 0 }];
  let bounds: readonly Run<Uint32Array>[] = [{ values: list.bounds, shift: 0 }];
  let { open, close } = list;
  for (const { list: change } of differences) {
    if (!change) continue;
    const { at, remove, insert } = change.body;
    body = splice(body, { at, remove, insert: Buffer.from(insert, 'base64') }, 0, (values, from, to) =>
      values.subarray(from, to),
    );
    const moved = { ...change.bounds, insert: Uint32Array.from(change.bounds.insert) };
    bounds = splice(bounds, moved, change.shift, (values, from, to) => values.subarray(from, to));
    ({ open, close } = change);
  }
  const whole = body.length === 1 ? list.body : Buffer.concat(body.map(({ values }) => values));
  return { body: whole, bounds: joined(bounds), open, close };
}

/** Consecutive values of a list in pieces, which is put together only once, after all changes. Each value is to be moved by `shift`. */
interface Run<Values> {
  readonly values: Values;
  readonly shift: number;
}

/** The runs after a change; those behind it are moved by `shift`. */
function splice<Values extends { readonly length: number }>(
  runs: readonly Run<Values>[],
  { at, remove, insert }: Splice<Values>,
  shift: number,
  cut: (values: Values, from: number, to?: number) => Values,
): Run<Values>[] {
  const next: Run<Values>[] = [];
  let start = 0;
  let isInserted = false;
  for (const { values, shift: moved } of runs) {
    const stop = start + values.length;
    if (start < at) next.push({ values: cut(values, 0, at - start), shift: moved });
    if (!isInserted && stop >= at) {
      next.push({ values: insert, shift: 0 });
      isInserted = true;
    }
    if (stop > at + remove) next.push({ values: cut(values, Math.max(0, at + remove - start)), shift: moved + shift });
    start = stop;
  }
  // A list that was emptied has no runs.
  if (!isInserted) next.push({ values: insert, shift: 0 });
  return next.filter(({ values }) => values.length > 0);
}

function joined(runs: readonly Run<Uint32Array>[]): Uint32Array {
  const bounds = new Uint32Array(runs.reduce((sum, { values }) => sum + values.length, 0));
  let at = 0;
  for (const { values, shift } of runs) {
    bounds.set(values, at);
    const end = at + values.length;
    if (shift !== 0) for (let index = at; index < end; index += 1) bounds[index] = (bounds[index] ?? 0) + shift;
    at = end;
  }
  return bounds;
}
