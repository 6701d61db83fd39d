import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawFallback } from '../../../src/media/transform.ts';
import { ROOT } from '../../support/rig.ts';

test('the drawn fallback is a picture that every browser shows where a purged one stood', async () => {
  const { format, width } = await sharp(await drawFallback(ROOT)).metadata();
  expect([format, width]).toEqual(['webp', 640]);
});
