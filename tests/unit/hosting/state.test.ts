import { describe, expect, test } from 'vitest';
import { listDigest, parseState, treeDigest } from '../../../src/hosting/state.ts';

describe('the state file', () => {
  test('counts items, not their wrapping', () => {
    const items = [{ _id: '1' }];
    const digests = [items, { data: items }, { results: items, time: 1 }, { data: { news: items } }].map((answer) =>
      listDigest('news', Buffer.from(JSON.stringify(answer))),
    );
    expect(new Set(digests).size).toBe(1);
    expect(listDigest('news', Buffer.from('[{"_id":"2"}]'))).not.toBe(digests[0]);
  });

  test('has no digest of what is no list', () => {
    for (const body of ['', '<html>', '{}', '{"data":{}}', '[1', 'null'])
      expect(listDigest('news', Buffer.from(body))).toBeNull();
  });

  test('is not believed when it is something else', () => {
    for (const text of ['', 'null', '[]', '{"format":2}', '<!doctype html>']) expect(parseState(text)).toBeNull();
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
