import { expect, test } from 'vitest';
import { describePurge } from '../../../src/site/purge.ts';

const purged = {
  reference: 'a.jpg',
  ...{ isKnown: false, files: 0, wasWithdrawn: false, suggestion: undefined, rebuilt: null, failure: null },
};

test('a withdrawal says first whether anything was removed', () => {
  expect(describePurge({ ...purged, isKnown: true, files: 4 }, 'then')).toBe(
    'a.jpg is withdrawn: 4 published files removed. It is not fetched again until then.',
  );
  expect(describePurge({ ...purged, wasWithdrawn: true }, 'then')).toMatch(/^Nothing was removed: a\.jpg was withdrawn before\./);
});

test('of a reference that no release showed it asks for the one that is probably meant, and says that it holds', () => {
  expect(describePurge({ ...purged, suggestion: 'b.jpg' }, 'then')).toBe(
    'Nothing was removed: no release showed a.jpg. Is b.jpg meant? It is remembered all the same, and not fetched until then.',
  );
});
