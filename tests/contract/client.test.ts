import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { COLLECTION_NAMES, type CollectionName } from '../../src/collections/index.ts';
import type { StubAnswer } from '../support/stubService.ts';
import { IMPATIENT, news, openSyncRig, type SyncRig, status } from '../support/syncRig.ts';

const PATHS: Record<CollectionName, string> = {
  news: '/api/news/all/HTSJ',
  topper: '/api/topper/HTSJ',
  principalMessage: '/api/principalMessage/HTSJ',
  highlight: '/api/highlight/HTSJ',
  events: '/api/events/All/HTSJ',
  gallery: '/api/gallery/All/HTSJ',
  video: '/api/video/All/HTSJ',
  notification: '/api/notification/HTSJ',
  academicCalender: '/api/academicCalender/all/HTSJ',
  onlineRegistration: '/api/onlineRegistration/HTSJ',
};
const AUTH: readonly string[] = ['topper', 'principalMessage', 'notification', 'academicCalender', 'onlineRegistration'];

let rig: SyncRig;
beforeEach(async () => {
  rig = await openSyncRig();
});
afterEach(() => rig.close());

test('calls go to the specification’s paths, the auth ones with the token, the others without', async () => {
  await Promise.all(COLLECTION_NAMES.map((name) => rig.client.list(name, null)));
  const arrived = new Map(rig.service.arrived.map(({ url, headers }) => [url, headers.authorization]));
  const expected = COLLECTION_NAMES.map((name) => [PATHS[name], AUTH.includes(name) ? 'Bearer secret' : undefined] as const);
  expect(arrived).toEqual(new Map(expected));
});

test('calls carry no authorization without a token', async () => {
  const client = rig.clientWith({ token: null });
  await client.list('topper', null);
  expect(rig.service.arrived[0]?.headers.authorization).toBeUndefined();
  client.close();
});

test('calls do not follow a redirect, which could lead the token elsewhere', async () => {
  rig.answers.topper = status(302, { location: 'http://127.0.0.1:1/elsewhere' });
  expect(await rig.client.list('topper', null)).toMatchObject({ ok: false, reason: 'status' });
  expect(rig.service.arrived).toHaveLength(1);
});

test('an answer that nothing has changed is none to a call that asked without conditions', async () => {
  rig.answers.news = status(304);
  const message = expect.stringContaining('answered /api/news/all/HTSJ with HTTP 304');
  expect(await rig.client.list('news', null)).toMatchObject({ ok: false, reason: 'status', message });
  expect(await rig.client.list('news', { etag: null, lastModified: null })).toMatchObject({ ok: false });
  expect(await rig.client.list('news', { etag: '"a"', lastModified: null })).toEqual({ ok: true, value: { fresh: false } });
});

test('calls are repeated when the failure may pass', async () => {
  let calls = 0;
  rig.answers.news = (arrived, response) => {
    calls += 1;
    if (calls < 3) response.writeHead(503, { 'retry-after': '0' }).end();
    else response.writeHead(200).end(news('Third'));
    expect(arrived.method).toBe('GET');
  };
  expect(await rig.client.list('news', null)).toMatchObject({ ok: true });
  expect(calls).toBe(3);
});

test('calls are repeated also when the clock is set forward meanwhile', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  rig.answers.news = (_arrived, response) => {
    response.writeHead(503).end();
    vi.setSystemTime(Date.now() + 7_200_000);
    rig.answers.news = news('Second');
  };
  expect(await rig.client.list('news', null)).toMatchObject({ ok: true });
});

test.each([400, 401, 403, 404])('calls are not repeated after HTTP %i', async (code) => {
  rig.answers.news = status(code);
  expect(await rig.client.list('news', null)).toMatchObject({ ok: false, reason: 'status' });
  expect(rig.service.arrived).toHaveLength(1);
});

test.each<[string, StubAnswer, string, RegExp]>([
  [
    '401',
    status(401),
    'status',
    /^The content service answered \/api\/news\/all\/HTSJ with HTTP 401\. Check CONTENT_SERVICE_TOKEN\.$/,
  ],
  ['500', status(500), 'status', /^The content service answered \/api\/news\/all\/HTSJ with HTTP 500\.$/],
  [
    'silence',
    () => undefined,
    'time-out',
    /^The content service did not answer \/api\/news\/all\/HTSJ within [\d.]+ s \(CONTENT_SERVICE_TIMEOUT\)\.$/,
  ],
  [
    'a broken connection',
    (_arrived, response) => response.destroy(),
    'down',
    /^No connection to 127\.0\.0\.1:\d+ \(ECONNRESET\)\.$/,
  ],
  [
    'a body that breaks off',
    (_arrived, response) => response.writeHead(200, { 'content-length': '100' }).write('[1,', () => response.destroy()),
    'down',
    /^The connection to 127\.0\.0\.1:\d+ broke off in the middle of \/api\/news\/all\/HTSJ\.$/,
  ],
  [
    'something else than HTTP',
    (_arrived, response) => void response.socket?.end('Hello\r\n'),
    'unreadable',
    /^127\.0\.0\.1:\d+ answered \/api\/news\/all\/HTSJ with what is no HTTP: "Hello" \(Parse Error: .+\)\.$/,
  ],
  [
    'two lengths',
    (_arrived, response) => void response.socket?.end('HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 9\r\n\r\n[]'),
    'unreadable',
    /with what is no HTTP: "HTTP\/1\.1 200 OK.*" \(Parse Error: .+\)\.$/,
  ],
])('calls say in one line what went wrong: %s', async (_name, answer, reason, message) => {
  rig.answers.news = answer;
  const client = rig.clientWith(reason === 'time-out' ? IMPATIENT : {});
  expect(await client.list('news', null)).toMatchObject({ ok: false, reason, message: expect.stringMatching(message) });
  client.close();
});

test('calls stop at a body that is too large', async () => {
  const small = rig.clientWith({ maxBytes: 1000 });
  rig.answers.news = status(200, {}, 'x'.repeat(2000));
  expect(await small.list('news', null)).toMatchObject({ ok: false, reason: 'too-large' });
  rig.answers.news = (_arrived, response) => {
    response.writeHead(200);
    for (let part = 0; part < 40; part += 1) response.write('x'.repeat(100));
    response.end();
  };
  expect(await small.list('news', null)).toMatchObject({ ok: false, reason: 'too-large' });
  small.close();
});

test('what an embedded service says of its files is asked again when it was another than the lists announced', async () => {
  let warnings = [{ collection: 'news', item: 'news/a.yaml', why: 'unknown field' }];
  let etag = '"first"';
  let announced = 'first';
  rig.service.answer = ({ url }, response) => {
    response.setHeader('content-type', 'application/json');
    if (announced) response.setHeader('x-file-warnings', announced);
    if (url.includes('fileWarnings') && etag) response.setHeader('etag', etag);
    response.end(JSON.stringify(url.includes('fileWarnings') ? warnings : []));
  };
  const told = async () => {
    await rig.client.list('news', null);
    return rig.client.fileWarnings();
  };
  const mistake = await told();
  expect(mistake).toHaveLength(1);
  // Mended while the rebuild still goes on.
  announced = 'second';
  await rig.client.list('news', null);
  [warnings, etag] = [[], ''];
  expect(await rig.client.fileWarnings()).toEqual([]);
  // The same mistake is made again.
  [warnings, etag] = [[{ collection: 'news', item: 'news/a.yaml', why: 'unknown field' }], '"second"'];
  expect(await told()).toEqual(mistake);
});
