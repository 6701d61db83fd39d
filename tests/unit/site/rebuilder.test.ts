import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { digestOf } from '../../../src/lib/digest.ts';
import { openSite, type Site } from '../../../src/site/open.ts';
import { settingsFor } from '../../support/rig.ts';
import { TEMPORARY } from '../../support/temporary.ts';

/** A compile that does not end. */
const compiled = vi.hoisted(() => vi.fn(() => new Promise(() => {})));
const words = vi.hoisted(() => ({ mistake: 'A mistake in src/content: exam.yaml: title: is missing' as string | null }));
vi.mock('../../../src/render/compile.ts', () => ({ isVersionCompiled: () => false, openCompiledSite: compiled }));
vi.mock('../../../src/content/plugin.ts', () => ({ mistakeInWords: () => words.mistake }));

let folder = '';
let site: Site;

beforeEach(async () => {
  folder = await mkdtemp(join(TEMPORARY, 'rebuilder-'));
});

afterEach(async () => {
  await site.close();
  await rm(folder, { recursive: true });
});

/** A rebuild of a site that has yet to be compiled, and has a mistake in its words. `onDisk`: the versions of the code, one look after the other. */
function rebuildWith(...onDisk: readonly (string | Error)[]) {
  const codeVersion = vi.fn(() => {
    const found = onDisk[Math.min(codeVersion.mock.calls.length, onDisk.length) - 1] ?? '';
    if (found instanceof Error) throw found;
    return digestOf(found);
  });
  const options = { root: folder, settings: settingsFor(folder), contentServiceUrl: 'http://127.0.0.1:9', distDir: folder };
  site = openSite({ ...options, codeVersion });
  return site.rebuild();
}

test('a mistake in the words ends a rebuild before anything is compiled, with the line that says where', async () => {
  expect(await rebuildWith('one', 'one')).toMatchObject({
    ok: false,
    reason: 'wrong-words',
    message: expect.stringContaining('exam.yaml'),
  });
  expect(compiled).not.toHaveBeenCalled();
});

test('a mistake that is mended by now is not told again: the program is asked to load what is there', async () => {
  expect(await rebuildWith('one', 'another')).toMatchObject({ ok: false, reason: 'outdated' });
});

test('where an upgrade took away a module that is loaded late, the program is asked to load what is there; any other error is written down and thrown', async () => {
  words.mistake = null;
  const missing = new Error('Cannot find module news.ts');
  expect(await rebuildWith('one', missing, 'another')).toMatchObject({ ok: false, reason: 'outdated' });
  await site.close();
  await expect(rebuildWith('one', missing, 'one')).rejects.toThrow('Cannot find module');
  expect(site.status().lastFailure?.message).toBe('Cannot find module news.ts');
});
