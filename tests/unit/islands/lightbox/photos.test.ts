import { expect, test } from 'vitest';
import { gridClass } from '../../../../src/islands/lightbox/photos.ts';

/** Columns that each photo takes of six: a third of a row, or a half where the class says so (lightbox.css). */
function columnsOf(photos: number): number[] {
  const classes = gridClass(photos).split(' ');
  const halves = classes.includes('one-left') ? 4 : classes.includes('two-left') ? 2 : 0;
  return Array.from({ length: photos }, (_, index) => (index < halves ? 3 : 2));
}

test.each(Array.from({ length: 40 }, (_, index) => index + 2))('%i photos fill their rows', (photos) => {
  const columns = columnsOf(photos).reduce((sum, width) => sum + width, 0);
  expect(columns % 6).toBe(0);
});

test('on phones the first photo takes a row of its own where the others fill rows of two', () => {
  expect([1, 2, 3, 24, 25].map((photos) => gridClass(photos).includes('odd'))).toEqual([true, false, true, false, true]);
});
