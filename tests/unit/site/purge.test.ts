import { expect, test } from 'vitest';
import type { Digest } from '../../../src/lib/digest.ts';
import { describeAllowed, describePurge, isHeldBy } from '../../../src/site/purge.ts';

const purged = {
  reference: 'a.jpg',
  ...{ isKnown: false, files: 0, wasWithdrawn: false, isUnseen: false, suggestion: undefined, rebuilt: null, failure: null },
};

test('a withdrawal says first whether anything was removed', () => {
  expect(describePurge({ ...purged, isKnown: true, files: 4 }, 'then')).toBe(
    'a.jpg is withdrawn: 4 published files removed. It is not fetched again until then.',
  );
  expect(describePurge({ ...purged, wasWithdrawn: true }, 'then')).toMatch(/^Nothing was removed: a\.jpg was withdrawn before\./);
});

test('of what the content service did not give it says that copies stay', () => {
  for (const wasWithdrawn of [true, false])
    expect(describePurge({ ...purged, wasWithdrawn, isUnseen: true }, 'then')).toMatch(
      /copies under other names stay: withdraw it once more/,
    );
});

test('of a reference that no release showed it asks for the one that is probably meant, and says that it holds', () => {
  expect(describePurge({ ...purged, suggestion: 'b.jpg' }, 'then')).toBe(
    'Nothing was removed: no release showed a.jpg. Is b.jpg meant? It is remembered all the same, and not fetched until then.',
  );
});

test('what is allowed by one name and withdrawn by another of the same bytes is said to stay withdrawn', () => {
  const of = (reference: string, source: string | null, earlier: string[] = [], groups: string[] = []) => ({
    ...{ reference, at: 0, published: null, groups },
    source: source as Digest | null,
    earlierSources: earlier as Digest[],
  });
  const red = of('a.jpg', 'red');
  expect(isHeldBy(red, of('b.jpg', 'red'))).toBe(true);
  expect(isHeldBy(red, of('b.jpg', 'blue', ['red']))).toBe(true);
  expect(isHeldBy(of('a.jpg', 'blue', ['red']), of('b.jpg', 'red'))).toBe(false);
  expect(isHeldBy(of('a.jpg', null, [], ['/media/1/']), of('/media/1/', null, [], ['/media/1/']))).toBe(true);
  expect(describeAllowed('a.jpg', { staysAs: 'b.jpg' })).toMatch(/^a\.jpg is allowed, but stays withdrawn as b\.jpg\b/);
  expect(describeAllowed('a.jpg', { staysAs: null })).toBe('a.jpg may be published again.');
});
