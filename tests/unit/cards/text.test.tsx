import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Linked, Unbroken } from '../../../src/cards/Text.tsx';
import { readable } from '../../../src/components/sections/static/readable.ts';
import { unbroken } from '../../../src/lib/text.ts';

const keptIn = (text: string) => renderToStaticMarkup(<Unbroken text={text} />).match(/(?<=<span class="size">)[^<]*/g);

test('the words that cards keep together are also kept together in markup', () => {
  const text = 'On 28 November classes VI to XII meet; class X at 9 am with Ms. Asha Toppo.';
  const kept = keptIn(text);
  expect(kept).toEqual(['28 November', 'classes VI', 'class X', 'Ms. Asha']);
  for (const words of kept ?? []) expect(unbroken(text)).toContain(words.replaceAll(' ', '\u00a0'));
});

test('words of several parts, in any script, stay whole', () => {
  const words = ['day-to-day', 'naïve-looking', 'जल-पान', 'Ms. Asha-Rani'];
  const kept = keptIn(words.join(' '));
  expect(kept).toEqual(words);
});

test('a line never begins with the comma or the full stop after such words, nor ends with the bracket before them', () => {
  const text = 'Come between 1 December and 30 January, and bring the form (class XI).';
  const kept = keptIn(text);
  expect(kept).toEqual(['1 December', '30 January,', '(class XI).']);
});

test('scores, sessions and words with a hyphen stay together in the HTML of a document, and its tags as they are', () => {
  const html = '<p id="re-admission">Won 5-4 in 2026-27: <a href="/a-b">re-admission to class XI</a></p>';
  expect(readable(html)).toBe(
    '<p id="re-admission">Won <span class="size">5-4</span> in <span class="size">2026-27:</span> <a href="/a-b"><span class="size">re-admission</span> to <span class="size">class XI</span></a></p>',
  );
});

const linksOf = (text: string) =>
  Array.from(renderToStaticMarkup(<Linked text={text} />).matchAll(/<a href="([^"]*)"[^>]*>([^<]*)/g), ([, ...link]) => link);

test('numbers and addresses of mail in a text can be pressed, without the punctuation after them', () => {
  const text = 'Call +91 00000 00001. Or write to office@htsj.example.org, at any time; +910000000002 is the bus office.';
  expect(linksOf(text)).toEqual([
    ['tel:+910000000001', '+91 00000 00001'],
    ['mailto:office@htsj.example.org', 'office@htsj.example.org'],
    ['tel:+910000000002', '+910000000002'],
  ]);
});

test('addresses of pages can be pressed, without the punctuation after them; what is none stays text', () => {
  const text =
    'Form: https://forms.example.com/a_(b)?x=1&y=2. (See http://htsj.example.org/), *Https://youtu.example.com/w*। https://[ https://';
  expect(linksOf(text)).toEqual([
    ['https://forms.example.com/a_(b)?x=1&amp;y=2', 'https://forms.example.com/a_(b)?x=1&amp;y=2'],
    ['http://htsj.example.org/', 'http://htsj.example.org/'],
    ['Https://youtu.example.com/w', 'Https://youtu.example.com/w'],
  ]);
});

test('other numbers stay text', () => {
  expect(linksOf('Marks: +5, 40+2026-27 and 1 Dec 2026; 12 @ Rs. 30, a@b')).toEqual([]);
});

test('nothing of the text is lost', () => {
  const text = 'On 28 November call\n+91 00000 00001 (class X).';
  const words = renderToStaticMarkup(<Linked text={text} light />).replace(/<[^>]*>/g, '');
  expect(words.replaceAll('\u00a0', ' ')).toBe(text);
});
