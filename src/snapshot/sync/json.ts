/** Steps over JSON in bytes, without parsing it. */

/** A response split into the items of its list. */
export interface SplitList {
  readonly body: Buffer;
  /** Start and end of each item, in pairs: byte offsets, the end exclusive. */
  readonly bounds: Uint32Array;
  /** Offset of the list's `[`. */
  readonly open: number;
  /** Offset of the list's `]`. */
  readonly close: number;
}

/** A split with what it shares with the response before it. */
export interface AlignedList extends SplitList {
  /** Null: nothing is known of the items. */
  readonly previous: SplitList | null;
  /** Items at the front that are the same bytes as in `previous`. */
  readonly sameFront: number;
  /** Items at the back that are the same bytes. */
  readonly sameBack: number;
}

export const countOf = (list: SplitList) => list.bounds.length / 2;

/** The bytes of an item. */
export function bytesOf(list: SplitList, item: number): Buffer {
  return list.body.subarray(list.bounds[2 * item], list.bounds[2 * item + 1]);
}

/** The JSON value of an item, or undefined where it is malformed. */
export function itemOf(list: SplitList, item: number): unknown {
  try {
    return JSON.parse(bytesOf(list, item).toString());
  } catch {
    return undefined;
  }
}

export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
export const CLOSE_LIST = 0x5d;
export const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** The bytes are no JSON. Caught by `splitList`. */
export class Malformed extends Error {}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** The first offset from `at` on that is no white space. */
export function skipSpace(body: Buffer, at: number): number {
  let position = at;
  while (isSpace(body[position])) position += 1;
  return position;
}

/** The offset after the string that starts at `at`. */
export function skipString(body: Buffer, at: number): number {
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
export function skipValue(body: Buffer, at: number): number {
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
