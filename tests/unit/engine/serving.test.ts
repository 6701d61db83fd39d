import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Engine, openEngine, openServing, type ReleaseUpdate, type ServedReleases } from '../../../src/engine/index.ts';
import { makeTable, ReleaseTable } from '../../../src/engine/releaseTable.ts';
import { digestOf } from '../../../src/lib/digest.ts';
import type { Item } from '../../support/memoryAnswers.ts';
import { MemorySite } from '../../support/memoryWorld.ts';
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
let engine: Engine;
let updates: ReleaseUpdate[];
let served: ServedReleases;
let damaged: string[];

const open = () => openEngine({ cacheDir: join(folder.path, 'cache'), distDir: join(folder.path, 'dist') });

async function publish(by: Engine, title: string): Promise<void> {
  site.content = { ...site.content, notes: [item('h1', title)] };
  site.sync();
  const rebuilt = await by.rebuild(site.world());
  if (!rebuilt.ok) throw new Error(rebuilt.message);
  await by.settled();
}

/** What an address of either answers, with the bytes. */
async function answers(from: Pick<Engine, 'live' | 'read'>): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const file of from.live()?.files() ?? []) found[file.path] = Buffer.from((await from.read(file)) ?? []).toString();
  return found;
}

async function expectSame(): Promise<void> {
  const [one, other] = [engine.live(), served.live()];
  expect(other).toMatchObject({ release: one?.release, builtAt: one?.builtAt, held: one?.held, size: one?.size });
  expect(await answers(served)).toEqual(await answers(engine));
  for (const path of ['/', '/News', '/Albums/a1', '/nowhere']) expect(other?.lookup(path)).toEqual(one?.lookup(path));
}

beforeEach(async () => {
  folder = temporaryFolder();
  site = new MemorySite(join(folder.path, 'media'));
  site.content = { news: [item('n1'), item('n2', 'Two', 'p1')], albums: [item('a1', 'Album', 'p2')], notes: [] };
  updates = [];
  damaged = [];
  engine = open();
  served = openServing({
    cacheDir: join(folder.path, 'cache'),
    distDir: join(folder.path, 'dist'),
    onDamaged: (path) => damaged.push(path),
    onEvent: () => {},
  });
  engine.follow(
    (update) => {
      updates.push(update);
      served.switchTo(structuredClone(update));
    },
    () => true,
  );
});

afterEach(() => folder.remove());

describe('a thread that only serves', () => {
  test('serves what the engine has live: after publishes, a rollback, its end and a purge', async () => {
    expect(served.live()).toBeNull();
    await publish(engine, 'one');
    await expectSame();
    await publish(engine, 'two');
    await expectSame();
    await engine.rollback();
    await expectSame();
    await engine.resume();
    await publish(engine, 'three');
    await expectSame();
    const picture = [...(engine.live()?.files() ?? [])].find(({ path }) => path.startsWith('media/'));
    await engine.purge([`/${picture?.path.replace(/[^/]+$/, '')}`]);
    expect(served.live()?.lookup(`/${picture?.path}`)).toBeUndefined();
    await expectSame();
  });

  test('is told of a small change by its difference, whatever the size of the site', async () => {
    await publish(engine, 'one');
    await publish(engine, 'two');
    const [first, second] = updates;
    expect(first?.table?.count).toBe(first?.size);
    expect(second?.table).toBeUndefined();
    expect(second?.changes?.length).toBeGreaterThan(0);
  });

  test('is told of what another process published, and of nothing when nothing changed', async () => {
    await publish(engine, 'one');
    await publish(engine, 'one');
    expect(updates).toHaveLength(1);
    const other = open();
    await publish(other, 'two');
    await expect.poll(() => served.live()?.release).toBe(other.live()?.release);
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
});

test('a table finds each of its files, and no other', () => {
  const files = Array.from({ length: 1000 }, (_, at) => ({
    path: `Ünï/${at}.html`,
    digest: digestOf(`${at}`),
    size: at * 4_000_000,
  }));
  const table = new ReleaseTable(structuredClone(makeTable(files)));
  for (const file of files) expect(table.get(file.path)).toEqual(file);
  expect([...table].length).toBe(1000);
  expect(table.get('Ünï/1000.html')).toBeUndefined();
  expect(new ReleaseTable(makeTable([])).get('index.html')).toBeUndefined();
});
