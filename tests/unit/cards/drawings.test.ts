import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { drawingOf, drawingsFor } from '../../../src/cards/drawings.ts';

test.each([
  ['Annual athletics meet', 'track'],
  ['Inter-house quiz', 'books'],
  ['Carols by candlelight', 'music'],
  ['School and office closed on 24 November', 'board'],
  ['दीपावली कार्यक्रम', 'lamp'],
])('"%s" is drawn as %s', (title, drawing) => expect(drawingOf(title)).toBe(drawing));

test('words without a known subject always get the same drawing', () => {
  expect(drawingOf('Xyz')).toBe(drawingOf('Xyz'));
});

test('no drawing comes twice among neighbours, and cards with a picture get none', () => {
  const drawings = drawingsFor([null, ...Array.from({ length: 20 }, () => 'Inter-house quiz')]);
  expect(drawings[0]).toBeUndefined();
  expect(drawings[1]).toBe('books');
  for (let from = 1; from + 8 <= drawings.length; from += 1) expect(new Set(drawings.slice(from, from + 8)).size).toBe(8);
});

test('every drawing has its file', () => {
  const all = new Set(drawingsFor(Array.from({ length: 40 }, () => 'Sports')));
  for (const name of all) {
    const file = name === 'hills' ? 'scene' : `scene-${name}`;
    expect(existsSync(new URL(`../../../public/art/${file}.svg`, import.meta.url)), file).toBe(true);
  }
  expect(all.size).toBeGreaterThanOrEqual(9);
});
