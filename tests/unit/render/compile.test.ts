import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readSettings } from '../../../src/lib/settings.ts';
import { codeVersion } from '../../../src/render/code.ts';
import { openCompiledSite } from '../../../src/render/compile.ts';
import { TEMPORARY } from '../../support/temporary.ts';

const read = readSettings({});
if (!read.ok) throw new Error(read.message);
const settings = read.value;

let root = '';

/** Stands in for the bundler: makes one file of the words, and meanwhile does what `meanwhile` says. */
const bundler = (meanwhile: string) => `
  const { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } = require('node:fs');
  const words = ${JSON.stringify(join(root, 'src/words.txt'))};
  ${meanwhile}
  mkdirSync(process.env.COMPILED_DIR + '/client', { recursive: true });
  writeFileSync(process.env.COMPILED_DIR + '/client/words.txt', readFileSync(words));
`;

async function compile(meanwhile: string) {
  await writeFile(
    join(root, 'node_modules/astro/bin/astro.mjs'),
    `import { createRequire } from 'node:module';
    const require = createRequire(import.meta.url);${bundler(meanwhile)}`,
  );
  return openCompiledSite(root, settings, codeVersion(root, settings), () => {});
}

const versions = async () => (existsSync(join(root, '.compiled')) ? await readdir(join(root, '.compiled')) : []);

beforeEach(async () => {
  root = await mkdtemp(join(TEMPORARY, 'compile-'));
  await mkdir(join(root, 'node_modules/astro/bin'), { recursive: true });
  await mkdir(join(root, 'src'));
  await writeFile(join(root, 'src/words.txt'), 'first');
});

afterEach(() => rm(root, { recursive: true }));

describe('compiling', () => {
  test('is kept under the version of what was compiled', async () => {
    expect(await compile('')).toMatchObject({ ok: true });
    expect(await versions()).toHaveLength(1);
  });

  test.each([
    ['saved', "writeFileSync(words, 'second')"],
    ['saved and put back before the bundler ended', "writeFileSync(words, 'second'); writeFileSync(words, 'first')"],
    ['replaced by one of the same words', "writeFileSync(words + '.new', 'first'); renameSync(words + '.new', words)"],
    ['joined by another', "writeFileSync(words + '.new', 'more')"],
    ['removed and made again', "rmSync(words); writeFileSync(words, 'first')"],
  ])('is not kept when a file was %s meanwhile: nobody knows what the bundler read', async (_, meanwhile) => {
    expect(await compile(meanwhile)).toMatchObject({ ok: false, reason: 'outdated' });
    expect(await versions()).toEqual([]);
    // The next one, with nothing in between, is.
    expect(await compile('')).toMatchObject({ ok: true });
  });

  test('fails with what the bundler said, when nothing changed', async () => {
    expect(await compile("console.error('[ERROR] This is wrong.'); process.exit(1)")).toMatchObject({
      ok: false,
      reason: 'compile-failed',
      message: expect.stringContaining('This is wrong.'),
    });
    expect(await versions()).toEqual([]);
  });
});
