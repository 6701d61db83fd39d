import { describe, expect, test } from 'vitest';
import { indexWords, queryReader, queryWords } from '../../../src/lib/searchWords.ts';
import { filterOf, filterPlaces, mayHold } from '../../../src/lib/wordFilter.ts';
import { placesOf } from '../../../src/snapshot/searchRows.ts';

describe('the words of a text', () => {
  test.each([
    ['Inter-house quizzes', ['interhouse', 'inter', 'house', 'quizze']],
    ['Classes I to V and XI', ['class', '1', '2', '3', '4', '5', 'and', '11']],
    ['Classes 6-8', ['class', '6', '7', '8']],
    ['I am in class X', ['i', 'am', 'in', 'class', '10']],
    ['Rs. 1,00,000', ['rs', '100000']],
    ['P.T.A. at 8.30', ['pta', 'at', '8', '30']],
    ['Children’s Day, O’Brien', ['children', 'day', 'obrien', 'brien']],
    ['Open from 9 to 1', ['open', 'from', '9', 'to', '1']],
    ['On 28th November and Dec 5', ['on', '28', 'november', 'and', 'dec', '5', '@11-28', '@12-05']],
    ['On 14\u00a0to\u00a029\u00a0Sep\u00a02026', indexWords('On 14 to 29 Sep 2026')],
    ['২০২৬ सालों', ['2026', 'सालों']],
    ['স্কুলের পুজোর', [...indexWords('স্কুল'), ...indexWords('পুজো')]],
    ['Buses, classes, studies, bus', ['bus', 'class', 'study', 'bus']],
  ])('%s are %j', (text, words) => expect(indexWords(text)).toEqual(words));

  test('are all in the filter of the text', () => {
    const text =
      'Classes I to V and class x, O’Brien.\nMore on 28 November: inter-house quizzes on 5\u00a0Dec, P.T.A. and Rs. 1,00,000 in দীপাবলি ২০২৬';
    const filter = filterOf(placesOf(text));
    expect(indexWords(text).filter((word) => !mayHold(filter, word))).toEqual([]);
  });

  test.each(['a', 'a-', "a'", 'ab-', 'हि'])('are short and few of one word as long as a text (%s)', (piece) => {
    const words = indexWords(piece.repeat(40_000 / piece.length));
    // Each beginning of a word is kept for the search: of longer or more words they would be too many.
    expect(Math.max(...words.map((word) => word.length))).toBeLessThanOrEqual(40);
    expect(words.length).toBeLessThan(20);
  });

  test('are as many as the text has, however long it is', () => {
    for (const piece of ['a-', "a'", '1 to ', '28 ', 'nov ', 'A.', '9,', 'ा', 'x ']) {
      const text = piece.repeat(100_000 / piece.length);
      const begun = performance.now();
      expect(indexWords(text).join('').length).toBeLessThan(3 * text.length);
      // Quadratic work on as much takes minutes.
      expect(performance.now() - begun, piece).toBeLessThan(3000);
    }
  });
});

describe('the words of a query', () => {
  test.each([
    ['28 nov', ['@11-28']],
    ['28th of november 2026', ['@11-28', '2026']],
    ['Nov 28', ['@11-28']],
    ['28/11/26', ['@11-28', '2026']],
    ['28-11', ['@11-28']],
    ['2026-11-28', ['@11-28', '2026']],
    ['40/13', ['40', '13']],
    ['class x topper', ['class', '10', 'topper']],
    ['xi', ['11']],
  ])('%s are %j', (query, words) => expect(queryWords(query)).toEqual(words));

  const read = queryReader({
    ignored: ['the', 'how'],
    same: [
      ['ptm', 'parents’ meeting'],
      ['tc', 'transfer certificate', 'sample tc'],
    ],
  });
  const meanings = (query: string) => read(query).map((terms) => terms.meanings.map(({ words }) => words.join(' ')));

  test('stand for others that mean the same, and for themselves joined', () => {
    expect(meanings('parents meeting')).toEqual([
      ['parent', 'parentmeeting', 'ptm'],
      ['meeting', 'parentmeeting', 'ptm'],
    ]);
    expect(meanings('book list')).toEqual([
      ['book', 'booklist'],
      ['list', 'booklist'],
    ]);
    expect(meanings('how the tc')).toEqual([['tc', 'transfer certificate']]);
  });

  test('that say nothing count where there are no others', () => expect(meanings('the')).toEqual([['the']]));
});

test('a filter holds the beginnings of its words, and few others', () => {
  const words = Array.from({ length: 500 }, (_, at) => `w${(at * 7919).toString(36)}`);
  const filter = filterOf(filterPlaces(words));
  expect(words.filter((word) => !mayHold(filter, word) || !mayHold(filter, word.slice(0, 3)))).toEqual([]);
  const others = Array.from({ length: 500 }, (_, at) => `q${(at * 7919).toString(36)}`);
  expect(others.filter((word) => mayHold(filter, word)).length).toBeLessThan(150);
});
