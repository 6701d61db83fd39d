import { describe, expect, test } from 'vitest';
import { itemOf, splitList } from '../../../src/snapshot/sync/split.ts';

function items(json: string): unknown[] {
  const split = splitList('news', Buffer.from(json), null);
  if (!split.ok) throw new Error(split.message);
  return Array.from({ length: split.value.bounds.length / 2 }, (_, item) => itemOf(split.value, item));
}

function failure(answer: string | Buffer): string {
  const split = splitList('news', Buffer.from(answer), null);
  return split.ok ? 'read' : split.message;
}

describe('a list is found', () => {
  test.each([
    ['bare', '[1,{"a":2}]'],
    ['with white space around', ' \r\n\t[ 1 , {"a":2}\n] '],
    ['after a byte order mark', '\ufeff[1,{"a":2}]'],
    ['under data', '{"data":[1,{"a":2}]}'],
    ['under result', '{"status":"ok","result":[1,{"a":2}],"count":2}'],
    ['under results', '{"results" : [1,{"a":2}]}'],
    ['under its own name', '{"news":[1,{"a":2}],"other":[3]}'],
    ['under data before its own name', '{"news":[3],"data":[1,{"a":2}]}'],
    ['two levels deep', '{"data":{"news":[1,{"a":2}]}}'],
    ['under its own name when data is none', '{"data":null,"news":[1,{"a":2}]}'],
    ['under the last of equal keys', '{"data":[3],"data":[1,{"a":2}]}'],
    ['under an escaped key', '{"d\\u0061ta":[1,{"a":2}]}'],
    ['behind strings full of brackets', '{"note":"]}[{\\"\\\\","data":[1,{"a":2}]}'],
  ])('%s', (_name, json) => {
    expect(items(json)).toEqual([1, { a: 2 }]);
  });

  test('with nothing in it', () => {
    expect(items('[]')).toEqual([]);
    expect(items('{"data":[ ]}')).toEqual([]);
  });

  test('with items of every kind', () => {
    const all = [null, true, -1.5e3, '', '"\\]', '\\', { a: ['}', { b: [] }] }, [[]], 'ñ हिन्दी 🎉'];
    expect(items(JSON.stringify(all))).toEqual(all);
    expect(items(JSON.stringify(all, null, 2))).toEqual(all);
  });
});

test.each([
  ['bare', '{"_id":"1","title":"A"}'],
  ['under data', '{"status":"ok","data":{"_id":"1","title":"A"},"count":1}'],
  ['under its own name', ' {"result":null,"news": {"_id":"1","title":"A"} } '],
])('a single item is a list of one: %s', (_name, json) => {
  expect(items(json)).toEqual([{ _id: '1', title: 'A' }]);
  const [single, changed] = [Buffer.from(json), Buffer.from(json.replace('A', 'B'))];
  const before = splitList('news', single, null);
  const after = splitList('news', changed, before.ok ? before.value : null);
  expect(after.ok && itemOf(after.value, 0)).toEqual({ _id: '1', title: 'B' });
  // What is around it is JSON as well, also beside a good one before.
  expect(splitList('news', Buffer.from(`${json},${json}`), before.ok ? before.value : null).ok).toBe(false);
});

const NO_LIST = 'JSON that holds no list (an array, bare or under "data", "result", "results", "news")';

describe('what is no list is said', () => {
  test.each([
    ['', 'an empty body'],
    ['<!doctype html><title>Sign in</title>', 'HTML instead of JSON. Check CONTENT_SERVICE_URL'],
    ['hello', 'something else than JSON. Check CONTENT_SERVICE_URL'],
    ['[{"a":1},{"b":', 'JSON that breaks off or is malformed'],
    ['[{"a":1}', 'JSON that breaks off or is malformed'],
    ['{"data":[{"a":1}]', 'JSON that breaks off or is malformed'],
    ['[1,]', 'JSON that breaks off or is malformed'],
    ['[1 2]', 'JSON that breaks off or is malformed'],
    ['[1]]', 'JSON that breaks off or is malformed'],
    ['{"data":[1] "x":2}', 'JSON that breaks off or is malformed'],
    ['["abc', 'JSON that breaks off or is malformed'],
    ['{}', NO_LIST],
    ['{"data":{}}', NO_LIST],
    ['{"message":"Unauthorized"}', NO_LIST],
    ['{"data":{"name":"Error","message":"No such school","id":"req-7"}}', NO_LIST],
    ['{"type":"about:blank","title":"Gone","description":"x"}', NO_LIST],
    ['{"message":"error"}', NO_LIST],
    ['{"data":{"_id":"x"}}', NO_LIST],
    ['{"success":false,"data":null}', NO_LIST],
  ])('%s', (answer, what) => {
    expect(failure(answer)).toBe(`The content service answered news with ${what}.`);
  });
});

test('an item that is malformed inside shows when it is parsed', () => {
  const split = splitList('news', Buffer.from('[{"a":1},{"a":nope}]'), null);
  expect(split.ok && [itemOf(split.value, 0), itemOf(split.value, 1)]).toEqual([{ a: 1 }, undefined]);
});

test('of two answers that differ in one item, only that item is not known', () => {
  const list = Array.from({ length: 1000 }, (_, index) => ({ _id: index, title: `Title ${index}` }));
  const before = splitList('news', Buffer.from(JSON.stringify(list)), null);
  if (!before.ok) throw new Error(before.message);
  list[500] = { _id: 500, title: 'Another title' };
  const after = splitList('news', Buffer.from(JSON.stringify(list)), before.value);
  expect(after).toMatchObject({ ok: true, value: { sameFront: 500, sameBack: 499 } });
});

test('a list of more items than any school has is refused, also where it grew from a shorter one', () => {
  const list = (count: number) => Buffer.from(`[${Array.from({ length: count }, (_, at) => at).join(',')}]`);
  const most = splitList('news', list(100_000), null);
  if (!most.ok) throw new Error(most.message);
  const refused = { ok: false, message: 'The content service answered news with a list of more than 100000 items.' };
  expect(splitList('news', list(100_001), null)).toMatchObject(refused);
  expect(splitList('news', list(100_001), most.value)).toMatchObject(refused);
});
