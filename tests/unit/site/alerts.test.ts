import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { type Listening, listen } from '../../../scripts/lib/listen.ts';
import { SiteDatabase } from '../../../src/database/siteDatabase.ts';
import { ALERT_SCHEMA, type Alerts, openAlerts } from '../../../src/site/alerts.ts';
import { TEMPORARY } from '../../support/temporary.ts';

let folder: string;
let server: Listening;
let told: { readonly event: string; readonly message: string; readonly text: string; readonly stale: readonly string[] }[];
let problems: string[];
/** Status; null: there is no answer. */
let answer: number | null;
let databases: SiteDatabase[];

beforeEach(async () => {
  folder = await mkdtemp(join(TEMPORARY, 'alerts-'));
  told = [];
  problems = [];
  databases = [];
  answer = 200;
  server = await listen(async (request, response) => {
    const body = await text(request);
    if (request.method === 'GET') return void response.end();
    if (answer === null) return;
    if (answer === 200) told.push(JSON.parse(body));
    response.writeHead(answer, answer === 302 ? { location: '/elsewhere' } : {}).end();
  });
});

afterEach(async () => {
  await server.close();
  for (const database of databases) database.close();
  await rm(folder, { recursive: true, force: true });
});

function openDatabase(): SiteDatabase {
  const database = new SiteDatabase({ file: join(folder, 'site.db'), schema: [ALERT_SCHEMA] });
  databases.push(database);
  return database;
}

/** The alerts of a process: another one knows only what is recorded. */
function open(database = openDatabase(), pauses: readonly number[] = [0, 0, 0]): Alerts {
  const { url } = server;
  const onFailed = (message: string) => void problems.push(message);
  const settings = { alertUrl: url, siteUrl: 'https://school.example' };
  return openAlerts({ settings, database, live: () => ({ release: 'r1' }), onFailed, pauses });
}

const events = () => told.map(({ event }) => event);

test('a failure is told once, by whichever process sees it, and its end once', async () => {
  await open().observe({ failing: 'The content service cannot be reached.' });
  await open().observe({ failing: 'The content service still cannot be reached.' });
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
  await open().observe({ failing: null });
  await open().observe({ failing: null });
  expect(events()).toEqual(['rebuild-failed', 'rebuild-recovered']);
});

test('what two processes see at the same moment is told once', async () => {
  const [one, other] = [open(), open()];
  await Promise.all([
    one.observe({ failing: 'No answer.', stale: ['news'] }),
    other.observe({ failing: 'No answer.', stale: ['news'] }),
  ]);
  expect(events().sort()).toEqual(['rebuild-failed', 'rebuild-stale']);
  await Promise.all([other.observe({ failing: null, stale: [] }), one.observe({ failing: null, stale: [] })]);
  expect(events().sort()).toEqual(['rebuild-failed', 'rebuild-recovered', 'rebuild-stale', 'stale-recovered']);
});

test('a list that becomes stale or held, and a picture that cannot be had, are told once each, and when they are over', async () => {
  const alerts = open();
  const observed = { stale: ['news'], held: ['events'], missing: ['photo.jpg'] };
  await alerts.observe(observed);
  await alerts.observe(observed);
  expect(events()).toEqual(['rebuild-stale', 'list-held', 'media-missing']);
  expect(told[0]).toMatchObject({
    stale: ['news', 'events'],
    message: 'Could not be fetched, shown as far as it is known: news.',
  });
  expect(told[1]?.message).toBe(
    'Came back empty and is held: events. If it is meant to be empty: npm run rebuild -- --accept-empty events, or at the desk.',
  );
  await alerts.observe({ stale: [], held: [], missing: [] });
  await alerts.observe({ stale: [], held: [], missing: [] });
  expect(events().slice(3)).toEqual(['stale-recovered', 'held-recovered', 'media-recovered']);
});

test('what would end the line, turn its direction or colour a terminal is left out, and nothing is escaped', async () => {
  await open().observe({ missing: ['a\nb\u202e\u001b[2J.jpg'], deployFailing: '\u001b[31mhost "unreachable"\u001b[0m' });
  expect(told.map(({ text }) => text.slice(text.indexOf(': ') + 2))).toEqual([
    'host "unreachable"',
    'Pictures or files that cannot be had: a b .jpg.',
  ]);
});

test.each([500, 302])(
  'what was not taken (%i) is told again at the next rebuild, after three attempts in one line',
  async (status) => {
    answer = status;
    await open().observe({ failing: 'It failed.' });
    expect(problems).toEqual([expect.stringContaining(`it answered ${status}`)]);
    answer = 200;
    await open().observe({ failing: 'It failed.' });
    expect(events()).toEqual(['rebuild-failed']);
  },
);

test('an address that takes the alert and never answers is given up after some seconds, and told at the next rebuild', async () => {
  // A hundredth of the seconds.
  const { timeout } = AbortSignal;
  const limit = vi.spyOn(AbortSignal, 'timeout').mockImplementation((given) => timeout.call(AbortSignal, given / 100));
  onTestFinished(() => limit.mockRestore());
  answer = null;
  await open(openDatabase(), [0]).observe({ failing: 'It failed.' });
  expect(problems).toEqual([expect.stringMatching(/^ALERT_URL did not take the alert "rebuild-failed"[^\n]+$/)]);
  answer = 200;
  await open().observe({ failing: 'It failed.' });
  expect(events()).toEqual(['rebuild-failed']);
});

test('forms that fail are told once, and once that they work again, with how many were lost', async () => {
  await open().observe({ formFailing: 'It answered 503.' });
  await open().observe({ formFailing: 'It answered 503.' });
  await open().observe({ formFailing: null, formRecovery: 'Forms work again; 2 submissions were lost.' });
  await open().observe({ formFailing: null });
  expect(events()).toEqual(['form-failed', 'form-recovered']);
  expect(told[1]?.message).toBe('Forms work again; 2 submissions were lost.');
});

test('is told once by a process that cannot write it down', async () => {
  const database = openDatabase();
  database.connection.exec('PRAGMA query_only = ON');
  const alerts = open(database);
  for (const failure of ['It failed.', 'It failed again.', null, null]) await alerts.observe({ failing: failure });
  expect(events()).toEqual(['rebuild-failed', 'rebuild-recovered']);
  expect(problems[0]).toMatch(/^An alert could not be recorded[^\n]+$/);
});
