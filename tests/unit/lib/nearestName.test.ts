import { expect, test } from 'vitest';
import { nearestName } from '../../../src/lib/nearestName.ts';

test.each([
  ['titel', 'title'],
  ['Title', 'title'],
  ['title', undefined],
  ['titles', 'title'],
  ['descriptions of all', undefined],
])('of %j is %j', (text, expected) => {
  expect(nearestName(text, ['id', 'title', 'description'])).toBe(expected);
});

test('of a name that is longer or shorter than all by more than its slips is none, however long they are', () => {
  const names = Array.from({ length: 20 }, (_, at) => `${at}`.repeat(4000));
  expect(nearestName('x'.repeat(30_000), names)).toBeUndefined();
}, 60_000);
