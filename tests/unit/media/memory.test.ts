import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { transformPicture } from '../../../src/media/transform.ts';

const MEGABYTE = 1024;
const DRAW = `
  const { default: sharp } = await import('sharp');
  const picture = sharp({ create: { width: 6000, height: 6000, channels: 3, background: '#102030' } });
  process.stdout.write(await picture.png({ progressive: true }).toBuffer());
`;

/** In a file of its own: the largest memory that a process ever had cannot be forgotten. */
test('a picture that takes 170 MB to decode takes none of them in this process', async () => {
  const source = spawnSync(process.execPath, ['--input-type=module', '-e', DRAW], { maxBuffer: 2 ** 26 }).stdout;
  const small = await transformPicture(
    spawnSync(process.execPath, ['--input-type=module', '-e', DRAW.replaceAll('6000', '60')]).stdout,
  );
  expect(small).toMatchObject({ ok: true, value: { w: 60 } });
  const before = process.resourceUsage().maxRSS;
  expect(await transformPicture(source)).toMatchObject({ ok: true, value: { w: 6000, h: 6000 } });
  expect(process.resourceUsage().maxRSS - before).toBeLessThan(60 * MEGABYTE);
});
