import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { packFiles, unpackFiles } from '../../src/state/objects.ts';
import { mergeWithdrawn } from '../../src/state/withdrawn.ts';
import { runs } from './runs.ts';

test('a pack gives back its files, whatever their bytes', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string({ unit: 'grapheme' }), fc.uint8Array())), (files) => {
      const unpacked = Array.from(unpackFiles(packFiles(files)), ([name, bytes]) => [name, new Uint8Array(bytes)]);
      expect(unpacked).toEqual(files);
    }),
    runs(100),
  );
});

describe('withdrawn references', () => {
  const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'));
  const list = (references: readonly string[]) => references.map((reference) => ({ reference }));

  test('those of the bucket are withdrawn, and those of the machine that the bucket never had', () => {
    fc.assert(
      fc.property(names, names, names, (there, here, base) => {
        const merged = new Set(mergeWithdrawn(list(there), list(here), new Set(base)).map(({ reference }) => reference));
        for (const reference of ['a', 'b', 'c', 'd', 'e']) {
          const [isThere, isHere, was] = [there, here, base].map((side) => new Set<string>(side).has(reference));
          expect(merged.has(reference)).toBe(isThere || (isHere && !was));
        }
      }),
      runs(100),
    );
  });
});
