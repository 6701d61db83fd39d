import { describe, expect, test } from 'vitest';
import { listDigest, parseState, treeDigest } from '../../../src/hosting/state.ts';

describe('the state file', () => {
  const digestOf = (body: string) => listDigest('news', Buffer.from(body), { timeZone: 'Asia/Kolkata', closureMark: '!' });

  test('counts items, not their wrapping', async () => {
    const items = [{ _id: '1', title: 'One' }];
    const answers = [items, items[0], { data: items }, { results: items, time: 1 }, { data: { news: items } }];
    const digests = await Promise.all(answers.map((answer) => digestOf(JSON.stringify(answer))));
    expect(digests).toEqual(Array(5).fill(expect.stringMatching(/^[0-9a-f]{32}$/)));
    expect(new Set(digests).size).toBe(1);
    expect(await digestOf('[{"_id":"2","title":"One"}]')).not.toBe(digests[0]);
  });

  test('counts what the site reads of an item: its identity, fields, pictures and order', async () => {
    const [a, b] = ['{"_id":"a","title":"A","image":"a.jpg"}', '{"_id":"b","title":"B"}'];
    const differs = [`[${b},${a}]`, `[${a}]`, `[${a.replace('a.jpg', 'b.jpg')},${b}]`, `[${a.replace('"A"', '"B"')},${b}]`];
    const same = [`[${a}, 5, ${b}]`, `[${a.replace('}', ',"views":7}')},${b}]`];
    const before = await digestOf(`[${a},${b}]`);
    for (const body of differs) expect(await digestOf(body)).not.toBe(before);
    for (const body of same) expect(await digestOf(body)).toBe(before);
  });

  test.each(['views', 'title', 'fromDate', 'image', 'attachments'])(
    'counts a new item beside one whose %s is nested as deeply as nobody would write',
    async (field) => {
      const deep = `{"_id":"deep","title":"Deep","${field}":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
      const before = await digestOf(`[${deep}]`);
      expect(before).not.toBeNull();
      expect(await digestOf(`[${deep},{"_id":"new","title":"New"}]`)).not.toBe(before);
    },
  );

  test('has no digest of what is no list', async () => {
    for (const body of ['', '<html>', '{}', '{"data":{}}', '[1', '[nul]', 'null']) expect(await digestOf(body)).toBeNull();
  });

  test('is not believed when it is something else', () => {
    for (const text of ['', 'null', '[]', '{"format":2}', '<!doctype html>', '{"format":1,"day":"2026-11-21","content":null}'])
      expect(parseState(text)).toBeNull();
  });

  test('names a tree whatever the order of its files', () => {
    const files = [
      ['b', '2'],
      ['a', '1'],
    ] as const;
    expect(treeDigest(files)).toBe(treeDigest([...files].reverse()));
    expect(treeDigest(files)).not.toBe(
      treeDigest([
        ['a', '2'],
        ['b', '1'],
      ]),
    );
  });
});
