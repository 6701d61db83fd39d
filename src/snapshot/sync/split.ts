/**
 * Finds the items of a list answer as byte ranges, without parsing them.
 * Given the answer before, only the bytes between the first and the last difference are looked at: of a list of 10,000
 * items in which one was edited, one is found, and the other 9,999 are known to be the same bytes.
 */
import { fail, type Result, succeed } from '../../lib/result.ts';

import {
  type AlignedList,
  CLOSE_LIST,
  COLON,
  COMMA,
  Malformed,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
  type SplitList,
  skipSpace,
  skipString,
  skipValue,
} from './bytes.ts';
import { splitByDifference } from './difference.ts';

/** An answer nests its list no deeper than this: `{"data": {"news": [...]}}` is two. */
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

/** The offset of the `[` of the list in an answer: bare, or under one of `keys`, the first that holds one. Null without one. */
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

function splitWhole(body: Buffer, open: number): SplitList {
  const bounds: number[] = [];
  let position = skipSpace(body, open + 1);
  while (body[position] !== CLOSE_LIST || bounds.length) {
    const end = skipValue(body, position);
    bounds.push(position, end);
    position = skipSpace(body, end);
    if (body[position] === CLOSE_LIST) break;
    if (body[position] !== COMMA) throw new Malformed();
    position = skipSpace(body, position + 1);
  }
  // What is around the list must be JSON as well; the items are parsed one by one when they are read.
  JSON.parse(`${body.toString('utf8', 0, open)}[]${body.toString('utf8', position + 1)}`);
  return { body, bounds: Uint32Array.from(bounds), open, close: position };
}

function sameItem(a: SplitList, itemA: number, b: SplitList, itemB: number): boolean {
  return bytesOf(a, itemA).equals(bytesOf(b, itemB));
}

function align(list: SplitList, before: SplitList): AlignedList {
  const count = list.bounds.length / 2;
  const countBefore = before.bounds.length / 2;
  const most = Math.min(count, countBefore);
  let sameFront = 0;
  while (sameFront < most && sameItem(list, sameFront, before, sameFront)) sameFront += 1;
  let sameBack = 0;
  while (sameBack < most - sameFront && sameItem(list, count - 1 - sameBack, before, countBefore - 1 - sameBack)) sameBack += 1;
  return { ...list, sameFront, sameBack };
}

function whyNot(body: Buffer): string {
  const start = body.toString('utf8', 0, 200).trimStart();
  if (start === '') return 'an empty body';
  if (start.startsWith('<')) return 'HTML instead of JSON';
  return /^[[{]/.test(start) ? 'JSON that breaks off or is malformed' : 'something else than JSON';
}

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Cuts a list answer into items: a bare array, or one under `data`, `result`, `results` or the collection's own name.
 * Whether each item is JSON shows when it is parsed.
 */
export function splitList(collection: string, answer: Buffer, before: SplitList | null): Result<AlignedList, 'unreadable'> {
  const marked = answer.subarray(0, 3).equals(BYTE_ORDER_MARK);
  const body = marked ? answer.subarray(3) : answer;
  try {
    const quick = before && splitByDifference(body, before);
    if (quick) return succeed(quick);
    const open = findList(body, skipSpace(body, 0), ['data', 'result', 'results', collection], 0);
    if (open !== null) {
      const list = splitWhole(body, open);
      return succeed(before ? align(list, before) : { ...list, sameFront: 0, sameBack: 0 });
    }
    if (/^[[{]/.test(body.toString('utf8', 0, 200).trimStart())) {
      JSON.parse(body.toString());
      return fail('unreadable', `The content service answered ${collection} with JSON that holds no list.`);
    }
  } catch (error) {
    if (!(error instanceof Malformed || error instanceof SyntaxError)) throw error;
  }
  return fail('unreadable', `The content service answered ${collection} with ${whyNot(body)}.`);
}

/** The bytes of an item. */
export function bytesOf(list: SplitList, item: number): Buffer {
  const [start = 0, end = 0] = list.bounds.subarray(2 * item, 2 * item + 2);
  return list.body.subarray(start, end);
}

/** The JSON value of an item, or undefined where it is malformed. */
export function itemOf(list: SplitList, item: number): unknown {
  try {
    return JSON.parse(bytesOf(list, item).toString());
  } catch {
    return undefined;
  }
}
