import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Unbroken } from '../../../src/cards/Text.tsx';
import { readable } from '../../../src/components/sections/static/readable.ts';
import { unbroken } from '../../../src/lib/text.ts';

test('the words that cards keep together are also kept together in markup', () => {
  const text = 'On 28 November classes VI to XII meet; class X at 9 am with Ms. Asha Toppo.';
  const kept = renderToStaticMarkup(<Unbroken text={text} />).match(/(?<=<span class="size">)[^<]*/g);
  expect(kept).toEqual(['28 November', 'classes VI', 'class X', 'Ms. Asha']);
  for (const words of kept ?? []) expect(unbroken(text)).toContain(words.replaceAll(' ', '\u00a0'));
});

test('words of several parts, in any script, stay whole', () => {
  const words = ['day-to-day', 'naïve-looking', 'जल-पान', 'Ms. Asha-Rani'];
  const kept = renderToStaticMarkup(<Unbroken text={words.join(' ')} />).match(/(?<=<span class="size">)[^<]*/g);
  expect(kept).toEqual(words);
});

test('a line never begins with the comma or the full stop after such words, nor ends with the bracket before them', () => {
  const text = 'Come between 1 December and 30 January, and bring the form (class XI).';
  const kept = renderToStaticMarkup(<Unbroken text={text} />).match(/(?<=<span class="size">)[^<]*/g);
  expect(kept).toEqual(['1 December', '30 January,', '(class XI).']);
});

test('scores, sessions and words with a hyphen stay together in the HTML of a document, and its tags as they are', () => {
  const html = '<p id="re-admission">Won 5-4 in 2026-27: <a href="/a-b">re-admission to class XI</a></p>';
  expect(readable(html)).toBe(
    '<p id="re-admission">Won <span class="size">5-4</span> in <span class="size">2026-27:</span> <a href="/a-b"><span class="size">re-admission</span> to <span class="size">class XI</span></a></p>',
  );
});
