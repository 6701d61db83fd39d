import { expect, test } from 'vitest';
import { rulesOf } from '../../../../src/collections/browser.ts';
import { gridClass } from '../../../../src/islands/filters/CardList.tsx';

const toppers = rulesOf('toppers');

test('toppers stand in rows of five where a row of six would leave one alone below the first three', () => {
  expect(gridClass(toppers, 16, true)).toBe('grid wall five');
  expect(gridClass(toppers, 15, true)).toBe('grid wall');
});

test('an archive has no first three, so all its cards are counted', () => {
  expect(gridClass(toppers, 13, false)).toBe('grid wall five');
  expect(gridClass(toppers, 16, false)).toBe('grid wall');
});

test('other lists have plain grids', () => {
  expect(gridClass(rulesOf('news'), 13, true)).toBe('grid');
});
