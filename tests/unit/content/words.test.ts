import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { words } from '../../support/words.ts';

interface Stated {
  readonly src: string;
  readonly width: number;
  readonly height: number;
}

const PUBLIC = fileURLToPath(new URL('../../../public', import.meta.url));
const SOURCE = fileURLToPath(new URL('../../../src', import.meta.url));

function* picturesIn(value: unknown): Generator<Stated> {
  if (typeof value !== 'object' || value === null) return;
  if ('src' in value) yield value as Stated;
  for (const inner of Object.values(value)) yield* picturesIn(inner);
}

test('every picture that the words name is there, in the size they state', async () => {
  const stated = [...picturesIn(words)].map(({ src, width, height }) => ({ src, width, height }));
  const found = await Promise.all(
    stated.map(async ({ src }) => {
      const { width, height } = await sharp(`${SOURCE}${src}`).metadata();
      return { src, width, height };
    }),
  );
  expect(stated.length).toBeGreaterThan(15);
  expect(found).toEqual(stated);
});

test('every document that the words name is there', () => {
  const named = new Set(JSON.stringify(words).match(/\/documents\/[a-z0-9.-]+/g));
  expect(named.size).toBe(4);
  expect([...named].filter((path) => !existsSync(`${PUBLIC}${path}`))).toEqual([]);
});
