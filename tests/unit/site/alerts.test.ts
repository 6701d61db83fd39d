import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Alerts, openAlerts } from '../../../src/site/alerts.ts';
import type { Alert } from '../../../src/site/sendAlert.ts';
import { TEMPORARY } from '../../support/temporary.ts';

/** A full disk takes no new file. */
let isFull = false;
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  const open: typeof real.open = (path, flags, mode) =>
    isFull && flags === 'w' ? Promise.reject(new Error('ENOSPC: no space left on device')) : real.open(path, flags, mode);
  return { ...real, open };
});

let folder: string;
let server: Server;
let told: Alert[];
let problems: string[];
let answer: number;

beforeEach(async () => {
  folder = await mkdtemp(join(TEMPORARY, 'alerts-'));
  told = [];
  problems = [];
  answer = 200;
  server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    if (answer === 200) told.push(JSON.parse(Buffer.concat(parts).toString()));
    response.writeHead(answer).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(async () => {
  isFull = false;
  server.close();
  await rm(folder, { recursive: true, force: true });
});

/** The alerts of a process: another one knows only what is on disk. */
function open(cacheDir = folder): Alerts {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const onFailed = (message: string) => void problems.push(message);
  return openAlerts({
    url,
    cacheDir,
    siteUrl: 'https://school.example',
    release: () => 'r1',
    onFailed,
    pauses: [0, 0, 0],
  });
}

const events = () => told.map(({ event }) => event);
const stale = (collection: 'news' | 'events', held = false) => ({ collection, why: 'It failed.', since: 0, held });

test('a failure is told once, by whichever process sees it, and its end once', async () => {
  await open().observe({ failure: 'The content service cannot be reached.' });
  await open().observe({ failure: 'The content service still cannot be reached.' });
  expect(told).toEqual([
    {
      text: 'https://school.example: The content service cannot be reached.',
      event: 'rebuild-failed',
      message: 'The content service cannot be reached.',
      release: 'r1',
      stale: [],
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    },
  ]);
  await open().observe({ failure: null });
  await open().observe({ failure: null });
  expect(events()).toEqual(['rebuild-failed', 'rebuild-recovered']);
});

test('a list that becomes stale or held, and a picture that cannot be had, are told once each, and when they are over', async () => {
  const lists = { stale: ['news', 'events'], staleCollections: [stale('news'), stale('events', true)] };
  const alerts = open();
  await alerts.observe({ lists, missing: ['photo.jpg'] });
  await alerts.observe({ lists, missing: ['photo.jpg'] });
  expect(events()).toEqual(['rebuild-stale', 'list-held', 'media-missing']);
  expect(told[0]).toMatchObject({ stale: ['news', 'events'], message: 'Could not be fetched, shown as last known: news.' });
  await alerts.observe({ lists: { stale: [], staleCollections: [] }, missing: [] });
  await alerts.observe({ lists: { stale: [], staleCollections: [] }, missing: [] });
  expect(events().slice(3)).toEqual(['stale-recovered', 'held-recovered', 'media-recovered']);
});

test('a name that would end the line or turn its direction is told escaped', async () => {
  await open().observe({ missing: ['a\nb\u202e\u001b[2J.jpg'] });
  expect(told[0]?.text).toMatch(/: a\\u000ab\\u202e\\u001b\[2J\.jpg\.$/);
});

test('what was not taken is told again at the next rebuild, after three attempts in one line', async () => {
  answer = 500;
  await open().observe({ failure: 'It failed.' });
  expect(problems).toEqual([expect.stringContaining('it answered 500')]);
  answer = 200;
  await open().observe({ failure: 'It failed.' });
  expect(events()).toEqual(['rebuild-failed']);
});

test('is told once by a process that cannot write it down, as on a full disk', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  const alerts = open(join(file, 'cache'));
  for (const failure of ['It failed.', 'It failed again.', null, null]) await alerts.observe({ failure });
  expect(events()).toEqual(['rebuild-failed', 'rebuild-recovered']);
  expect(problems[0]).toMatch(/^An alert could not be recorded[^\n]+$/);
});

test('is told once also by processes one after the other on a disk that became full', async () => {
  await open().observe({ failure: null });
  isFull = true;
  const missing = ['a.jpg', 'b.jpg', 'c.jpg'];
  for (const observed of [{ failure: 'It failed.' }, { failure: 'It failed again.', missing }, { failure: null, missing: [] }])
    for (let process = 0; process < 3; process += 1) await open().observe(observed);
  expect(events()).toEqual(['rebuild-failed', 'media-missing', 'rebuild-recovered', 'media-recovered']);
  expect(problems).toEqual([]);
});
