import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Worker } from '../../../src/worker/worker.ts';
import { type FakeContentService, startFakeContentService } from '../../support/fakeContentService.ts';
import { smallPicture } from '../../support/pictures.ts';
import { build, openRig, REBUILD_SECRET, type Rig, serveRig } from '../../support/rig.ts';

const PASSWORD = 'a long password';
const HOSTILE = '<img src=x onerror=alert(1)>"\'';
let school: FakeContentService;
let rig: Rig;
let worker: Worker;

beforeAll(async () => {
  const news = [
    { _id: HOSTILE, title: 'Without a readable date', fromDate: 'soon' },
    { _id: 'n1', title: HOSTILE, fromDate: '2026-11-20', image: 'photo.jpg' },
    { _id: 'n2', title: 'Missing picture', fromDate: '2026-11-19', image: 'missing.jpg' },
  ];
  const lists = { highlight: [{ _id: 'h1', title: HOSTILE }], news };
  school = await startFakeContentService(lists, new Map([['photo.jpg', await smallPicture(1)]]));
  rig = await openRig({ service: school, settings: { deskPassword: PASSWORD } });
  await build(rig);
  worker = await serveRig(rig);
  // What the worker begins at its start comes to its end.
  const begun = async () => expect(rig.site.status().recent[0]?.trigger).toBe('start');
  await vi.waitFor(begun, { timeout: 60_000 });
});

afterAll(async () => {
  await worker.stop();
  await rig.close();
});

const live = async () =>
  (JSON.parse(await (await fetch(`${worker.url}/healthz`)).text()) as { release: string; held: boolean }) ?? {};

/** Rebuilds that the desk set off and that were published, as the metrics count them. */
async function publishedByDesk(): Promise<number> {
  const answer = await fetch(`${worker.url}/metrics`, { headers: { authorization: `Bearer ${REBUILD_SECRET}` } });
  return Number(/site_rebuilds_total\{trigger="desk",result="published"\} (\d+)/.exec(await answer.text())?.[1]);
}

function post(path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(worker.url + path, { method: 'POST', body: new URLSearchParams(fields), headers, redirect: 'manual' });
}

/** A signed-in person: presses buttons, and reads the desk. */
async function signIn() {
  const answer = await post('/desk', { password: PASSWORD });
  expect(answer.status).toBe(303);
  const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const read = async (query = '') => (await fetch(`${worker.url}/desk${query}`, { headers: { cookie } })).text();
  const token = /name="token" value="([^"]+)"/.exec(await read())?.[1] ?? '';
  const press = (action: string, fields: Record<string, string> = {}, headers = {}) =>
    post(`/desk/${action}`, { token, ...fields }, { cookie, ...headers });
  return { cookie, token, read, press };
}

test('what the content says stands on the desk as text, and nothing of it can run', async () => {
  const { read, cookie } = await signIn();
  const page = await read(`?page=${encodeURIComponent(`/${HOSTILE}`)}`);
  expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;');
  expect(page).not.toContain('<img src=x');
  expect(page).not.toContain('<script');
  expect(page).toContain('missing.jpg');
  const { headers } = await fetch(`${worker.url}/desk`, { headers: { cookie } });
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
  expect(headers.get('cache-control')).toBe('no-store');
});

test('forged presses, foreign origins and presses without a session change nothing', async () => {
  const before = await live();
  const { press, cookie } = await signIn();
  const answers = await Promise.all([
    press('withdraw', { token: 'guessed', reference: 'photo.jpg' }),
    press('withdraw', { reference: 'photo.jpg' }, { origin: 'https://elsewhere.example' }),
    press('withdraw', { reference: 'photo.jpg' }, { 'sec-fetch-site': 'cross-site' }),
    post('/desk/withdraw', { reference: 'photo.jpg' }),
    post('/desk/withdraw', { reference: 'photo.jpg' }, { cookie: 'desk=guessed' }),
    fetch(`${worker.url}/desk/withdraw`, { method: 'POST', body: 'x'.repeat(100_000), headers: { cookie } }),
    fetch(`${worker.url}/desk/withdraw?reference=photo.jpg`, { headers: { cookie } }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 401, 401, 403, 404]);
  expect(await live()).toEqual(before);
  expect(rig.site.withdrawn()).toEqual([]);
});

test('a release is gone back to and held, publishing goes on, and a picture is withdrawn and counted', async () => {
  school.lists = { ...school.lists, highlight: [{ _id: 'h1', title: 'Another highlight' }] };
  const { press, read } = await signIn();
  const { release: first } = await live();
  expect((await press('rebuild')).status).toBe(303);
  expect(await read()).toContain('The rebuild is published.');
  const { release: second } = await live();
  expect(second).not.toBe(first);

  await press('rollback', { release: first });
  expect(await live()).toMatchObject({ release: first, held: true });
  expect(await read()).toContain('is live and held until you go on publishing');
  await press('resume');
  expect(await live()).toMatchObject({ held: false });

  const published = await publishedByDesk();
  await press('withdraw', { reference: 'photo.jpg' });
  expect(await read()).toContain('photo.jpg is withdrawn');
  expect(await publishedByDesk()).toBe(published + 1);
  expect(await read('?page=/News')).toContain('/News');
});

// The last test: its address has to wait a minute afterwards.
test('after 500 wrong passwords nothing is changed, and the worker serves on', async () => {
  const before = await live();
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 500; attempt += 1)
    statuses.push((await post('/desk', { password: `wrong ${attempt}` })).status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(5);
  expect(statuses.filter((status) => status === 429)).toHaveLength(495);
  expect((await post('/desk', { password: PASSWORD })).status).toBe(429);
  expect(await live()).toEqual(before);
  expect((await fetch(`${worker.url}/News`)).status).toBe(200);
});
