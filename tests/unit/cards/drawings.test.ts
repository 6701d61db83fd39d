import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { DRAWINGS, drawingOf, drawingsFor, drawingUrl } from '../../../src/cards/drawings.ts';

test.each([
  ['Annual athletics meet', 'track'],
  ['Inter-house quiz', 'books'],
  ['Carols by candlelight', 'music'],
  ['School and office closed on 24 November', 'board'],
  ['दीपावली कार्यक्रम', 'lamp'],
  ['Collection of winter clothes', 'jumper'],
  ['Swimming gala: the relay', 'pool'],
  ['Under-17 girls win the final', 'cup'],
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

test('what a wide screen shows at once holds no drawing twice, as far as the words name enough subjects', () => {
  const between = ['Swimming', 'Football', 'Chess', 'Debate', 'Robotics', 'Solar panels', 'Planetarium', 'Relay', 'Folk dances'];
  const drawings = drawingsFor(['Hill camp 2026', ...between, 'Hill camp 2025']);
  expect(drawings[0]).toBe('tent');
  expect(new Set(drawings).size).toBe(drawings.length);
});

test('a word is known whole: "winter" is no win', () => {
  expect(drawingOf('Winter uniform')).not.toBe('cup');
  expect(drawingOf('Bookings by telephone')).toBe('books');
  expect(drawingOf('Facebook')).not.toBe('books');
});

test('every drawing has its file', async () => {
  const files = await readdir(new URL('../../../public/art/', import.meta.url));
  for (const name of DRAWINGS) expect(files).toContain(drawingUrl(name).slice('/art/'.length));
  expect(files.filter((name) => name.startsWith('scene-'))).toHaveLength(DRAWINGS.length);
});
