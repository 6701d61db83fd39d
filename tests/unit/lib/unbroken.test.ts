import { expect, test } from 'vitest';
import { unbroken } from '../../../src/lib/unbroken.ts';

test('a day stays with its month and a class with its numeral, a name with its title, and no other words together', () => {
  const kept = unbroken('On 28 November classes VI to XII meet; class X at 9 am with Ms. Asha Toppo.').replaceAll('\u00a0', '_');
  expect(kept).toBe('On 28_November classes_VI_to_XII meet; class_X at 9 am with Ms._Asha_Toppo.');
});
