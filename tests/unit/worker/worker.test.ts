import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openEngine } from '../../../src/engine/index.ts';
import { openWithdrawals } from '../../../src/media/withdrawals.ts';
import { openServedSite } from '../../../src/worker/servedSite.ts';
import { startWorker } from '../../../src/worker/worker.ts';
import { MemorySite } from '../../support/memoryWorld.ts';
import { ROOT, settingsFor } from '../../support/rig.ts';
import { temporaryFolder } from '../../support/trees.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

/** A worker over a release that another program made, with a content service that nobody runs. */
async function startOverRelease() {
  const settings = settingsFor(folder.path);
  const distDir = join(folder.path, 'dist');
  const engine = openEngine({ cacheDir: settings.cacheDir, distDir });
  const made = await engine.rebuild(new MemorySite(join(folder.path, 'media')).world());
  if (!made.ok) throw new Error(made.message);
  await engine.settled();
  return async () => {
    const site = openServedSite({ root: ROOT, settings, contentServiceUrl: 'http://127.0.0.1:9', distDir });
    const worker = await startWorker({ site, settings, port: 0, log: pino({ level: 'silent' }) });
    if (!worker.ok) throw new Error(worker.message);
    return worker.value;
  };
}

test('a worker serves at once, whoever holds the cache folder', async () => {
  const start = await startOverRelease();
  const holder = await openEngine({ cacheDir: settingsFor(folder.path).cacheDir, distDir: join(folder.path, 'dist') }).lock(
    'a test',
  );
  const worker = await start();
  expect((await fetch(`${worker.url}/About`)).status).toBe(200);
  if (holder.ok) await holder.value.release();
  await worker.stop();
});

test('a rollback, its end and a withdrawal by another process are logged', async () => {
  const settings = settingsFor(folder.path);
  const distDir = join(folder.path, 'dist');
  const memory = new MemorySite(join(folder.path, 'media'));
  const engine = openEngine({ cacheDir: settings.cacheDir, distDir });
  const releases: string[] = [];
  for (const day of ['2026-11-21', '2026-12-21']) {
    memory.day = day;
    const made = await engine.rebuild(memory.world());
    if (!made.ok) throw new Error(made.message);
    releases.push(made.value.release);
  }
  await engine.settled();
  const lines: string[] = [];
  const log = pino({ base: null, timestamp: false }, { write: (line: string) => void lines.push(line) });
  const site = openServedSite({ root: ROOT, settings, contentServiceUrl: 'http://127.0.0.1:9', distDir });
  const worker = await startWorker({ site, settings, port: 0, log });
  if (!worker.ok) throw new Error(worker.message);
  const [first = '', second = ''] = releases;
  const logged = () => lines.map((line) => JSON.parse(line)).filter(({ msg }) => /^serving a release/.test(msg));

  expect(await engine.rollback()).toMatchObject({ ok: true });
  await expect.poll(logged).toContainEqual({ level: 30, release: first, held: true, msg: 'serving a release that is held' });
  expect(first).not.toBe(second);
  expect(await engine.resume()).toMatchObject({ ok: true });
  await expect.poll(logged).toContainEqual({ level: 30, release: first, held: false, msg: 'serving a release' });

  // What another process has withdrawn is named with the release that lacks it.
  const withdrawals = openWithdrawals(settings.dataDir);
  const withdrawal = { reference: 'sports.jpg', at: 0, published: null, source: null };
  await withdrawals.write(withdrawals.read().with(withdrawal));
  expect(await engine.rollback(second)).toMatchObject({ ok: true });
  const told = () => lines.map((line) => JSON.parse(line)).filter(({ reference }) => reference);
  await expect.poll(told).toEqual([{ level: 30, reference: 'sports.jpg', msg: 'a picture or file was withdrawn' }]);
  await worker.value.stop();
});

test('a starting worker removes the temporary files that a full disk left, and no fresh ones', async () => {
  const start = await startOverRelease();
  const { cacheDir, dataDir } = settingsFor(folder.path);
  const old = [
    join(cacheDir, 'status.json.a1.staged'),
    join(cacheDir, 'store/ab/cd.br.a1.staged'),
    join(dataDir, 'x.json.b2.staged'),
  ];
  const fresh = join(cacheDir, 'answers.c3.staged');
  for (const path of [...old, fresh]) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, 'half');
  }
  for (const path of old) utimesSync(path, 1000, 1000);
  const worker = await start();
  await expect.poll(() => old.filter((path) => existsSync(path))).toEqual([]);
  expect(existsSync(fresh)).toBe(true);
  await worker.stop();
});
