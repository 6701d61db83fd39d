import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SiteDatabase } from '../../../src/database/siteDatabase.ts';
import { thrownFailure } from '../../../src/lib/result.ts';
import { temporaryFolder } from '../../support/trees.ts';

const SCHEMA = [['CREATE TABLE note(text TEXT)']];

let folder: ReturnType<typeof temporaryFolder>;
let database: SiteDatabase;
beforeEach(() => {
  folder = temporaryFolder();
  database = new SiteDatabase({ file: join(folder.path, 'site.db'), schema: SCHEMA });
});
afterEach(() => {
  database.close();
  folder.remove();
});

test('the turn to write is free at once when the process that had it was killed, and nothing of what it wrote is left', async () => {
  const program = `
    import { SiteDatabase } from ${JSON.stringify(join(import.meta.dirname, '../../../src/database/siteDatabase.ts'))};
    const database = new SiteDatabase({ file: ${JSON.stringify(database.file)}, schema: ${JSON.stringify(SCHEMA)} });
    await database.lock('rebuild');
    database.prepare("INSERT INTO note VALUES ('half')").run();
    process.stdout.write('locked');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: ['ignore', 'pipe', 'ignore'] });
  await once(child.stdout, 'data');
  expect(await database.lock('test', 0)).toMatchObject({
    ok: false,
    message: expect.stringContaining(`process ${child.pid} on`),
  });
  child.kill('SIGKILL');
  await once(child, 'close');
  expect(await database.lock('test', 0)).toMatchObject({ ok: true });
  expect(database.prepare('SELECT * FROM note').all()).toEqual([]);
});

test('a database that another program has locked is told in one line', () => {
  const [first, second] = [0, 0].map(() => new DatabaseSync(database.file));
  first?.exec('BEGIN IMMEDIATE');
  const thrown = (() => {
    try {
      second?.exec('BEGIN IMMEDIATE');
      return null;
    } catch (error) {
      return error;
    }
  })();
  expect(thrownFailure(thrown)).toMatchObject({
    reason: 'system',
    message: expect.stringMatching(/^The system refused: .*locked\b.*$/),
  });
  first?.close();
  second?.close();
});

test('a second writer waits, then names the holder', async () => {
  const other = new SiteDatabase({ file: database.file, schema: SCHEMA });
  const held = await database.lock('a long rebuild');
  const onWait = vi.fn<(holder: string) => void>();
  expect(await other.withLock('test', () => null, 60, onWait)).toMatchObject({
    ok: false,
    reason: 'locked',
    message: expect.stringMatching(/in use by process \d+ .*\(a long rebuild\)/),
  });
  expect(onWait).toHaveBeenCalledOnce();
  if (held.ok) held.value.release();
  expect(await other.withLock('test', () => null, 60)).toMatchObject({ ok: true });
  other.close();
});

test.each<[string, (lock: string) => void]>([
  ['a folder', (lock) => mkdirSync(join(lock, 'inside'), { recursive: true })],
  ['a FIFO', (lock) => void execFileSync('sh', ['-c', 'mkfifo "$0"', lock])],
  ['a text', (lock) => writeFileSync(lock, '{"pid":1}')],
  ['a link to nowhere', (lock) => symlinkSync('/nowhere/lock', lock)],
])('%s in the place of the lock keeps nobody from writing', async (_, put) => {
  rmSync(`${database.file}-lock`, { recursive: true, force: true });
  put(`${database.file}-lock`);
  expect(await database.write('test', () => database.prepare("INSERT INTO note VALUES ('whole')").run())).toMatchObject({
    ok: true,
  });
  expect(await database.lock('test', 0)).toMatchObject({ ok: true });
});
