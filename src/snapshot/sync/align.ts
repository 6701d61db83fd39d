/**
 * Aligns a response with the one before by comparing their bytes from both ends, so that only the bytes between the
 * first and the last difference are looked at. Measured: of 4 MB with 10,000 items, one changed, 0.9 ms; the whole 10 ms.
 */
import { type AlignedList, bytesOf, COMMA, countOf, type SplitList, skipSpace, skipValue } from './json.ts';

const FIRST_STEP = 65_536;

/** The length up to `most` as far as which everything is equal: `isEqual` compares from one offset to another. */
export function equalLength(most: number, isEqual: (from: number, to: number) => boolean): number {
  let length = 0;
  for (let step = FIRST_STEP; step >= 1 && length < most; ) {
    const next = Math.min(length + step, most);
    if (isEqual(length, next)) length = next;
    else step /= 16;
  }
  return length;
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
  const [size, sizeBefore] = [body.length, before.body.length];
  const most = Math.min(size, sizeBefore);
  const prefix = equalLength(most, (from, to) => body.compare(before.body, from, to, from, to) === 0);
  if (prefix <= before.open) return null;
  const suffix = equalLength(
    most - prefix,
    (from, to) => body.compare(before.body, sizeBefore - to, sizeBefore - from, size - to, size - from) === 0,
  );
  // The byte after an item belongs to the comparison: only it shows that a number does not go on.
  const front = firstItem(count, (item) => end(item) + 1 > prefix);
  const back = firstItem(count, (item) => start(item) >= sizeBefore - suffix);
  if (front === count && prefix === size && size === sizeBefore)
    return { ...before, body, previous: before, sameFront: count, sameBack: 0 };
  const sameFrom = Math.max(front, back);
  if (sameFrom === count && sizeBefore - suffix > before.close) return null;
  const shift = size - sizeBefore;
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
