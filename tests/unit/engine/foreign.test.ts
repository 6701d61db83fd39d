/** Folders in place of the cache's files, and a cache that is deleted under a running process. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Engine, openEngine } from '../../../src/engine/index.ts';
import { digests } from '../../support/digests.ts';
import { changedSite, firstSite } from '../../support/engineSites.ts';
import type { MemorySite } from '../../support/memoryWorld.ts';
import { replaceByFolder } from '../../support/siteDamage.ts';
import { readTree, sorted, temporaryFolder } from '../../support/trees.ts';

let folder: ReturnType<typeof temporaryFolder>;

const path = (name: string) => join(folder.path, name);
const open = () => openEngine({ cacheDir: path('cache'), distDir: path('dist') });

async function publish(engine: Engine, site: MemorySite): Promise<void> {
  const result = await engine.rebuild(site.world());
  if (!result.ok) throw new Error(result.message);
  await engine.settled();
  expect(sorted(readTree(path('dist')))).toEqual(sorted(site.world().tree()));
}

beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

test('a folder in place of any file of the cache costs time, nothing else', async () => {
  await publish(open(), firstSite(path('media')));
  const count = digests(path('cache')).size;
  for (let at = 0; at < count; at += 1) {
    // A log has another name each time.
    const file = [...digests(path('cache')).keys()][at];
    if (file) replaceByFolder(path(`cache/${file}`));
    await publish(open(), at % 2 === 0 ? changedSite(path('media')) : firstSite(path('media')));
  }
  for (const file of digests(path('cache')).keys()) replaceByFolder(path(`cache/${file}`));
  await publish(open(), firstSite(path('media')));
});

test('a cache that is deleted while a process runs is made anew', async () => {
  const engine = open();
  await publish(engine, firstSite(path('media')));
  rmSync(path('cache'), { recursive: true });
  await publish(engine, changedSite(path('media')));
});
