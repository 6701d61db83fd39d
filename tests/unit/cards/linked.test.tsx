import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Linked } from '../../../src/cards/Text.tsx';

const linksOf = (text: string) =>
  Array.from(
    renderToStaticMarkup(<Linked text={text} />).matchAll(/<a href="([^"]*)">(?:<span class="size">)?([^<]*)/g),
    ([, ...link]) => link,
  );

test('numbers and addresses of mail in a text can be pressed, without the punctuation after them', () => {
  const text = 'Call +91 00000 00001. Or write to office@htsj.example.org, at any time; +910000000002 is the bus office.';
  expect(linksOf(text)).toEqual([
    ['tel:+910000000001', '+91 00000 00001'],
    ['mailto:office@htsj.example.org', 'office@htsj.example.org'],
    ['tel:+910000000002', '+910000000002'],
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
