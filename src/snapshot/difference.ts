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
  let pieces: readonly Buffer[] = [list.body];
  let { bounds, open, close } = list;
  for (const { list: change } of differences) {
    if (!change) continue;
    pieces = splicePieces(pieces, change.body);
    bounds = spliceBounds(bounds, change);
    ({ open, close } = change);
  }
  return { body: pieces.length === 1 ? list.body : Buffer.concat(pieces), bounds, open, close };
}

/** Of a text in pieces: it is put together only once, after all changes. */
function splicePieces(pieces: readonly Buffer[], { at, remove, insert }: Splice<string>): Buffer[] {
  const next: Buffer[] = [];
  let start = 0;
  let isInserted = false;
  for (const piece of pieces) {
    const stop = start + piece.length;
    if (start < at) next.push(piece.subarray(0, at - start));
    if (!isInserted && stop >= at) {
      next.push(Buffer.from(insert, 'base64'));
      isInserted = true;
    }
    if (stop > at + remove) next.push(piece.subarray(Math.max(0, at + remove - start)));
    start = stop;
  }
  return next.filter(({ length }) => length > 0);
}

function spliceBounds(before: Uint32Array, { bounds: { at, remove, insert }, shift }: ListDifference): Uint32Array {
  const bounds = new Uint32Array(before.length - remove + insert.length);
  bounds.set(before.subarray(0, at));
  bounds.set(insert, at);
  for (let from = at + remove, to = at + insert.length; from < before.length; from += 1, to += 1) {
    bounds[to] = (before[from] ?? 0) + shift;
  }
  return bounds;
}
