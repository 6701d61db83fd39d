import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SiteDatabase } from '../../../src/database/siteDatabase.ts';
import { Store } from '../../../src/engine/fileStore.ts';
import { type ReleaseSource, ServedReleases } from '../../../src/engine/servedReleases.ts';
import { LockedEngine } from '../../support/lockedEngine.ts';
import { type Item, MemorySite, openDatabase } from '../../support/memorySite.ts';
import { temporaryFolder } from '../../support/trees.ts';

const item = (id: string, title = `Title ${id}`, picture: string | null = null): Item => ({
  id,
  title,
  body: `Body ${id}`,
  day: '2026-03-01',
  picture,
});

let folder: ReturnType<typeof temporaryFolder>;
let site: MemorySite;
let engine: LockedEngine;
let served: ReleaseSource;
let databases: SiteDatabase[];
let damaged: string[];

function connect(): SiteDatabase {
  const database = openDatabase(join(folder.path, 'cache'));
  databases.push(database);
  return database;
}
const open = () =>
  new LockedEngine({ database: connect(), cacheDir: join(folder.path, 'cache'), distDir: join(folder.path, 'dist') });

async function publish(by: LockedEngine, title: string): Promise<void> {
  site.content = { ...site.content, notes: [item('h1', title)] };
  site.sync();
  const rebuilt = await by.rebuild(site.world());
  if (!rebuilt.ok) throw new Error(rebuilt.message);
}

/** What an address of either answers, with the bytes. */
async function answers(from: Pick<LockedEngine, 'live' | 'read'>): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const file of from.live()?.files() ?? []) found[file.path] = Buffer.from((await from.read(file)) ?? []).toString();
  return found;
}

async function expectSame(): Promise<void> {
  const [one, other] = [engine.live(), served.live()];
  expect(other).toMatchObject({ release: one?.release, builtAt: one?.builtAt, held: one?.held });
  expect(await answers(served)).toEqual(await answers(engine));
  for (const path of ['/', '/News', '/Albums/a1', '/nowhere']) expect(other?.lookup(path)).toEqual(one?.lookup(path));
}

beforeEach(async () => {
  folder = temporaryFolder();
  site = new MemorySite(join(folder.path, 'media'));
  site.content = { news: [item('n1'), item('n2', 'Two', 'p1')], albums: [item('a1', 'Album', 'p2')], notes: [] };
  databases = [];
  damaged = [];
  engine = open();
  served = new ServedReleases({
    database: connect(),
    store: new Store(join(folder.path, 'cache', 'store')),
    distDir: join(folder.path, 'dist'),
    onDamaged: (path) => damaged.push(path),
    onEvent: () => {},
  });
});

afterEach(() => {
  for (const database of databases) database.close();
  folder.remove();
});

describe('a thread that only serves', () => {
  test('serves what the engine has live: after publishes, a rollback, its end and a purge', async () => {
    expect(served.live()).toBeNull();
    await publish(engine, 'one');
    await expectSame();
    await publish(engine, 'two');
    await expectSame();
    await engine.rollback();
    await expectSame();
    engine.resume();
    await publish(engine, 'three');
    await expectSame();
    const picture = [...(engine.live()?.files() ?? [])].find(({ path }) => path.startsWith('media/'));
    await engine.purge([`/${picture?.path.replace(/[^/]+$/, '')}`]);
    expect(served.live()?.lookup(`/${picture?.path}`)).toBeUndefined();
    await expectSame();
  });

  test('serves what another process published', async () => {
    await publish(engine, 'one');
    await publish(open(), 'two');
    await expectSame();
  });

  test('answers a file of an earlier release that is named by its digest', async () => {
    await publish(engine, 'one');
    const before = [...(served.live()?.files() ?? [])].find(({ path }) => path.startsWith('data/'));
    site.content = { ...site.content, news: [item('n9', 'Nine')] };
    await publish(engine, 'one');
    expect(served.live()?.lookup(`/${before?.path}`)).toBeUndefined();
    expect(served.live()?.recent(`/${before?.path}`)?.digest).toBe(before?.digest);
  });

  test('serves from dist what the store has lost, and tells of what is lost in both', async () => {
    await publish(engine, 'one');
    const file = served.live()?.lookup('/News');
    if (!file) throw new Error('/News is not published');
    rmSync(file.file);
    expect((await served.read(file))?.length).toBe(file.size);
    expect(existsSync(file.file)).toBe(true);
    rmSync(file.file);
    rmSync(join(folder.path, 'dist', file.path));
    expect(await served.read(file)).toBeNull();
    expect(damaged).toEqual([file.path]);
  });

  test('reads a file that is asked for again from memory, until something touches it', async () => {
    await publish(engine, 'one');
    const file = served.live()?.lookup('/News');
    if (!file) throw new Error('/News is not published');
    const bytes = await served.read(file);
    expect(await served.read(file)).toBe(bytes);
    writeFileSync(file.file, 'x'.repeat(file.size));
    expect(await served.read(file)).toEqual(bytes);
    rmSync(join(folder.path, 'dist', file.path));
    writeFileSync(file.file, 'y'.repeat(file.size));
    expect(await served.read(file)).toBeNull();
    expect(damaged).toEqual([file.path]);
  });
});
