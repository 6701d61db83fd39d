import { expect, test } from 'vitest';
import { excerptOf, factOf, sentencesOf } from '../../../../src/islands/search/results.ts';

const text =
  'Send a suggestion. For questions about fees, please see Mr. Pal. The principal reads every one.\nFees are due on the 20th';
/** Finds terms, each with the words that stand for it. */
const finding =
  (...terms: string[]) =>
  (word: string) => {
    const at = terms.findIndex((words) => words.split(' ').includes(word.toLowerCase()));
    return at < 0 ? null : at;
  };

test('sentences end at full stops and paragraphs, not after an abbreviation', () => {
  expect(sentencesOf(`${text}\n\nयह पहला वाक्य है। यह दूसरा है।`)).toEqual([
    'Send a suggestion.',
    'For questions about fees, please see Mr. Pal.',
    'The principal reads every one.',
    'Fees are due on the 20th',
    'यह पहला वाक्य है।',
    'यह दूसरा है।',
  ]);
});

test('an excerpt is whole sentences from the one with most of the words on', () => {
  const page = { title: 'Suggestion', text };
  expect(excerptOf(page, finding('fees', 'due'))).toBe('Fees are due on the 20th');
  expect(excerptOf(page, finding('principal'))).toBe('The principal reads every one. Fees are due on the 20th');
  expect(excerptOf(page, finding('uniform'))).toBe(text.replace('\n', ' '));
  const play = { title: 'Drama club', text: 'Open-air theatre\nClass XI presents a play.' };
  expect(excerptOf(play, finding('theatre'))).toBe('Open-air theatre · Class XI presents a play.');
});

test('an excerpt is the beginning where the title has as many of the words as any sentence', () => {
  const page = { title: 'Fees Policy', text: 'Pay by the 20th.\nFees paid in advance are paid back, less one fee.' };
  expect(excerptOf(page, finding('fee fees'))).toBe('Pay by the 20th. Fees paid in advance are paid back, less one fee.');
  expect(excerptOf(page, finding('fees', 'advance'))).toBe('Fees paid in advance are paid back, less one fee.');
});

test.each([
  ['Tomorrow, Sunday, 29 Nov 2026: no entry.', ['Tomorrow, Sunday, 29 Nov 2026', 'No entry.']],
  ['Dr. Meera Sanyal, Principal: M.A.', ['Dr. Meera Sanyal, Principal', 'M.A.']],
  ['14:1, Class size: up to 38.', ['14:1, Class size', 'Up to 38.']],
  ['Online:', ['Online', '']],
  ['Monday to Friday, 8:00 am to 2:00 pm.', ['', 'Monday to Friday, 8:00 am to 2:00 pm.']],
  [
    'There are no lessons. On some days the hours are different: see below.',
    ['', 'There are no lessons. On some days the hours are different: see below.'],
  ],
  ['Write: principal@school.example.', ['Write', 'principal@school.example.']],
])('"%s" is %j: a term and what it says', (line, expected) => expect(factOf(line)).toEqual(expected));
