import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, openSync, rmSync, statSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Listening, listen } from '../../../scripts/lib/listen.ts';
import { COLLECTION_NAMES } from '../../../src/collections/index.ts';
import { ROUTES } from '../../../src/lib/routes.ts';
import { openServedSite, type ServedSite } from '../../../src/worker/servedSite.ts';
import { startWorker, type Worker } from '../../../src/worker/worker.ts';
import { type FakeContentService, startFakeContentService } from '../../support/fakeContentService.ts';
import { openRig, REBUILD_SECRET, type Rig, ROOT, THREAD_PROGRAM } from '../../support/rig.ts';

const authorization = `Bearer ${REBUILD_SECRET}`;
const alerts: string[] = [];
let school: FakeContentService;
let listener: Listening;
let rig: Rig;
let site: ServedSite;
let worker: Worker;

async function start(askInterval?: number): Promise<Worker> {
  const { settings, dist: distDir } = rig;
  const conditions = { program: THREAD_PROGRAM, firstPause: 10, askInterval };
  site = openServedSite({ root: ROOT, settings, contentServiceUrl: school.url, distDir }, conditions);
  const started = await startWorker({ site, settings, port: 0, log: pino({ level: 'silent' }) });
  if (!started.ok) throw new Error(started.message);
  return started.value;
}

beforeAll(async () => {
  // A list that the service lacks would be asked for again, by a rebuild that no test orders.
  const empty = Object.fromEntries(COLLECTION_NAMES.map((name) => [name, []]));
  school = await startFakeContentService({ ...empty, news: [{ _id: 'n1', title: 'First news', fromDate: '2026-11-20' }] });
  listener = await listen(async (request, response) => {
    alerts.push((JSON.parse(await text(request)) as { event: string }).event);
    response.end();
  });
  rig = await openRig({ service: school, settings: { alertUrl: listener.url } });
  worker = await start();
});

afterAll(async () => {
  await worker?.stop();
  await rig?.close();
  await listener?.close();
});

async function call(): Promise<string> {
  const answer = await fetch(`${worker.url}/hooks/rebuild`, { method: 'POST', headers: { authorization } });
  return ((await answer.json()) as { url: string }).url;
}

async function jobAt(url: string): Promise<{ state: string; message?: string }> {
  const answer = await fetch(worker.url + url, { headers: { authorization } });
  return (await answer.json()) as { state: string; message?: string };
}

const ended = (url: string) => expect.poll(async () => (await jobAt(url)).state).toMatch(/published|unchanged|failed/);

const newsShows = async (title: string) => (await (await fetch(`${worker.url}/News`)).text()).includes(title);

/** Asks as readers, an operator and a monitor do; every answer comes while the rebuild runs. */
async function expectAnswersDuring(job: string): Promise<void> {
  await expect.poll(async () => (await jobAt(job)).state).toBe('running');
  for (const path of ['/', '/News', '/about', '/nowhere', '/healthz', '/readyz', '/api/nothing']) {
    const { status } = await fetch(worker.url + path, { redirect: 'manual' });
    expect([path, status]).toEqual([path, { '/about': 301, '/nowhere': 404, '/api/nothing': 404 }[path] ?? 200]);
  }
  expect((await fetch(`${worker.url}/metrics`, { headers: { authorization } })).status).toBe(200);
  expect((await jobAt(job)).state).toBe('running');
}

describe('readers do not wait', () => {
  test('for a content service that does not answer', async () => {
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    school.hold = held;
    const job = await call();
    await expectAnswersDuring(job);
    letGo();
    await ended(job);
  });

  test('for a rebuild that computes without a pause', async () => {
    writeFileSync(join(rig.settings.cacheDir, 'block'), '');
    school.lists = { ...school.lists, news: [{ _id: 'n1', title: 'Second news', fromDate: '2026-11-20' }] };
    const job = await call();
    await expectAnswersDuring(job);
    expect(await newsShows('First news')).toBe(true);
    rmSync(join(rig.settings.cacheDir, 'block'));
    await ended(job);
    expect(await newsShows('Second news')).toBe(true);
  });
});

test('a page whose file is lost everywhere is made anew by itself, and not half sent meanwhile', async () => {
  await ended(await call());
  const page = await (await fetch(`${worker.url}/News`)).text();
  rmSync(join(rig.settings.cacheDir, 'store'), { recursive: true });
  for (const file of ['News.html', 'Events.html']) rmSync(join(rig.dist, file));
  const lost = await fetch(`${worker.url}/News`);
  expect([lost.status, lost.headers.get('retry-after')]).toEqual([503, '60']);
  await expect.poll(async () => (await fetch(`${worker.url}/News`)).text()).toBe(page);
  // `dist/` follows what is live.
  const missing = () => ['News.html', 'Events.html'].filter((file) => !existsSync(join(rig.dist, file)));
  await expect.poll(missing).toEqual([]);
});

test('a rebuild thread that dies fails its rebuild, is told of, and is started again', async () => {
  alerts.length = 0;
  writeFileSync(join(rig.settings.cacheDir, 'die'), '');
  school.lists = { ...school.lists, news: [{ _id: 'n1', title: 'Third news', fromDate: '2026-11-20' }] };
  const job = await call();
  await ended(job);
  const died = 'The rebuild thread ended before its work was done: exit code 3.';
  expect(await jobAt(job)).toMatchObject({ state: 'failed', message: died });
  expect((await fetch(`${worker.url}/News`)).status).toBe(200);
  // What it had not published, the next thread does.
  await expect.poll(() => newsShows('Third news')).toBe(true);
  await expect.poll(() => alerts).toEqual(['rebuild-failed', 'rebuild-recovered']);
  expect(await (await fetch(`${worker.url}/healthz`)).json()).toMatchObject({ lastFailure: null });
});

describe('a rebuild thread that computes without end', () => {
  const block = () => join(rig.settings.cacheDir, 'block');

  test('does not hold up a stop, and its rebuild is the next start’s', async () => {
    writeFileSync(block(), '');
    school.lists = { ...school.lists, news: [{ _id: 'n1', title: 'Fourth news', fromDate: '2026-11-20' }] };
    const job = await call();
    await expect.poll(async () => (await jobAt(job)).state).toBe('running');
    await worker.stop();
    rmSync(block());
    worker = await start();
    await expect.poll(() => newsShows('Fourth news')).toBe(true);
  });

  test('fails its rebuild, is told of, and another is started', async () => {
    await worker.stop();
    worker = await start(250);
    // What the start asked for is over.
    await ended(await call());
    alerts.length = 0;
    writeFileSync(block(), '');
    school.lists = { ...school.lists, news: [{ _id: 'n1', title: 'Fifth news', fromDate: '2026-11-20' }] };
    const job = await call();
    await ended(job);
    const died = 'The rebuild thread ended before its work was done: it did not answer any more.';
    expect(await jobAt(job)).toMatchObject({ state: 'failed', message: died });
    expect((await (await fetch(`${worker.url}/healthz`)).json()).lastFailure).not.toBeNull();
    rmSync(block());
    await expect.poll(() => newsShows('Fifth news')).toBe(true);
    await expect.poll(() => alerts).toEqual(['rebuild-failed', 'rebuild-recovered']);
  });
});

test('with the cache gone, what is served stays while a list is away, whatever was withdrawn before', async () => {
  school.lists = { ...school.lists, events: [{ _id: 'e1', title: 'Sports day', date: '2026-11-25' }] };
  await ended(await call());
  expect(await rig.site.purge('mistyped.jpg')).toMatchObject({ ok: true });
  const withdrawn = Date.now();
  await expect.poll(() => site.servedUntil(), { timeout: 10_000 }).toBeGreaterThan(withdrawn);
  rmSync(rig.settings.cacheDir, { recursive: true });
  school.failing.set('events', 'error');
  const job = await call();
  await ended(job);
  expect(await jobAt(job)).toMatchObject({ state: 'failed', message: expect.stringMatching(/Never read .*: events\./) });
  expect(await (await fetch(`${worker.url}/Events`)).text()).toContain('Sports day');
  school.failing.clear();
  await ended(await call());
  expect(await (await fetch(`${worker.url}/Events`)).text()).toContain('Sports day');
});

test('a database that is overwritten under the worker is made anew by itself, and what it held is published again', async () => {
  await worker.stop();
  worker = await start();
  await ended(await call());
  const page = await (await fetch(`${worker.url}/News`)).text();
  const file = join(rig.settings.cacheDir, 'site.db');
  for (const damaged of [file, `${file}-wal`]) {
    const { size } = statSync(damaged);
    const handle = openSync(damaged, 'r+');
    writeSync(handle, randomBytes(size), 0, size, 0);
    closeSync(handle);
  }
  const asked = async () => {
    const answers = await Promise.all(ROUTES.map((route) => fetch(worker.url + route)));
    return new Set(answers.map(({ status }) => status));
  };
  // What cannot be read is not kept for a list that is away.
  school.failing.set('events', 'error');
  expect(await asked()).toContain(503);
  await expect.poll(asked, { timeout: 30_000 }).toEqual(new Set([200]));
  school.failing.clear();
  await ended(await call());
  await expect.poll(async () => (await fetch(`${worker.url}/News`)).text()).toBe(page);
});

test('a database that is emptied under the worker is made anew by its next rebuild', async () => {
  await ended(await call());
  const file = join(rig.settings.cacheDir, 'site.db');
  truncateSync(file);
  await ended(await call());
  expect(statSync(file).size).toBeGreaterThan(0);
  expect(await rig.site.pushState()).toMatchObject({ ok: true });
  await expect.poll(async () => (await fetch(`${worker.url}/News`)).status).toBe(200);
});
