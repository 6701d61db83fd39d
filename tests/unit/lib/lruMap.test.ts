import { expect, test } from 'vitest';
import { LruMap } from '../../../src/lib/lruMap.ts';

const has = (map: LruMap<string, string>) => ['a', 'b', 'c'].filter((key) => map.get(key) !== undefined);

test('forgets what was used longest ago', () => {
  const map = new LruMap<string, string>(2);
  map.set('a', '1');
  map.set('b', '2');
  map.get('a');
  map.set('c', '3');
  expect(has(map)).toEqual(['a', 'c']);
  map.delete('a');
  map.set('b', '2');
  expect(has(map)).toEqual(['b', 'c']);
});

test('keeps as much as the values weigh, and nothing that alone is too much', () => {
  const map = new LruMap<string, string>(10, (value) => value.length);
  map.set('a', 'x'.repeat(6));
  map.set('a', 'x'.repeat(4));
  map.set('b', 'x'.repeat(6));
  expect(has(map)).toEqual(['a', 'b']);
  map.set('c', 'x'.repeat(5));
  expect(has(map)).toEqual(['c']);
  map.set('b', 'x'.repeat(11));
  expect(has(map)).toEqual([]);
});
