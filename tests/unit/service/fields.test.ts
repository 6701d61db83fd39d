import { expect, test } from 'vitest';
import {
  readIdentity,
  readLabel,
  readLink,
  readReference,
  readReferences,
  readText,
  readWebLink,
} from '../../../src/service/schemas/fields.ts';

test.each([
  ['words stay as they are', 'Sports <b>Day</b> & more', 'Sports <b>Day</b> & more'],
  ['line breaks stay', 'one\n\ttwo', 'one\n\ttwo'],
  ['a number becomes its digits', 98.4, '98.4'],
  ['null is absent', null, ''],
  ['undefined is absent', undefined, ''],
  ['an object is absent', { en: 'Hello' }, ''],
  ['a list is absent', ['Hello'], ''],
  ['true is absent', true, ''],
  ['control characters are dropped', 'a\u0000b\u0007c\u007f', 'abc'],
  ['what is no character is dropped', 'a\u0085b\ufffec\ufdd0d\u{1ffff}', 'abcd'],
  ['half a surrogate pair becomes the replacement character', 'a\ud83d', 'a\ufffd'],
  ['other scripts stay', 'वार्षिक খেলা', 'वार्षिक খেলা'],
])('text: %s', (_name, value, expected) => {
  expect(readText(value)).toBe(expected);
});

test('a label has no white space around it', () => {
  expect(readLabel('  Annual Day \n')).toBe('Annual Day');
});

test.each([
  ['a string with any characters', 'a b%#?/ñ.jpg', 'a b%#?/ñ.jpg'],
  ['a blank string', '  ', null],
  ['an empty string', '', null],
  ['null', null, null],
  ['a number', 7, null],
  ['an empty object', {}, null],
  ['an object with image', { image: 'a.jpg', url: 'b.jpg' }, 'a.jpg'],
  ['an object with file', { file: 'a.pdf' }, 'a.pdf'],
  ['an object with reference', { reference: 'a' }, 'a'],
  ['an object with filename', { filename: 'a' }, 'a'],
  ['an object with url', { url: 'https://cdn.example.org/a.jpg' }, 'https://cdn.example.org/a.jpg'],
  ['an object with _id', { _id: 'a' }, 'a'],
  ['an object whose first key is blank', { image: ' ', _id: 'a' }, 'a'],
  ['an object in an object', { image: { file: 'a' } }, 'a'],
  ['a list', ['a'], null],
])('media reference: %s', (_name, value, expected) => {
  expect(readReference(value)).toBe(expected);
});

test('a reference nested without end is absent', () => {
  let value: unknown = 'a.jpg';
  for (let depth = 0; depth < 50; depth += 1) value = { image: value };
  expect(readReference(value)).toBeNull();
});

test('a list of references drops what is none; one that stands alone is a list of one', () => {
  expect(readReferences(['a', '', null, 7, { url: 'b' }, ['c']])).toEqual(['a', 'b']);
  expect(readReferences('a')).toEqual(['a']);
  expect(readReferences({ image: 'a' })).toEqual(['a']);
  expect(readReferences(undefined)).toEqual([]);
});

test.each([
  ['https://example.org', 'https://example.org'],
  ['http://example.org/a?b=c#d', 'http://example.org/a?b=c#d'],
  [' https://example.org/x ', 'https://example.org/x'],
  ['https://example.org/a b"c', 'https://example.org/a%20b%22c'],
  ['mailto:office@example.org', 'mailto:office@example.org'],
  ['tel:+15550100', 'tel:+15550100'],
  ['javascript:alert(1)', null],
  ['JaVaScRiPt:alert(1)', null],
  ['java\nscript:alert(1)', null],
  ['\u0001javascript:alert(1)', null],
  ['data:text/html,<script>alert(1)</script>', null],
  ['vbscript:x', null],
  ['file:///etc/passwd', null],
  ['//example.org/x', null],
  ['/Admission', null],
  ['example.org', null],
  ['https://', null],
  [null, null],
  [{ href: 'https://example.org' }, null],
])('link: %j is %j', (value, expected) => {
  expect(readLink(value)).toBe(expected);
});

test('an address of the web is http or https only', () => {
  expect(readWebLink('https://video.example.org/v')).toBe('https://video.example.org/v');
  expect(readWebLink('mailto:office@example.org')).toBeNull();
  expect(readWebLink('tel:+15550100')).toBeNull();
});

test.each([
  [{ _id: 'a', id: 'b' }, 'a'],
  [{ _id: '', id: 'b' }, 'b'],
  [{ _id: '  ', id: 7 }, '7'],
  [{ _id: 0 }, '0'],
  [{ _id: { $oid: 'x' }, id: null }, null],
  [{}, null],
])('the identity of %j is %j', (item, expected) => {
  expect(readIdentity(item)).toBe(expected);
});
