import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readSettings } from '../../../src/lib/settings.ts';
import { codeVersion } from '../../../src/render/code.ts';
import { openCompiledSite } from '../../../src/render/compile.ts';
import { ROOT } from '../../support/rig.ts';
import { TEMPORARY } from '../../support/temporary.ts';

/** Seconds since the epoch. */
const LATER = Date.now() / 1000 + 7200;

const read = readSettings({});
if (!read.ok) throw new Error(read.message);
const settings = read.value;

let root = '';

/** Stands in for the bundler: makes one file of the words, and meanwhile does what `meanwhile` says. */
const bundler = (meanwhile: string) => `
  const { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } = require('node:fs');
  const words = ${JSON.stringify(join(root, 'src/words.txt'))};
  ${meanwhile}
  for (const part of ['/client', '/server']) mkdirSync(process.env.COMPILED_DIR + part, { recursive: true });
  writeFileSync(process.env.COMPILED_DIR + '/server/entry.mjs', 'export {};');
  writeFileSync(process.env.COMPILED_DIR + '/client/words.txt', readFileSync(words));
`;

/** Compiles in a process of its own. */
async function inProcess(): Promise<void> {
  const program = `
    import { readSettings } from ${JSON.stringify(join(ROOT, 'src/lib/settings.ts'))};
    import { codeVersion } from ${JSON.stringify(join(ROOT, 'src/render/code.ts'))};
    import { openCompiledSite } from ${JSON.stringify(join(ROOT, 'src/render/compile.ts'))};
    const { value: settings } = readSettings({});
    const root = ${JSON.stringify(root)};
    await openCompiledSite(root, settings, codeVersion(root, settings), () => {});`;
  await once(spawn(process.execPath, ['--input-type=module', '--eval', program]), 'close');
}

const here = () => openCompiledSite(root, settings, codeVersion(root, settings), () => {});

async function compile<Value>(meanwhile: string, how: () => Promise<Value>): Promise<Value>;
async function compile(meanwhile: string): ReturnType<typeof here>;
async function compile(meanwhile: string, how: () => Promise<unknown> = here) {
  await writeFile(
    join(root, 'node_modules/astro/bin/astro.mjs'),
    `import { createRequire } from 'node:module';
    const require = createRequire(import.meta.url);${bundler(meanwhile)}`,
  );
  return how();
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

  test.each(['server/entry.mjs', 'client/words.txt', 'assets.json', 'sizes.json'])(
    'is done again when %s was cut, as by a loss of power',
    async (file) => {
      await compile('');
      const [version = ''] = await versions();
      const path = join(root, '.compiled', version, file);
      await writeFile(path, '');
      expect(await compile('')).toMatchObject({ ok: true });
      expect((await stat(path)).size).toBeGreaterThan(0);
    },
  );

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

  test('keeps what it has just compiled, however many versions carry a later time because the clock was set back', async () => {
    for (const name of ['a', 'b', 'c']) {
      const folder = join(root, '.compiled', name);
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, 'assets.json'), '[]');
      await utimes(folder, LATER, LATER);
    }
    expect(await compile('')).toMatchObject({ ok: true });
    expect(await versions()).toHaveLength(3);
  });

  test('removes what a kill left half compiled, and nothing that may still be under way', async () => {
    await compile("mkdirSync(process.env.COMPILED_DIR, { recursive: true }); process.kill(process.ppid, 'SIGKILL')", inProcess);
    const [left = ''] = await versions();
    await compile('');
    expect(await versions()).toContain(left);
    await utimes(join(root, '.compiled', left), 1000, 1000);
    await writeFile(join(root, 'src/words.txt'), 'second');
    await compile('');
    expect(await versions()).toHaveLength(2);
    expect(await versions()).not.toContain(left);
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
