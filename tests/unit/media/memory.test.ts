import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** Run in a process of its own: a process cannot forget the most memory that it ever had, and this one has other tests' too. */
const MEASURE = `
  import { spawnSync } from 'node:child_process';
  import { transformPicture } from './src/media/transform.ts';
  const draw = (size) => \`
    const { default: sharp } = await import('sharp');
    const create = { width: \${size}, height: \${size}, channels: 3, background: '#102030' };
    process.stdout.write(await sharp({ create }).png({ progressive: true }).toBuffer());
  \`;
  const drawn = (size) =>
    spawnSync(process.execPath, ['--input-type=module', '-e', draw(size)], { maxBuffer: 2 ** 26 }).stdout;
  const peakOf = async (source) => {
    const { ok, value } = await transformPicture(source);
    return { ok, width: value?.w, peak: process.resourceUsage().maxRSS };
  };
  const [small, large] = [drawn(60), drawn(6000)];
  process.stdout.write(JSON.stringify([await peakOf(small), await peakOf(large)]));
`;
const MEGABYTE = 1024;

test('a picture that takes 170 MB to decode takes none of them in the process that asks for it', () => {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', MEASURE], { encoding: 'utf8' });
  expect(stdout, stderr).not.toBe('');
  const [small, large] = JSON.parse(stdout) as { ok: boolean; width: number; peak: number }[];
  expect(small).toMatchObject({ ok: true, width: 60 });
  expect(large).toMatchObject({ ok: true, width: 6000 });
  expect((large?.peak ?? 0) - (small?.peak ?? 0)).toBeLessThan(60 * MEGABYTE);
});
