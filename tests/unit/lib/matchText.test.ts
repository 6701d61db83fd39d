import { describe, expect, test } from 'vitest';
import { createMatcher, searchable } from '../../../src/lib/matchText.ts';

const finds = (query: string, text: string) => createMatcher(query)?.(searchable(text));

describe('a search', () => {
  test.each([
    ['sports day', 'Annual Sports Day'],
    ['day annual', 'Annual Sports Day'],
    ['spo d', 'Annual Sports Day'],
    ['  SPORTS  ', 'sports'],
    ['inter house', 'Inter-house quiz'],
    ['interhouse', 'Inter-house quiz'],
    ['inter-house', 'Inter-house quiz'],
    ['inter-house', 'Inter house quiz'],
    ['inter-house', 'Interhouse quiz'],
    ['house', 'Inter\u2013house quiz'],
    ['house', 'Inter-house-quiz'],
    ['housequiz', 'Inter-house-quiz'],
    ['childrens', "Children's Day"],
    ['childrens', 'Children\u2019s Day'],
    ["children's", 'Childrens Day'],
    ["o'brien", 'O\u2019Brien'],
    ['souza', "D'Souza"],
    ['dsouza', "D'Souza"],
    ['cafe', 'Caf\u00e9'],
    ['caf\u00e9', 'Cafe\u0301'],
    ['strasse', 'Stra\u00dfe'],
    ['p.t.a.', 'P.T.A. meeting'],
    ['2026', 'Result (2026)'],
    ['xii', 'Class XI/XII'],
    ['& sports', 'Sports'],
    ['दिवस', 'हिन्दी दिवस'],
    ['हिन्दी', 'हिन्दी दिवस'],
    ['हि', 'हिन्दी दिवस'],
    ['রবীন্দ্র', 'রবীন্দ্র জয়ন্তী'],
    ['জয়', 'রবীন্দ্র জয়ন্তী'],
  ])('for %s finds %s', (query, text) => expect(finds(query, text)).toBe(true));

  test.each([
    ['orts', 'Annual Sports Day'],
    ['sports night', 'Annual Sports Day'],
    ['ouse', 'Inter-house quiz'],
    ['s', "Children's"],
    ['हन्दी', 'हिन्दी दिवस'],
    ['न्दी', 'हिन्दी'],
    ['!?', 'Really!?'],
    ['-', 'Inter-house'],
    ["'", "Children's"],
    ['\u0301', 'Caf\u00e9'],
    ['ि', 'हिन्दी'],
    ['a', ''],
  ])('for %s does not find %s', (query, text) => expect(finds(query, text)).toBe(false));

  test('for one letter finds a word that is one letter behind an apostrophe', () =>
    expect(finds('n', 'Rock ’n’ roll')).toBe(true));

  test.each(['a-', "a'", '-', "'", 'a', 'é', 'हि', ' a', '\u0301'])(
    'takes no longer for 100 kB of %j than its length demands',
    (piece) => {
      const text = piece.repeat(100_000 / piece.length);
      const begun = performance.now();
      for (const query of ['b', 'ab', `${'a'.repeat(30)}b`, 'a-b-c']) expect(finds(query, text)).toBe(false);
      expect(searchable(text).length).toBeLessThan(2 * text.length + 2);
      // Quadratic work on as much takes minutes.
      expect(performance.now() - begun).toBeLessThan(3000);
    },
  );

  test('for nothing typed is none', () => {
    expect(createMatcher('')).toBeNull();
    expect(createMatcher(' \n')).toBeNull();
  });
});

test('a pasted word without end is looked for as far as anybody types', () => {
  expect(finds('a'.repeat(100_000), 'Annual Sports Day')).toBe(false);
  expect(finds('a'.repeat(100_000), 'a'.repeat(1000))).toBe(true);
});
