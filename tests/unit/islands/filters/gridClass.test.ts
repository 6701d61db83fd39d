import { expect, test } from 'vitest';
import { rulesOf } from '../../../../src/collections/browser.ts';
import { gridClass } from '../../../../src/islands/filters/CardList.tsx';

const toppers = rulesOf('toppers');

test('toppers below the first three stand in rows of the length that leaves the fewest places empty', () => {
  expect(gridClass(toppers, 16, true)).toBe('grid wall seven');
  expect(gridClass(toppers, 18, true)).toBe('grid wall five');
  expect(gridClass(toppers, 15, true)).toBe('grid wall');
});

test('an archive has no first three, so all its cards are counted', () => {
  expect(gridClass(toppers, 13, false)).toBe('grid wall seven');
  expect(gridClass(toppers, 10, false)).toBe('grid wall five');
  expect(gridClass(toppers, 16, false)).toBe('grid wall');
});

test('other lists have plain grids', () => {
  expect(gridClass(rulesOf('news'), 13, true)).toBe('grid');
});
