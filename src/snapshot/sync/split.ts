/** Splits a response into the items of its list, as byte ranges; an item is parsed only when it is read. */
import type { CollectionName } from '../../collections/index.ts';
import { LruMap } from '../../lib/lruMap.ts';
import { fail, type Result, succeed } from '../../lib/result.ts';

/** A response split into the items of its list; `open` and `close`: the offsets of its brackets. */
export interface SplitList {
  readonly body: Buffer;
  /** Start and end of each item, in pairs: byte offsets, the end exclusive. */
  readonly bounds: Uint32Array;
  readonly open: number;
  readonly close: number;
}

/** A split with the number of items, at the front and at the back, that are the same bytes as in the response before; null: unknown. */
export interface AlignedList extends SplitList {
  readonly previous: SplitList | null;
  readonly sameFront: number;
  readonly sameBack: number;
}

export const countOf = (list: SplitList) => list.bounds.length / 2;

export function bytesOf(list: SplitList, item: number): Buffer {
  return list.body.subarray(list.bounds[2 * item], list.bounds[2 * item + 1]);
}

/** The JSON value of an item's bytes, or undefined where they are malformed. */
export function jsonOf(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return undefined;
  }
}

export const itemOf = (list: SplitList, item: number): unknown => jsonOf(bytesOf(list, item).toString());

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** The bytes are no JSON. */
class Malformed extends Error {}

const isSpace = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** The first offset from `at` on that is no white space. */
function skipSpace(body: Buffer, at: number): number {
  let position = at;
  while (isSpace(body[position])) position += 1;
  return position;
}

/** The offset after the string that starts at `at`. */
function skipString(body: Buffer, at: number): number {
  for (let position = at + 1; position < body.length; position += 1) {
    const byte = body[position];
    if (byte === QUOTE) return position + 1;
    if (byte === BACKSLASH) position += 1;
  }
  throw new Malformed();
}

function skipNested(body: Buffer, at: number): number {
  let depth = 0;
  let position = at;
  while (position < body.length) {
    const byte = body[position];
    if (byte === QUOTE) {
      position = skipString(body, position);
      continue;
    }
    if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth += 1;
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) depth -= 1;
    position += 1;
    if (depth === 0) return position;
  }
  throw new Malformed();
}

/** The offset after the value that starts at `at`. What is inside is left to `JSON.parse`. */
function skipValue(body: Buffer, at: number): number {
  const first = body[at];
  if (first === QUOTE) return skipString(body, at);
  if (first === OPEN_OBJECT || first === OPEN_LIST) return skipNested(body, at);
  let position = at;
  while (position < body.length) {
    const byte = body[position];
    if (byte === COMMA || byte === CLOSE_LIST || byte === CLOSE_OBJECT || isSpace(byte)) break;
    position += 1;
  }
  if (position === at) throw new Malformed();
  return position;
}

const FIRST_STEP = 65_536;
/** Items of a list: 64 MB of numbers would be 32 million, each of which takes its place in the database and the report. */
const MOST_ITEMS = 100_000;

/** The length up to `most` as far as which everything is equal: `isEqual` compares from one offset to another. */
function equalLength(most: number, isEqual: (from: number, to: number) => boolean): number {
  let length = 0;
  for (let step = FIRST_STEP; step >= 1 && length < most; ) {
    const next = Math.min(length + step, most);
    if (isEqual(length, next)) length = next;
    else step /= 16;
  }
  return length;
}

/** The first item for which `holds`, by binary search. */
export function firstItem(count: number, holds: (item: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

class TooLong extends Error {}

function addBounds(bounds: number[], start: number, end: number): void {
  if (bounds.length === 2 * MOST_ITEMS) throw new TooLong();
  bounds.push(start, end);
}

/** The items from `from` (right after an item, or after the list's `[`) to `stop` or the list's end, and where they end. */
function boundsFrom(body: Buffer, from: number, afterItem: boolean, stop: number) {
  const bounds: number[] = [];
  let position = skipSpace(body, from);
  let expectsItem = !afterItem && body[position] !== CLOSE_LIST;
  while (position < stop && (expectsItem || body[position] === COMMA)) {
    const end = expectsItem ? skipValue(body, position) : position + 1;
    if (expectsItem) addBounds(bounds, position, end);
    position = skipSpace(body, end);
    expectsItem = !expectsItem;
  }
  return { bounds, end: position, expectsItem };
}

/**
 * The split of a response by its difference to the one before: only the bytes between the first and the last difference are looked
 * at. Measured: of 4 MB with 10,000 items, one changed, 0.9 ms; the whole 10 ms. Null when the difference reaches beyond the list.
 */
function splitByDifference(body: Buffer, before: SplitList): AlignedList | null {
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
  // The first byte of an item that is kept, or the list's `]`.
  const stop = (sameFrom < count ? start(sameFrom) : before.close) + shift;
  const { bounds: changed, end: stopped, expectsItem } = boundsFrom(body, from, front > 0, stop);
  if (stopped !== stop || expectsItem !== sameFrom < count) return null;
  if (front + changed.length / 2 + count - sameFrom > MOST_ITEMS) throw new TooLong();
  const bounds = new Uint32Array(2 * front + changed.length + 2 * (count - sameFrom));
  bounds.set(before.bounds.subarray(0, 2 * front));
  bounds.set(changed, 2 * front);
  const rest = before.bounds.subarray(2 * sameFrom);
  const offset = 2 * front + changed.length;
  for (let index = 0; index < rest.length; index += 1) bounds[offset + index] = (rest[index] ?? 0) + shift;
  const { open, close } = before;
  return { body, bounds, open, close: close + shift, previous: before, sameFront: front, sameBack: count - sameFrom };
}

/** A split compared with the one before item by item: for a response that differs around its list, as by a count. */
function alignItems(list: SplitList, previous: SplitList): AlignedList {
  const [count, countBefore] = [countOf(list), countOf(previous)];
  const isSame = (item: number, before: number) => bytesOf(list, item).equals(bytesOf(previous, before));
  const most = Math.min(count, countBefore);
  let sameFront = 0;
  while (sameFront < most && isSame(sameFront, sameFront)) sameFront += 1;
  let sameBack = 0;
  while (sameBack < most - sameFront && isSame(count - 1 - sameBack, countBefore - 1 - sameBack)) sameBack += 1;
  return { ...list, previous, sameFront, sameBack };
}

/** A response nests its list no deeper than this: `{"data": {"news": [...]}}` is two. */
const DEEPEST = 3;

/** Where the values of an object's keys start; the last of equal keys counts, as for `JSON.parse`. */
function valuesOf(body: Buffer, at: number): Map<string, number> {
  const values = new Map<string, number>();
  let position = skipSpace(body, at + 1);
  while (body[position] === QUOTE) {
    const end = skipString(body, position);
    const key = JSON.parse(body.toString('utf8', position, end)) as string;
    position = skipSpace(body, end);
    if (body[position] !== COLON) throw new Malformed();
    position = skipSpace(body, position + 1);
    values.set(key, position);
    position = skipSpace(body, skipValue(body, position));
    if (body[position] === COMMA) position = skipSpace(body, position + 1);
  }
  return values;
}

/** The offset of the `[` of the list in a response: bare, or under one of `keys`, the first that holds one. Null without one. */
function findList(body: Buffer, at: number, keys: readonly string[], depth: number): number | null {
  if (body[at] === OPEN_LIST) return at;
  if (body[at] !== OPEN_OBJECT || depth >= DEEPEST) return null;
  const values = valuesOf(body, at);
  const starts = keys.map((key) => values.get(key)).filter((start) => start !== undefined);
  const direct = starts.find((start) => body[start] === OPEN_LIST);
  if (direct !== undefined) return direct;
  for (const start of starts) {
    const found = findList(body, start, keys, depth + 1);
    if (found !== null) return found;
  }
  return null;
}

/** Fields by which an item that stands alone is told from an envelope or the description of an error. */
const ITEM_FIELDS = ['category', 'attachments', 'image', 'images', 'fromDate', 'videoUrl', 'sessionYear'];

function isItem(values: ReadonlyMap<string, number>): boolean {
  const hasIdentityAndName = values.has('_id') && (values.has('title') || values.has('name'));
  return hasIdentityAndName || ITEM_FIELDS.some((field) => values.has(field));
}

/** The offset of an item that stands alone, bare or under one of `keys`. Null without one. */
function findItem(body: Buffer, at: number, keys: readonly string[], depth: number): number | null {
  if (body[at] !== OPEN_OBJECT || depth >= DEEPEST) return null;
  const values = valuesOf(body, at);
  for (const key of keys) {
    const start = values.get(key);
    const found = start === undefined ? null : findItem(body, start, keys, depth + 1);
    if (found !== null) return found;
  }
  return isItem(values) ? at : null;
}

/** A list of the one item that starts at `start`; `open` and `close` are the item's. */
function splitItem(body: Buffer, start: number): SplitList {
  const end = skipValue(body, start);
  JSON.parse(`${body.toString('utf8', 0, start)}{}${body.toString('utf8', end)}`);
  return { body, bounds: Uint32Array.of(start, end), open: start, close: end };
}

function splitWhole(body: Buffer, open: number): SplitList {
  const { bounds, end: close, expectsItem } = boundsFrom(body, open + 1, false, body.length);
  if (expectsItem || body[close] !== CLOSE_LIST) throw new Malformed();
  // What is around the list must be JSON as well; the items are parsed one by one when they are read.
  JSON.parse(`${body.toString('utf8', 0, open)}[]${body.toString('utf8', close + 1)}`);
  return { body, bounds: Uint32Array.from(bounds), open, close };
}

function whyNot(body: Buffer): string {
  const start = body.toString('utf8', 0, 200).trimStart();
  if (start === '') return 'an empty body.';
  if (start.startsWith('<')) return 'HTML instead of JSON. Check CONTENT_SERVICE_URL.';
  return /^[[{]/.test(start) ? 'JSON that breaks off or is malformed.' : 'something else than JSON. Check CONTENT_SERVICE_URL.';
}

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Splits a response whose list is a bare array, or one under `data`, `result`, `results` or the collection's own name;
 * likewise a single item without a list.
 * Whether each item is JSON shows when it is parsed.
 */
export function splitList(collection: string, response: Buffer, before: SplitList | null): Result<AlignedList, 'unreadable'> {
  const marked = response.subarray(0, 3).equals(BYTE_ORDER_MARK);
  const body = marked ? response.subarray(3) : response;
  try {
    const quick = before?.body[before.open] === OPEN_LIST && splitByDifference(body, before);
    if (quick) return succeed(quick);
    const keys = ['data', 'result', 'results', collection];
    const start = skipSpace(body, 0);
    const open = findList(body, start, keys, 0);
    const alone = open === null ? findItem(body, start, keys, 0) : null;
    if (open !== null || alone !== null) {
      const list = open !== null ? splitWhole(body, open) : splitItem(body, alone ?? start);
      return succeed(before ? alignItems(list, before) : { ...list, previous: null, sameFront: 0, sameBack: 0 });
    }
    if (/^[[{]/.test(body.toString('utf8', 0, 200).trimStart())) {
      JSON.parse(body.toString());
      const expected = `an array, bare or under ${keys.map((key) => `"${key}"`).join(', ')}`;
      return fail('unreadable', `The content service answered ${collection} with JSON that holds no list (${expected}).`);
    }
  } catch (error) {
    if (error instanceof TooLong)
      return fail('unreadable', `The content service answered ${collection} with a list of more than ${MOST_ITEMS} items.`);
    if (!(error instanceof Malformed || error instanceof SyntaxError)) throw error;
  }
  return fail('unreadable', `The content service answered ${collection} with ${whyNot(body)}`);
}

/** Bytes of responses that stay for certain, the latest ones first: what is edited once is edited again. */
const MOST_KEPT = 16 * 1024 * 1024;

/**
 * The last response of each collection: the next one is compared with its bytes. Beyond {@link MOST_KEPT} it stays for as
 * long as nothing else needs the memory; what is gone costs the comparison with the stored items.
 */
export class LastResponses {
  readonly #lists = new Map<CollectionName, { readonly response: string; readonly list: WeakRef<SplitList> }>();
  readonly #kept = new LruMap<CollectionName, SplitList>(MOST_KEPT, ({ body }) => body.length);

  /** The response that the stored items are those of; null: not known here. */
  get(name: CollectionName, response: string): SplitList | null {
    const last = this.#lists.get(name);
    return last?.response === response ? (last.list.deref() ?? null) : null;
  }

  set(name: CollectionName, response: string, { body, bounds, open, close }: SplitList): void {
    const list = { body, bounds, open, close };
    this.#lists.set(name, { response, list: new WeakRef(list) });
    this.#kept.set(name, list);
  }
}
