/** Splits a response into the items of its list, as byte ranges; an item is parsed only when it is read. */
import { fail, type Result, succeed } from '../../lib/result.ts';
import { alignItems, splitByDifference } from './align.ts';
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
} from './json.ts';
import type { CollectionSync, SyncInput } from './types.ts';

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
    if (!(error instanceof Malformed || error instanceof SyntaxError)) throw error;
  }
  return fail('unreadable', `The content service answered ${collection} with ${whyNot(body)}`);
}

/** Splits the response of a collection, aligned with the one before where that is at hand, unless `force`. */
export function splitCollection(input: SyncInput, sync: CollectionSync): CollectionSync {
  const { name, before, body } = sync;
  if (!body) return sync;
  const split = splitList(name, body, input.force ? null : input.responses.get(name, before.response));
  return split.ok ? { ...sync, list: split.value } : { ...sync, validators: before.validators, failure: split };
}
