import { expect, test } from 'vitest';
import { anyOf, excerptOf } from '../../../../src/islands/search/results.ts';

const text = 'Send a suggestion. For questions about fees, please use the form. The principal reads every one.';

test('an excerpt begins with the first sentence that has a word of the query', () => {
  expect(excerptOf({ title: 'Suggestion', text }, anyOf('fees'))).toBe(
    '… For questions about fees, please use the form. The principal reads every one.',
  );
});

test('an excerpt is the beginning of the text where the title has the word, and where no single sentence does', () => {
  expect(excerptOf({ title: 'Fees Policy', text }, anyOf('fee'))).toBe(text);
  expect(excerptOf({ title: 'Suggestion', text }, anyOf('uniform'))).toBe(text);
});

test('words are found as the search finds them: by their beginnings, without accents and hyphens', () => {
  const matches = anyOf('interhouse cafe');
  expect(['Inter-house', 'Café', 'house', 'decaf', '. '].map(matches)).toEqual([true, true, false, false, false]);
});
