/**
 * Aligns a response with the one before by comparing their bytes from both ends, so that only the bytes between the
 * first and the last difference are looked at.
 */
import { type AlignedList, bytesOf, COMMA, countOf, type SplitList, skipSpace, skipValue } from './json.ts';

const CHUNK = 65_536;

/** How many bytes at the front are equal. */
function commonPrefix(a: Buffer, b: Buffer): number {
  const most = Math.min(a.length, b.length);
  let at = 0;
  for (let step = CHUNK; step >= 1; ) {
    const end = Math.min(at + step, most);
    if (end > at && a.compare(b, at, end, at, end) === 0) at = end;
    else step = step > 64 ? step >> 5 : step > 1 ? 1 : 0;
    if (at === most) break;
  }
  return at;
}

/** How many bytes at the back are equal, at most `most`. */
function commonSuffix(a: Buffer, b: Buffer, most: number): number {
  let count = 0;
  for (let step = CHUNK; step >= 1; ) {
    const next = Math.min(count + step, most);
    const same = next > count && a.compare(b, b.length - next, b.length - count, a.length - next, a.length - count) === 0;
    if (same) count = next;
    else step = step > 64 ? step >> 5 : step > 1 ? 1 : 0;
    if (count === most) break;
  }
  return count;
}

/** The first item for which `holds`, by binary search. */
function firstItem(count: number, holds: (item: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * The items from `from` (right after an item, or after the list's `[`) up to `stop`: the first byte of an item that is
 * kept, or the list's `]`. Null when the bytes do not lead there.
 */
function boundsBetween(body: Buffer, from: number, afterItem: boolean, stop: number, stopAtItem: boolean): number[] | null {
  const bounds: number[] = [];
  let position = skipSpace(body, from);
  let expectsItem = !afterItem;
  if (expectsItem && position === stop) return bounds;
  while (position <= stop) {
    if (position === stop) return expectsItem === stopAtItem ? bounds : null;
    if (expectsItem) {
      const end = skipValue(body, position);
      bounds.push(position, end);
      position = skipSpace(body, end);
    } else {
      if (body[position] !== COMMA) return null;
      position = skipSpace(body, position + 1);
    }
    expectsItem = !expectsItem;
  }
  return null;
}

/** The split of a response by its difference to the one before; null when the difference reaches beyond the list. */
export function splitByDifference(body: Buffer, before: SplitList): AlignedList | null {
  const count = countOf(before);
  const start = (item: number) => before.bounds[2 * item] ?? before.close;
  const end = (item: number) => before.bounds[2 * item + 1] ?? before.close;
  const prefix = commonPrefix(body, before.body);
  if (prefix <= before.open) return null;
  const suffix = commonSuffix(body, before.body, Math.min(body.length, before.body.length) - prefix);
  // The byte after an item belongs to the comparison: only it shows that a number does not go on.
  const front = firstItem(count, (item) => end(item) + 1 > prefix);
  const back = firstItem(count, (item) => start(item) >= before.body.length - suffix);
  if (front === count && prefix === body.length && body.length === before.body.length)
    return { ...before, body, previous: before, sameFront: count, sameBack: 0 };
  const sameFrom = Math.max(front, back);
  if (sameFrom === count && before.body.length - suffix > before.close) return null;
  const shift = body.length - before.body.length;
  const from = front > 0 ? end(front - 1) : before.open + 1;
  const stop = (sameFrom < count ? start(sameFrom) : before.close) + shift;
  const middle = boundsBetween(body, from, front > 0, stop, sameFrom < count);
  if (!middle) return null;
  const bounds = new Uint32Array(2 * front + middle.length + 2 * (count - sameFrom));
  bounds.set(before.bounds.subarray(0, 2 * front));
  bounds.set(middle, 2 * front);
  const rest = before.bounds.subarray(2 * sameFrom);
  const offset = 2 * front + middle.length;
  for (let index = 0; index < rest.length; index += 1) bounds[offset + index] = (rest[index] ?? 0) + shift;
  const { open, close } = before;
  return { body, bounds, open, close: close + shift, previous: before, sameFront: front, sameBack: count - sameFrom };
}

/** A split compared with the one before item by item: for a response that differs around its list, as by a count. */
export function alignItems(list: SplitList, previous: SplitList): AlignedList {
  const [count, countBefore] = [countOf(list), countOf(previous)];
  const isSame = (item: number, before: number) => bytesOf(list, item).equals(bytesOf(previous, before));
  const most = Math.min(count, countBefore);
  let sameFront = 0;
  while (sameFront < most && isSame(sameFront, sameFront)) sameFront += 1;
  let sameBack = 0;
  while (sameBack < most - sameFront && isSame(count - 1 - sameBack, countBefore - 1 - sameBack)) sameBack += 1;
  return { ...list, previous, sameFront, sameBack };
}
