import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { test as base, beforeAll, type ExpectStatic } from 'vitest';
import { freePort } from '../../../scripts/lib/listen.ts';
import { openWithdrawals } from '../../../src/media/withdrawals.ts';
import { openSiteDatabase } from '../../../src/site/database.ts';
import { recordFailure } from '../../../src/site/report.ts';
import { openServedSite } from '../../../src/worker/servedSite.ts';
import { startWorker } from '../../../src/worker/worker.ts';
import { LockedEngine } from '../../support/lockedEngine.ts';
import { firstSite, MemorySite } from '../../support/memorySite.ts';
import { compiledSite, ROOT, settingsFor, THREAD_PROGRAM } from '../../support/rig.ts';
import { answersJson, stubServiceOfFile } from '../../support/stubService.ts';
import { filesOf, temporaryFolder } from '../../support/trees.ts';
import { oddRequests } from './oddRequests.ts';

/**
 * A folder of its own for each test: they run beside each other, five at a time, as most of their time is a pause of the worker.
 * Those that pause longest come first.
 */
const { concurrent: test } = base.extend<{ folder: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from it what the fixture uses.
  folder: async ({}, use) => {
    const { path, remove } = temporaryFolder();
    await use(path);
    remove();
  },
});

// Once, and not by each worker that finds it missing.
beforeAll(async () => {
  await compiledSite(settingsFor('/nowhere'));
});

/** The engine of another program on the same folders. */
function openOther(folder: string) {
  const { cacheDir } = settingsFor(folder);
  const database = openSiteDatabase(cacheDir);
  return { database, engine: new LockedEngine({ database, cacheDir, distDir: join(folder, 'dist') }) };
}

/** A content service that refuses at once: nothing is asked of it again. */
const refusing = await stubServiceOfFile(answersJson({}, 401));

/** A worker over a release that another program made, with a content service that nobody runs. */
async function startOverRelease(folder: string, contentServiceUrl = 'http://127.0.0.1:9') {
  const settings = settingsFor(folder);
  const distDir = join(folder, 'dist');
  const { engine } = openOther(folder);
  const made = await engine.rebuild(firstSite(join(folder, 'media')).world());
  if (!made.ok) throw new Error(made.message);
  return async (change: Partial<typeof settings> = {}) => {
    const site = openServedSite({ root: ROOT, settings, contentServiceUrl, distDir });
    const worker = await startWorker({ site, settings: { ...settings, ...change }, port: 0, log: pino({ level: 'silent' }) });
    if (!worker.ok) throw new Error(worker.message);
    return worker.value;
  };
}

/** Its first rebuild, which may compile the site and has found that the content service refuses. */
const firstRebuild = (url: string, expect: ExpectStatic) =>
  expect.poll(async () => (await (await fetch(`${url}/healthz`)).json()).lastFailure).not.toBeNull();
/** What a server answers to bytes as they are. */
async function exchange(url: string, request: string | Uint8Array): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.end(request);
  return text(socket);
}

test('a rollback, its end and a withdrawal by another process are logged', async ({ folder, expect }) => {
  const settings = settingsFor(folder);
  const distDir = join(folder, 'dist');
  const memory = new MemorySite(join(folder, 'media'));
  const { engine } = openOther(folder);
  const releases: string[] = [];
  for (const day of ['2026-11-21', '2026-12-21']) {
    memory.day = day;
    const made = await engine.rebuild(memory.world());
    if (!made.ok) throw new Error(made.message);
    releases.push(made.value.release);
  }
  const lines: string[] = [];
  const log = pino({ base: null, timestamp: false }, { write: (line: string) => void lines.push(line) });
  const site = openServedSite({ root: ROOT, settings, contentServiceUrl: refusing.url, distDir });
  const worker = await startWorker({ site, settings, port: 0, log });
  if (!worker.ok) throw new Error(worker.message);
  await firstRebuild(worker.value.url, expect);
  const [first = '', second = ''] = releases;
  const logged = () => lines.map((line) => JSON.parse(line)).filter(({ msg }) => /^serving a release/.test(msg));

  expect(await engine.rollback()).toMatchObject({ ok: true });
  await expect.poll(logged).toContainEqual({ level: 30, release: first, held: true, msg: 'serving a release that is held' });
  expect(first).not.toBe(second);
  // At the end of a rebuild the host is handed what is live, whoever put it there.
  const ended = () => lines.map((line) => JSON.parse(line)).filter(({ trigger, msg }) => trigger && msg === 'rebuild failed');
  const handed = () => ended().filter(({ trigger }) => trigger === 'command').length;
  await expect.poll(handed).toBe(1);
  engine.resume();
  await expect.poll(logged).toContainEqual({ level: 30, release: first, held: false, msg: 'serving a release' });
  await expect.poll(handed).toBe(2);
  memory.day = '2027-01-21';
  expect(await engine.rebuild(memory.world())).toMatchObject({ ok: true, value: { state: 'published' } });
  await expect.poll(handed).toBe(3);

  // What another process has withdrawn is named with the release that lacks it.
  const withdrawals = openWithdrawals(settings.dataDir, settings.cacheDir);
  const withdrawal = { reference: 'sports.jpg', at: 0, published: null, source: null, earlierSources: [], groups: [] };
  await withdrawals.write([...withdrawals.read().list, withdrawal]);
  expect(await engine.rollback(second)).toMatchObject({ ok: true });
  const told = () => lines.map((line) => JSON.parse(line)).filter(({ reference }) => reference);
  await expect.poll(told).toEqual([{ level: 30, reference: 'sports.jpg', msg: 'a picture or file was withdrawn' }]);
  await worker.value.stop();
});

test('a stop waits five seconds for a form that is sent half, and takes no new visitor meanwhile', async ({ folder, expect }) => {
  const start = await startOverRelease(folder, refusing.url);
  const worker = await start();
  await firstRebuild(worker.url, expect);
  const { port } = new URL(worker.url);
  const socket = connect(Number(port), '127.0.0.1');
  const cut = new Promise((resolve) => socket.on('close', resolve));
  socket.on('error', () => {});
  const head =
    'POST /api/form/HTSJ/abc HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{';
  await new Promise<void>((resolve) => socket.write(head, () => resolve()));
  // Answered while the form is read.
  expect((await fetch(`${worker.url}/About`)).status).toBe(200);
  const began = performance.now();
  const stopped = worker.stop();
  await expect
    .poll(() =>
      fetch(`${worker.url}/About`).then(
        ({ status }) => status,
        () => 'refused',
      ),
    )
    .toBe('refused');
  await Promise.all([stopped, cut]);
  const seconds = (performance.now() - began) / 1000;
  expect(seconds).toBeGreaterThan(4.5);
  expect(seconds).toBeLessThan(15);
});

test('a first build that got no list says why, and that it is tried again', async ({ folder, expect }) => {
  const settings = settingsFor(folder);
  const lines: string[] = [];
  const log = pino({ base: null, timestamp: false }, { write: (line: string) => void lines.push(line) });
  const site = openServedSite({
    root: ROOT,
    settings,
    contentServiceUrl: 'http://127.0.0.1:9',
    distDir: join(folder, 'dist'),
  });
  const worker = await startWorker({ site, settings, port: 0, log });
  if (!worker.ok) throw new Error(worker.message);
  const logged = () => lines.map((line) => JSON.parse(line)).map(({ message, msg }) => message ?? msg);
  expect(logged()).toContainEqual(expect.stringMatching(/cannot be reached .*check CONTENT_SERVICE_URL/));
  expect(logged()).toContain('there is nothing to serve before a first build succeeds; it is tried again in 2 s');
  await expect.poll(logged).toContain('the first build is tried again');
  await worker.value.stop();
});

test('a cache that is deleted while a worker runs is served on until there is a release in its place', async ({
  folder,
  expect,
}) => {
  const start = await startOverRelease(folder, refusing.url);
  const worker = await start();
  const { cacheDir } = settingsFor(folder);
  const health = async (part: 'release' | 'lastFailure') => (await (await fetch(`${worker.url}/healthz`)).json())[part];
  const news = async () => (await fetch(`${worker.url}/News`)).text();
  const before = await news();
  await firstRebuild(worker.url, expect);
  rmSync(cacheDir, { recursive: true });
  const { engine, database } = openOther(folder);
  await recordFailure(database, { at: 0, message: 'Another process could not rebuild.' });
  await expect.poll(() => health('lastFailure')).toBe('1970-01-01T00:00:00.000Z');
  expect(await news()).toBe(before);
  const memory = new MemorySite(join(folder, 'media'));
  memory.day = '2026-12-21';
  expect(await engine.rebuild(memory.world())).toMatchObject({ ok: true });
  await expect.poll(() => health('release')).toBe(engine.live()?.release);
  expect(await news()).not.toBe('');
  database.close();
  await worker.stop();
});

test('a client of HTTP/1.0 needs no Host, and nobody names two', async ({ folder, expect }) => {
  const worker = await (await startOverRelease(folder))();
  expect(await exchange(worker.url, 'GET /About HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
  const two = 'GET /About HTTP/1.1\r\nHost: a.example\r\nhost: b.example\r\nConnection: close\r\n\r\n';
  expect(await exchange(worker.url, two)).toMatch(/^HTTP\/1\.1 400 /);
  await worker.stop();
});

test('requests that come one after the other are answered; a connection that sends a hundred and reads nothing is closed', async ({
  folder,
  expect,
}) => {
  const worker = await (await startOverRelease(folder))();
  const get = 'GET /About HTTP/1.1\r\nHost: a.example\r\n\r\n';
  const last = get.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');
  const answersIn = (said: string) => said.match(/HTTP\/1\.1 200 /g)?.length ?? 0;
  expect(answersIn(await exchange(worker.url, get.repeat(4) + last))).toBe(5);
  const closed = await exchange(worker.url, get.repeat(99) + last).catch((error: NodeJS.ErrnoException) => String(error.code));
  expect(closed === 'ECONNRESET' || answersIn(closed) < 20).toBe(true);
  await worker.stop();
});

test('a hundred odd requests are answered, or their connection closed; none hurts the worker', async ({ folder, expect }) => {
  const worker = await (await startOverRelease(folder))({ deskPassword: 'a password of the tests' });
  const answers = await Promise.all(
    oddRequests(28, 100).map(async (request) => {
      // A reset takes with it what was answered.
      const said = await exchange(worker.url, request).catch((error: NodeJS.ErrnoException) => String(error.code));
      return { request: request.toString('latin1').slice(0, 200), said: said.split('\r\n', 1)[0] ?? '' };
    }),
  );
  // 502: the content service is away.
  const odd = answers.filter(({ said }) => !/^(?:HTTP\/1\.1 (?:[234]\d\d|502) .*|ECONNRESET|EPIPE|)$/.test(said));
  expect(odd).toEqual([]);
  expect(answers.filter(({ said }) => said.startsWith('HTTP/1.1 ')).length).toBeGreaterThan(answers.length / 2);
  expect((await fetch(`${worker.url}/About`)).status).toBe(200);
  await worker.stop();
});

test.for([
  ['127.0.0.1', /^http:\/\/127\.0\.0\.1:\d+$/],
  ['::1', /^http:\/\/\[::1\]:\d+$/],
] as const)('HOST=%s is the address that is bound, and no other', async ([host, url], { folder, expect }) => {
  const worker = await (await startOverRelease(folder))({ host });
  expect(worker.url).toMatch(url);
  expect((await fetch(`${worker.url}/readyz`)).status).toBe(200);
  const other = worker.url.replace(/127\.0\.0\.1|\[::1\]/, host === '::1' ? '127.0.0.1' : '[::1]');
  await expect(fetch(`${other}/readyz`)).rejects.toThrow();
  await worker.stop();
});

test('while the first build runs the port answers that the site is not ready', async ({ folder, expect }) => {
  const settings = settingsFor(folder);
  mkdirSync(settings.cacheDir, { recursive: true });
  const block = join(settings.cacheDir, 'block');
  writeFileSync(block, '');
  const site = openServedSite(
    { root: ROOT, settings, contentServiceUrl: 'http://127.0.0.1:9', distDir: join(folder, 'dist') },
    { program: THREAD_PROGRAM },
  );
  const port = await freePort();
  const starting = startWorker({ site, settings, port, log: pino({ level: 'silent' }) });
  const ready = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ status }) => status,
      () => null,
    );
  await expect.poll(ready).toBe(503);
  expect(await (await fetch(`http://127.0.0.1:${port}/About`)).text()).toContain('being built for the first time');
  rmSync(block);
  const worker = await starting;
  if (!worker.ok) throw new Error(worker.message);
  await worker.value.stop();
});

test('what is withdrawn is not served for a moment, where its purge was cut off or the cache is older', async ({
  folder,
  expect,
}) => {
  const start = await startOverRelease(folder, refusing.url);
  const { dataDir, cacheDir } = settingsFor(folder);
  const [picture = ''] = filesOf(join(folder, 'dist/media'));
  const published = readFileSync(join(folder, 'dist/media', picture), 'latin1');
  const group = `/media/${dirname(picture)}/`;
  const withdrawal = { reference: 'photo.jpg', at: 0, published: group, source: null, earlierSources: [], groups: [group] };
  await openWithdrawals(dataDir, cacheDir).write([withdrawal]);
  const worker = await start();
  const served = Buffer.from(await (await fetch(`${worker.url}/media/${picture}`)).arrayBuffer()).toString('latin1');
  expect(served).toContain('WEBP');
  expect(served).not.toBe(published);
  await worker.stop();
});

test('a worker serves at once, whoever holds the cache folder', async ({ folder, expect }) => {
  const start = await startOverRelease(folder);
  const holder = await openOther(folder).database.lock('a test');
  const worker = await start();
  expect((await fetch(`${worker.url}/About`)).status).toBe(200);
  if (holder.ok) holder.value.release();
  await worker.stop();
});

test('a starting worker removes the temporary files that a full disk left, and no fresh ones', async ({ folder, expect }) => {
  const start = await startOverRelease(folder);
  const { cacheDir, dataDir } = settingsFor(folder);
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
  // The last one was left while the clock was ahead.
  for (const [at, path] of old.entries()) utimesSync(path, at < 2 ? 1000 : 4e9, at < 2 ? 1000 : 4e9);
  const worker = await start();
  await expect.poll(() => old.filter((path) => existsSync(path))).toEqual([]);
  expect(existsSync(fresh)).toBe(true);
  await worker.stop();
});
