import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Engine } from '../../../src/engine/index.ts';
import { createRebuilder } from '../../../src/site/rebuilder.ts';
import { SiteLock } from '../../../src/site/siteLock.ts';
import { openSources, type Sources } from '../../../src/site/sources.ts';
import { settingsFor } from '../../support/rig.ts';
import { TEMPORARY } from '../../support/temporary.ts';

let folder = '';
let sources: Sources;
/** A compile that does not end. */
const compiled = vi.fn<Sources['compiled']>(() => new Promise(() => {}));

beforeEach(async () => {
  folder = await mkdtemp(join(TEMPORARY, 'rebuilder-'));
});

afterEach(async () => {
  await sources.close();
  await rm(folder, { recursive: true });
});

/** A rebuild of a site that has yet to be compiled, and has a mistake in its words. */
function rebuildWith(isOutdated: boolean) {
  const options = { root: folder, settings: settingsFor(folder), contentServiceUrl: 'http://127.0.0.1:9', distDir: folder };
  sources = {
    ...openSources(options),
    compiled,
    mistakeInWords: async () => 'A mistake in src/content: exam.yaml: title: is missing',
    isOutdated: () => isOutdated,
  };
  const { database, cacheDir } = sources;
  const engine = new Engine({ database, cacheDir, distDir: join(folder, 'dist') });
  const siteLock = new SiteLock({ database, engine, shared: null, onWait: () => {} });
  return createRebuilder(options, engine, sources, siteLock).rebuild();
}

test('a mistake in the words ends a rebuild before anything is compiled, with the line that says where', async () => {
  expect(await rebuildWith(false)).toMatchObject({
    ok: false,
    reason: 'wrong-words',
    message: expect.stringContaining('exam.yaml'),
  });
  expect(compiled).not.toHaveBeenCalled();
});

test('a mistake that is mended by now is not told again: the program is asked to load what is there', async () => {
  expect(await rebuildWith(true)).toMatchObject({ ok: false, reason: 'outdated' });
});
