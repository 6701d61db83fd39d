import { closeSync, openSync, statSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { SiteDatabase } from '../../../src/database/siteDatabase.ts';
import { fail, succeed } from '../../../src/lib/result.ts';
import { createSiteLock } from '../../../src/site/releases.ts';
import { temporaryFolder } from '../../support/trees.ts';

const PAGE = 4096;

/** A database of some fifty pages. */
async function open() {
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  const anew: string[] = [];
  const at = () =>
    new SiteDatabase({
      file: join(folder.path, 'site.db'),
      schema: [['CREATE TABLE note(text TEXT)']],
      onAnew: (why) => anew.push(why),
    });
  const first = at();
  await first.write('test', () => {
    for (let row = 0; row < 100; row += 1) first.prepare('INSERT INTO note VALUES (?)').run('x'.repeat(2000));
  });
  first.connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  first.close();
  return { file: first.file, anew, open: at };
}

type Options = Parameters<typeof createSiteLock>[0];

const engine = { forget() {}, collect: () => ({ files: 0, bytes: 0 }), async repair() {} };

function lockOn(database: SiteDatabase, options: Partial<Options> = {}) {
  onTestFinished(() => database.close());
  return createSiteLock({ database, engine, shared: null, onWait() {}, ...options });
}

/** As a page does that cannot be rendered: the error is told in words. */
async function readAll(database: SiteDatabase) {
  try {
    return succeed(database.prepare('SELECT text FROM note').all().length);
  } catch (error) {
    return fail('render-failed', String(error));
  }
}

test('what fails over damaged pages of the database begins again with a new one', async () => {
  const { file, anew, open: reopen } = await open();
  const handle = openSync(file, 'r+');
  for (let page = 5; page < statSync(file).size / PAGE; page += 5)
    writeSync(handle, Buffer.alloc(PAGE, 'garbage'), 0, PAGE, page * PAGE);
  closeSync(handle);
  const database = reopen();
  expect(await lockOn(database)('test', () => readAll(database))).toEqual({ ok: true, value: 0 });
  expect(anew).toHaveLength(1);
});

test('what fails for another reason leaves a sound database as it is, and is not repeated', async () => {
  const { anew, open: reopen } = await open();
  const database = reopen();
  let calls = 0;
  const failing = async () => {
    calls += 1;
    return fail('render-failed', 'A page is wrong.');
  };
  expect(await lockOn(database)('test', failing)).toMatchObject({ ok: false, reason: 'render-failed' });
  expect([calls, anew]).toEqual([1, []]);
  expect(await readAll(database)).toEqual({ ok: true, value: 100 });
});

test('damage is seen by looking at the file, also where a connection holds the pages as they were', async () => {
  const { file, anew, open: reopen } = await open();
  const database = reopen();
  onTestFinished(() => database.close());
  expect(await readAll(database)).toEqual({ ok: true, value: 100 });
  expect(database.recoverIfUnsound()).toBe(false);
  const handle = openSync(file, 'r+');
  const { size } = statSync(file);
  writeSync(handle, Buffer.alloc(size - PAGE, 'garbage'), 0, size - PAGE, PAGE);
  closeSync(handle);
  expect(await readAll(database)).toEqual({ ok: true, value: 100 });
  expect([database.recoverIfUnsound(), anew.length]).toEqual([true, 1]);
  expect(await readAll(database)).toEqual({ ok: true, value: 0 });
});

test('an emptied file is damage', async () => {
  const { file, open: reopen } = await open();
  const database = reopen();
  onTestFinished(() => database.close());
  truncateSync(file);
  expect(database.recoverIfUnsound()).toBe(true);
  expect(await readAll(database)).toEqual({ ok: true, value: 0 });
});

test.each([
  ['failed', fail('unshared', 'The storage is away.'), 1],
  ['brought something', succeed(true), 1],
  ['brought nothing', succeed(false), 0],
] as const)(
  'a pull that %s has the store cleared only where something may be left that no release needs',
  async (_, pulled, times) => {
    const { open: reopen } = await open();
    const collect = vi.fn(engine.collect);
    const shared = { pull: async () => pulled, push: async () => succeed(true as const), abandon() {}, isAnew: () => false };
    await lockOn(reopen(), { engine: { ...engine, collect }, shared })('test', async () => succeed(null));
    expect(collect).toHaveBeenCalledTimes(times);
  },
);
