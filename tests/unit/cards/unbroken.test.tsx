import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Unbroken } from '../../../src/cards/Unbroken.tsx';
import { unbroken } from '../../../src/lib/unbroken.ts';

test('the words that cards keep together are also kept together in markup', () => {
  const text = 'On 28 November classes VI to XII meet; class X at 9 am with Ms. Asha Toppo.';
  const kept = renderToStaticMarkup(<Unbroken text={text} />).match(/(?<=<span class="size">)[^<]*/g);
  expect(kept).toEqual(['28 November', 'classes VI to XII', 'class X', 'Ms. Asha Toppo.']);
  for (const words of kept ?? []) expect(unbroken(text)).toContain(words.replaceAll(' ', '\u00a0'));
});
