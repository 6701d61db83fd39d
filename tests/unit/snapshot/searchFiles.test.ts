import { describe, expect, test } from 'vitest';
import { cutSearch } from '../../../src/snapshot/queries/cuts.ts';

/** Keys from `2000-01` on with so many entries each. */
const months = (count: number, each: number) =>
  new Map(
    Array.from({ length: count }, (_, at) => [`${2000 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`, each]),
  );
const names = (counts: ReadonlyMap<string, number>) => cutSearch(counts).map(({ keys }) => keys.join(' '));
/** How many files two cuts do not share. */
const changed = (before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>) => {
  const known = new Set(names(before));
  return names(after).filter((name) => !known.has(name)).length;
};

describe('the entries of the search', () => {
  test('are cut into files of some 250, of whole keys, the newest first', () => {
    const files = cutSearch(months(60, 60));
    expect(files.slice(4).every(({ keys }) => keys.length >= 4 && keys.length <= 5)).toBe(true);
    expect(files.flatMap(({ keys }) => keys.toReversed())).toEqual([...months(60, 60).keys()].reverse());
    expect(files.every(({ name, keys }) => name === keys[0])).toBe(true);
  });

  test('are cut smaller where they are newest, as those are edited most', () => {
    for (const count of [100, 110, 129, 149]) {
      const sizes = cutSearch(months(count, 10)).map(({ keys }) => keys.length);
      expect(Math.max(...sizes.slice(0, 2))).toBeLessThanOrEqual(10);
      expect(sizes.at(-1)).toBe(25);
    }
  });

  test.each([480, 5_000, 40_000, 400_000])(
    '%i of them are at most 42 files, and those that are read first are small',
    (total) => {
      const counts = months(100, total / 100);
      const files = cutSearch(counts);
      expect(files.length).toBeLessThanOrEqual(42);
      const newest = (files[0]?.keys ?? []).reduce((sum, key) => sum + (counts.get(key) ?? 0), 0);
      expect(newest).toBeLessThanOrEqual(Math.max(500, (2 * total) / 100));
    },
  );

  test('keep their files when one is added at the end, or put in between, but for a few', () => {
    const before = months(90, 60);
    expect(changed(before, new Map(before).set('2007-07', 1))).toBeLessThanOrEqual(1);
    expect(changed(before, new Map(before).set('2003-05', 61))).toBeLessThanOrEqual(4);
  });

  test('are none of none', () => expect(cutSearch(new Map())).toEqual([]));
});
