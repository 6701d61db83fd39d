import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { randomFrom } from '../../scripts/lib/random.ts';
import { chunksOf } from '../../src/state/chunks.ts';
import { decodePack, encodePack, parseIndex } from '../../src/state/pack.ts';
import { mergeWithdrawn } from '../../src/state/withdrawn.ts';

function noise(length: number, seed: number): Buffer {
  const { next } = randomFrom(seed);
  return Buffer.from(Uint8Array.from({ length }, () => Math.floor(next() * 256)));
}

const digests = (bytes: Buffer) => new Set(chunksOf(bytes).map(({ digest }) => digest));

test('the chunks of a file are the file, and a change of a few bytes changes a few chunks', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_500_000 }), fc.nat(), fc.nat({ max: 50 }), (length, seed, inserted) => {
      const file = noise(length, seed);
      const chunks = chunksOf(file);
      expect(Buffer.concat(chunks.map(({ offset, size }) => file.subarray(offset, offset + size))).equals(file)).toBe(true);
      const at = length === 0 ? 0 : seed % length;
      const changed = Buffer.concat([file.subarray(0, at), noise(inserted + 1, seed + 1), file.subarray(at)]);
      expect(digests(changed).difference(digests(file)).size).toBeLessThan(6);
    }),
    { numRuns: 8 },
  );
});

test('a pack gives back its blobs, and of a damaged one none that is not what its digest says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array(), { minLength: 1 }), fc.nat(), async (blobs, flip) => {
      const { pack, object, index } = await encodePack(blobs);
      const read = parseIndex(pack.id, index);
      expect(read?.blobs).toEqual(pack.blobs);
      const wanted = new Set(pack.blobs.map(({ digest }) => digest));
      expect((await decodePack(pack, object, wanted)).size).toBe(wanted.size);
      const damaged = Buffer.from(object);
      damaged[flip % damaged.length] = (damaged[flip % damaged.length] ?? 0) ^ 1;
      const whole = await decodePack(pack, object, wanted);
      for (const [digest, bytes] of await decodePack(pack, damaged, wanted)) expect(whole.get(digest)?.equals(bytes)).toBe(true);
      index[flip % index.length] = (index[flip % index.length] ?? 0) ^ 1;
      expect(parseIndex(pack.id, index)).toBeNull();
    }),
    { numRuns: 40 },
  );
});

describe('withdrawn references', () => {
  const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'));
  const list = (references: readonly string[]) => references.map((reference) => ({ reference }));

  test('one withdrawn on either side is withdrawn, one allowed on either side is not', () => {
    fc.assert(
      fc.property(names, names, names, (there, here, base) => {
        const merged = new Set(mergeWithdrawn(list(there), list(here), new Set(base)).map(({ reference }) => reference));
        for (const reference of ['a', 'b', 'c', 'd', 'e']) {
          const [isThere, isHere, was] = [there, here, base].map((side) => new Set<string>(side).has(reference));
          expect(merged.has(reference)).toBe(was ? Boolean(isThere && isHere) : Boolean(isThere || isHere));
        }
      }),
    );
  });
});
