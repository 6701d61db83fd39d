import { describe, expect, test } from 'vitest';
import { shorten } from '../../../src/lib/shorten.ts';
import {
  datedTitle,
  fileSize,
  jsonForScript,
  langOf,
  paragraphsOf,
  unbroken,
  withWholeDates,
  withWholeLength,
} from '../../../src/lib/text.ts';

describe('Shortened text', () => {
  test('is left alone when it fits', () => expect(shorten(' Sports day ', 10)).toBe('Sports day'));
  test('ends between words', () => expect(shorten('Annual sports day of all houses', 20)).toBe('Annual sports day…'));
  test('ends with a sentence that fills half of the room, without an ellipsis', () => {
    expect(shorten('We saw the snow mountains. At night we cooked khichdi.', 40)).toBe('We saw the snow mountains.');
    expect(shorten('हमने चार सौ दीये बनाए। सभी का धन्यवाद।', 30)).toBe('हमने चार सौ दीये बनाए।');
  });
  test('takes no short form for the end of a sentence', () =>
    expect(shorten('Our bridge held Mr. Saha for a whole minute', 30)).toBe('Our bridge held Mr. Saha for…'));
  test('leaves no quotation open', () => {
    const letter = 'Anvi writes, “We water the garden every day. Our biggest pumpkin weighed 31.9 kg!”';
    expect(shorten(letter, 60)).toBe('Anvi writes, “We water the garden every day.”');
    expect(shorten(letter, 80)).toBe('Anvi writes, “We water the garden every day.”');
    expect(shorten(letter, 40)).toBe('Anvi writes, “We water the garden…”');
    expect(shorten(letter, 15)).toBe('Anvi writes,…');
    expect(shorten('A play, “The Bell”, and songs of all classes', 32)).toBe('A play, “The Bell”, and songs…');
  });
  test('with a quotation is no longer than others', () => {
    const letter = 'Anvi writes, “We water the garden every day. Our biggest pumpkin weighed 31.9 kg! The cook made soup.”';
    for (let max = 5; max < letter.length; max += 1) expect([...shorten(letter, max)].length).toBeLessThanOrEqual(max);
  });
  test('cuts a word that is too long by itself', () => expect(shorten('a'.repeat(40), 10)).toBe(`${'a'.repeat(9)}…`));
  test('never cuts a character in two', () => expect(shorten('😀😀😀😀😀', 3)).toBe('😀😀…'));
});

describe('The paragraphs of HTML', () => {
  test('are its blocks as text', () => {
    expect(paragraphsOf('<p>Dear <b>parents</b> &amp; pupils,</p><ul><li>one</li><li>two</li></ul><p> </p>')).toEqual([
      'Dear parents & pupils,',
      'one',
      'two',
    ]);
  });
  test('read what was escaped once, not twice', () =>
    expect(paragraphsOf('&amp;lt;b&amp;gt; &lt;i&gt;')).toEqual(['&lt;b&gt; <i>']));
});

test.each([
  ['हिन्दी दिवस 2026', 'hi'],
  ['Hindi Day: हिन्दी दिवस समारोह', 'hi'],
  ['রবীন্দ্র জয়ন্তী', 'bn'],
  ['Rabindra Jayanti (রবীন্দ্র)', undefined],
  ['2026', undefined],
  ['', undefined],
])('The language of "%s" is %s', (text, lang) => expect(langOf(text)).toBe(lang));

test.each([
  [1, '1 kB'],
  [2743, '3 kB'],
  [999_499, '999 kB'],
  [999_500, '1.0 MB'],
  [4_250_000, '4.3 MB'],
])('a file of %i bytes has %s', (bytes, text) => expect(fileSize(bytes)).toBe(text));

test('JSON in a script element cannot end it', () => {
  const value = { title: '</script><script>alert(1)</script>' };
  expect(jsonForScript(value)).not.toContain('<');
  expect(JSON.parse(jsonForScript(value))).toEqual(value);
});

test('a date stays whole, with its year or the day before it, and nothing else is changed', () => {
  const kept = withWholeDates('Ms. Toppo of class XI, from 14 to 29 Sep 2026, and on 5 Jan 2027.').replaceAll('\u00a0', '_');
  expect(kept).toBe('Ms. Toppo of class XI, from 14_to_29_Sep 2026, and on 5_Jan_2027.');
});

test('a day stays with its month and a class with its numeral, a name with its title, and no other words together', () => {
  const kept = unbroken('On 28 November classes VI to XII meet; class X at 9 am with Ms. Asha Toppo.').replaceAll('\u00a0', '_');
  expect(kept).toBe('On 28_November classes_VI to XII meet; class_X at 9 am with Ms._Asha Toppo.');
});

test('a length stays whole', () =>
  expect(unbroken('A pool 25 m long and 1.2 m deep, 3 km away, 5 meters').replaceAll('\u00a0', '_')).toBe(
    'A pool 25_m long and 1.2_m deep, 3_km away, 5 meters',
  ));

test('the minutes of a video stay whole, and no other words of its title together', () =>
  expect(
    ['Camp of classes VIII and IX (4 minutes)', 'परेड 2026 (5 मिनट)', 'The king (act 2)'].map((title) =>
      withWholeLength(title).replaceAll('\u00a0', '_'),
    ),
  ).toEqual(['Camp of classes VIII and IX (4_minutes)', 'परेड 2026 (5_मिनट)', 'The king (act 2)']));

test('a telephone number and an hour stay whole', () =>
  expect(unbroken('Call +91 00000 00002 before 8:00 am.').replaceAll('\u00a0', '_')).toBe(
    'Call +91_00000_00002 before 8:00_am.',
  ));

test('a title that begins with a day or with days is told apart from them, also after an hour', () => {
  expect(datedTitle('From 1 Dec: registration')).toEqual({ when: 'From 1 Dec', what: 'registration' });
  expect(datedTitle('Saturday, 5 Dec, 4:30 pm: annual day')).toEqual({ when: 'Saturday, 5 Dec, 4:30 pm', what: 'annual day' });
  expect(datedTitle('23 Dec to 3 Jan: winter holidays: dates')).toEqual({
    when: '23 Dec to 3 Jan',
    what: 'winter holidays: dates',
  });
});

test('other titles have no day, also those with a colon or with a day behind it', () => {
  for (const title of ['', 'Book list 2026-27', 'Class XI: syllabus', 'Fees: pay until 20 Jan', 'School opens on 4 Jan 2027'])
    expect(datedTitle(title)).toBeNull();
});
