import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { COLLECTION_NAMES, type CollectionName } from '../../../src/collections/index.ts';
import { createWebhook, refresh } from '../../../src/hosting/refresh.ts';
import { listDigest, type SiteState } from '../../../src/hosting/state.ts';
import { dayOf } from '../../../src/lib/dates.ts';
import { type StubService, startStubService } from '../../support/stubService.ts';
import { TODAY } from '../../support/today.ts';

const SECRET = 'the secret of the tests';
const ZONE = 'Asia/Kolkata';

let lists: Record<string, unknown>;
let published: SiteState | null;
let built: number;
let hookStatus: number[];
let asked: number;
let server: StubService;
let url: string;

const NAMES: Readonly<Record<string, CollectionName>> = Object.fromEntries(
  COLLECTION_NAMES.map((name) => [name.toLowerCase(), name]),
);

/** A content service, the published site and the host's build hook in one. */
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: TODAY });
  const item = {
    _id: '1',
    title: 'One',
    name: 'One',
    image: 'one.jpg',
    category: 'PhotoGallery',
    sessionYear: '2024-2025',
    class: 'X',
  };
  lists = Object.fromEntries(COLLECTION_NAMES.map((name) => [name, [item]]));
  built = 0;
  asked = 0;
  hookStatus = [];
  server = await startStubService((arrived, response) => {
    const [, first = '', second = ''] = arrived.url.split('/');
    if (first === 'hook') {
      const status = hookStatus.shift() ?? 200;
      if (status === 200) built += 1;
      asked += 1;
      response.writeHead(status).end();
    } else if (first === 'state.json') response.writeHead(published ? 200 : 404).end(JSON.stringify(published));
    else {
      const list = lists[NAMES[second.toLowerCase()] ?? ''];
      response.writeHead(list ? 200 : 404).end(JSON.stringify(list ?? {}));
    }
  });
  url = server.url;
  published = await stateOfNow();
});
afterEach(async () => {
  vi.useRealTimers();
  await server.close();
});

async function stateOfNow(): Promise<SiteState> {
  const reading = { timeZone: ZONE, closureMark: '!' };
  const digests = COLLECTION_NAMES.map(
    async (name) => [name, await listDigest(name, Buffer.from(JSON.stringify(lists[name])), reading)] as const,
  );
  const content = Object.fromEntries(await Promise.all(digests));
  return { format: 1, code: 'code', day: dayOf(TODAY, ZONE), content, tree: 'tree' } as SiteState;
}

const env = (more: Record<string, string | undefined> = {}) => ({
  URL: url,
  CONTENT_SERVICE_URL: url,
  BUILD_HOOK_URL: `${url}/hook`,
  REBUILD_SECRET: SECRET,
  ...more,
});
const scheduled = (more = {}, now = TODAY) => {
  vi.setSystemTime(now);
  return refresh(env(more), false, [0, 1, 3]);
};

describe('the schedule of a site that the host builds', () => {
  test('orders nothing while neither content nor day has changed', async () => {
    expect(await scheduled()).toMatchObject({ ok: true, value: { called: false, why: 'Nothing changed.' } });
    expect(built).toBe(0);
  });

  test.each(COLLECTION_NAMES)('orders a build when %s has changed', async (name) => {
    lists[name] = [];
    expect(await scheduled()).toMatchObject({ ok: true, value: { called: true, why: `Changed: content: ${name}.` } });
    expect(built).toBe(1);
  });

  test('orders a build when the school’s day has changed, which is not the day of the server', async () => {
    const lateEvening = Date.parse('2026-11-21T18:29:00Z');
    expect(await scheduled({}, lateEvening)).toMatchObject({ value: { called: false } });
    expect(await scheduled({}, lateEvening + 60_000)).toMatchObject({
      value: { called: true, why: 'Changed: day: 2026-11-22.' },
    });
  });

  test('lets a wrapper that changes with every answer, and a list that cannot be read, order nothing', async () => {
    lists = { ...lists, news: { at: Date.now(), data: lists.news }, events: { error: 'away' } };
    expect(await scheduled()).toMatchObject({ value: { called: false } });
  });

  test('fails while no list can be read, which says nothing of changes', async () => {
    lists = {};
    const message = expect.stringMatching(/^No list could be had of the content service.*CONTENT_SERVICE_URL/);
    expect(await scheduled()).toEqual({ ok: false, reason: 'unreachable', message });
    expect(built).toBe(0);
  });

  test('orders nothing when fields have changed that no page shows', async () => {
    lists.news = [{ ...(lists.news as object[])[0], views: 2, updatedAt: '2026-11-21T04:00:00Z' }];
    expect(await scheduled()).toMatchObject({ ok: true, value: { called: false, why: 'Nothing changed.' } });
    lists.news = [{ ...(lists.news as object[])[0], image: 'two.jpg' }];
    expect(await scheduled()).toMatchObject({ ok: true, value: { called: true, why: 'Changed: content: news.' } });
  });

  test('orders a build when a list that came back empty is to be believed', async () => {
    published = { ...(await stateOfNow()), due: TODAY };
    expect(await scheduled({}, TODAY - 1)).toMatchObject({ ok: true, value: { called: false } });
    expect(await scheduled()).toMatchObject({
      ok: true,
      value: { called: true, why: 'Changed: an empty list or a missing picture is due.' },
    });
  });

  test.each([[null], [[]], ['news']])('takes a state whose content is %j for none', async (content) => {
    published = { ...(await stateOfNow()), content: content as never };
    expect(await scheduled()).toMatchObject({ ok: true, value: { called: false } });
    expect(await refresh(env(), true)).toMatchObject({ ok: true, value: { called: true } });
  });

  test('orders nothing for a site that is published by other means', async () => {
    published = null;
    lists.news = [];
    expect(await scheduled()).toMatchObject({ ok: true, value: { called: false } });
    expect(built).toBe(0);
  });

  test.each([
    ['BUILD_HOOK_URL is not set: make a build hook for the site and set it.', { BUILD_HOOK_URL: undefined }],
    ['CONTENT_SERVICE_URL is not set. Set it in the site’s environment variables.', { CONTENT_SERVICE_URL: undefined }],
  ])('says "%s"', async (message, more) => {
    expect(await scheduled(more)).toEqual({ ok: false, reason: 'not-set', message });
  });

  test('tries a hook again that answers 429 or 500, three times in all', async () => {
    lists.news = [];
    hookStatus = [429, 500];
    expect(await scheduled()).toMatchObject({ ok: true, value: { called: true } });
    hookStatus = [500, 500, 500, 200];
    expect(await scheduled()).toMatchObject({ ok: false, message: expect.stringMatching(/answered 500\. Check BUILD_HOOK_URL/) });
    expect([built, asked]).toEqual([1, 6]);
  });

  test('asks a wrong hook once, and keeps its address to itself', async () => {
    lists.news = [];
    hookStatus = [404];
    const done = await scheduled();
    expect(done).toMatchObject({ ok: false, message: expect.stringMatching(/answered 404/) });
    expect(JSON.stringify(done)).not.toContain(url);
    expect(asked).toBe(1);
  });

  test('says so when the hook cannot be reached', async () => {
    lists.news = [];
    const done = await scheduled({ BUILD_HOOK_URL: 'http://127.0.0.1:9/hook' });
    expect(done).toMatchObject({ ok: false, message: expect.stringMatching(/cannot be reached/) });
  });
});

describe('the webhook of a site that the host builds', () => {
  const sign = (body: string) => `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`;
  const call = (headers: Record<string, string>, body = '{"collections":["news"]}') =>
    new Request('https://www.example.org/hooks/rebuild', { method: 'POST', headers, body });
  const open = (more = {}) => createWebhook(env(more), () => {}, 30);
  const signed = () => call({ 'x-hub-signature-256': sign('{"collections":["news"]}') });

  test('wants the signature of the very body, or the secret', async () => {
    lists.news = [];
    const webhook = open();
    for (const headers of [{}, { 'x-hub-signature-256': sign('{}') }, { authorization: 'Bearer another' }]) {
      expect((await webhook(call(headers as Record<string, string>))).status).toBe(401);
    }
    expect(asked).toBe(0);
    expect((await webhook(signed())).status).toBe(202);
    expect((await webhook(call({ authorization: `Bearer ${SECRET}` }))).status).toBe(202);
  });

  test('orders another build for what is taken back while a build of it may be under way, and no third one', async () => {
    const before = lists.news;
    const webhook = open();
    lists.news = [];
    expect((await webhook(signed())).status).toBe(202);
    lists.news = before;
    expect((await webhook(signed())).status).toBe(202);
    expect((await webhook(signed())).status).toBe(200);
    expect(built).toBe(2);
  });

  test('refuses everybody without a secret', async () => {
    const webhook = open({ REBUILD_SECRET: undefined });
    expect((await webhook(call({ authorization: 'Bearer ' }))).status).toBe(401);
  });

  test('takes no body of a megabyte', async () => {
    expect((await open()(call({ 'x-hub-signature-256': 'sha256=0' }, 'x'.repeat(1_000_000)))).status).toBe(413);
  });

  test('orders one build for a hundred calls at once', async () => {
    lists.news = [];
    const webhook = open();
    const answers = await Promise.all(Array.from({ length: 100 }, () => webhook(signed())));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect(built).toBe(1);
  });

  test('orders none when nothing changed, and one when what is published is unknown', async () => {
    const webhook = open();
    expect((await webhook(signed())).status).toBe(200);
    published = null;
    expect((await webhook(signed())).status).toBe(202);
    expect(built).toBe(1);
  });

  test('answers 502 while the content service does not answer, as a service that called would take 200 for published', async () => {
    lists = {};
    expect((await open()(signed())).status).toBe(502);
  });

  test('answers 502 in one line when the hook does not', async () => {
    lists.news = [];
    hookStatus = [404];
    const answer = await open()(signed());
    expect([answer.status, (await answer.json()).error]).toEqual([
      502,
      expect.stringMatching(/^The build hook was not called: /),
    ]);
  });
});
