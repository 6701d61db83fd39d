/** Folders in place of the cache's files, and a cache that is deleted under a running process. */
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SiteDatabase } from '../../../src/database/siteDatabase.ts';
import { LockedEngine } from '../../support/lockedEngine.ts';
import { changedSite, firstSite, type MemorySite, openDatabase } from '../../support/memorySite.ts';
import { digests, readTree, sorted, temporaryFolder } from '../../support/trees.ts';

let folder: ReturnType<typeof temporaryFolder>;

const path = (name: string) => join(folder.path, name);
let databases: SiteDatabase[];

function open(): LockedEngine {
  const database = openDatabase(path('cache'));
  databases.push(database);
  return new LockedEngine({ database, cacheDir: path('cache'), distDir: path('dist') });
}

async function publish(engine: LockedEngine, site: MemorySite): Promise<void> {
  const result = await engine.rebuild(site.world());
  if (!result.ok) throw new Error(result.message);
  expect(sorted(readTree(path('dist')))).toEqual(sorted(site.world().tree()));
}

function replaceByFolder(file: string): void {
  rmSync(file);
  mkdirSync(join(file, 'inside'), { recursive: true });
}

beforeEach(() => {
  folder = temporaryFolder();
  databases = [];
});
afterEach(() => {
  for (const database of databases) database.close();
  folder.remove();
});

test('a folder in place of any file of the cache costs time, nothing else', async () => {
  await publish(open(), firstSite(path('media')));
  for (const database of databases) database.close();
  const count = digests(path('cache')).size;
  for (let at = 0; at < count; at += 1) {
    const file = [...digests(path('cache')).keys()][at];
    for (const database of databases) database.close();
    if (file && existsSync(path(`cache/${file}`))) replaceByFolder(path(`cache/${file}`));
    await publish(open(), at % 2 === 0 ? changedSite(path('media')) : firstSite(path('media')));
  }
  for (const database of databases) database.close();
  for (const file of digests(path('cache')).keys()) replaceByFolder(path(`cache/${file}`));
  await publish(open(), firstSite(path('media')));
});

test('a cache that is deleted while a process runs is made anew', async () => {
  const engine = open();
  await publish(engine, firstSite(path('media')));
  rmSync(path('cache'), { recursive: true });
  await publish(engine, changedSite(path('media')));
});
