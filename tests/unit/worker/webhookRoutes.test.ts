import { createHmac } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import type { RebuildRequest } from '../../../src/site/open.ts';
import { createHooks } from '../../../src/worker/webhookRoutes.ts';

const SECRET = 'a secret of the school';
const sign = (body: string, secret = SECRET) => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

function open(secret: string | null = SECRET) {
  const requests: RebuildRequest[] = [];
  const queue = {
    request: (request: RebuildRequest) => {
      requests.push(request);
      return 'id-1';
    },
    job: (id: string) => (id === 'id-1' ? { id, state: 'queued' as const, report: null } : null),
    stop: async () => {},
  };
  const hooks = createHooks(queue, { secret });
  const post = (body: string, headers: Record<string, string> = {}) =>
    hooks.request('/hooks/rebuild', { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });
  return { requests, hooks, post };
}

/** Needed for a body that is a stream; missing from TypeScript's types of the browser. */
const HALF = { duplex: 'half' };
const bearer = { authorization: `Bearer ${SECRET}` };

describe('the rebuild webhook', () => {
  test('answers 202 with the id of the rebuild for the bearer secret', async () => {
    const { post, requests } = open();
    const response = await post('', bearer);
    expect(response.status).toBe(202);
    expect(await response.json()).toEqual({ id: 'id-1', url: '/hooks/rebuild/id-1' });
    expect(requests).toEqual([{ trigger: 'webhook' }]);
  });

  test.each(['GET', 'PUT', 'DELETE'])('%s is 405, with what is answered instead', async (method) => {
    const { hooks } = open();
    const answer = await hooks.request('/hooks/rebuild', { method, headers: bearer });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('POST');
  });

  test('a body that says "collection" is told the right name', async () => {
    const { post, requests } = open();
    const answer = await post('{"collection": ["news"]}', bearer);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({ error: 'The field is "collections", a list of collection names.' });
    expect(requests).toEqual([]);
  });

  test('the address of an answer says that it needs the secret too', async () => {
    const { hooks } = open();
    const answer = await hooks.request('/hooks/rebuild/id-1');
    expect(answer.status).toBe(401);
    expect(await answer.json()).toEqual({
      error: 'Not authorised: this address needs the secret, as the call that gave it did.',
    });
  });

  test('accepts the signature of the raw body', async () => {
    const { post, requests } = open();
    const body = '{"collections": ["news"]}';
    expect((await post(body, { 'x-hub-signature-256': sign(body) })).status).toBe(202);
    expect(requests).toEqual([{ collections: ['news'], trigger: 'webhook' }]);
  });

  test('takes the media that have other bytes, and nothing else by their name', async () => {
    const { post, requests } = open();
    for (const media of [['a.jpg', 'b.pdf'], { url: 'a.jpg' }, []])
      await post(JSON.stringify({ collections: ['news'], media }), bearer);
    expect(requests.map(({ changedMedia }) => changedMedia)).toEqual([['a.jpg', 'b.pdf'], undefined, undefined]);
  });

  test.each([
    ['nothing', {}],
    ['a wrong bearer', { authorization: 'Bearer wrong' }],
    ['an empty bearer', { authorization: 'Bearer ' }],
    ['the signature of another body', { 'x-hub-signature-256': sign('{}') }],
    ['a signature made with another secret', { 'x-hub-signature-256': sign('{"a":1}', 'other') }],
  ])('refuses %s with 401 and costs no rebuild', async (_name, headers) => {
    const { post, requests } = open();
    expect((await post('{"a":1}', headers)).status).toBe(401);
    expect(requests).toEqual([]);
  });

  test('refuses every call when there is no secret', async () => {
    const { post } = open(null);
    expect((await post('', { authorization: 'Bearer null' })).status).toBe(401);
    expect((await post('', { 'x-hub-signature-256': sign('', '') })).status).toBe(401);
  });

  test.each([
    ['not JSON', '{', 400],
    ['no object', '[]', 400],
    ['an unknown collection', '{"collections":["pupils"]}', 400],
    ['no list of collections', '{"collections":"news"}', 400],
    ['nested 30,000 levels deep', `{"collections":[${'['.repeat(30_000)}${']'.repeat(30_000)}]}`, 400],
    ['nested 30,000 levels deep where nobody looks', `{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`, 400],
  ])('refuses a body that is %s with 400', async (_name, body, status) => {
    const { post, requests } = open();
    expect((await post(body, bearer)).status).toBe(status);
    expect(requests).toEqual([]);
  });

  test('refuses another type with 415 and a body over 64 kB with 413', async () => {
    const { post } = open();
    expect((await post('<a/>', { ...bearer, 'content-type': 'text/xml' })).status).toBe(415);
    expect((await post('x'.repeat(70_000), bearer)).status).toBe(413);
  });

  /** A body that never ends; `isRead` tells whether anybody asked for it. */
  function endless() {
    let isRead = false;
    const body = new ReadableStream(
      {
        pull() {
          isRead = true;
          return new Promise(() => {});
        },
      },
      { highWaterMark: 0 },
    );
    return { body, isRead: () => isRead };
  }
  const postEndless = (hooks: ReturnType<typeof open>['hooks'], body: ReadableStream, headers: HeadersInit | undefined) =>
    hooks.request(new Request('http://worker/hooks/rebuild', { ...HALF, method: 'POST', body, headers }));

  test('refuses a call without either credential before its body is read', async () => {
    const { hooks } = open();
    for (const headers of [undefined, { authorization: 'Bearer wrong' }]) {
      const { body, isRead } = endless();
      expect((await postEndless(hooks, body, headers)).status).toBe(401);
      expect(isRead()).toBe(false);
    }
  });

  test('gives a body that does not come no more than its time', async () => {
    vi.useFakeTimers();
    const { hooks, requests } = open();
    const answers = [bearer, { 'x-hub-signature-256': sign('{}') }].map((headers) => postEndless(hooks, endless().body, headers));
    await vi.advanceTimersByTimeAsync(5000);
    for (const answer of answers) expect((await answer).status).toBe(408);
    vi.useRealTimers();
    expect(requests).toEqual([]);
  });

  test('answers with types that no browser guesses', async () => {
    const { hooks, post } = open();
    for (const answer of [
      await post('', bearer),
      await post('', {}),
      await hooks.request('/hooks/rebuild/id-1', { headers: bearer }),
    ])
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('tells the state of a rebuild to those who carry the secret', async () => {
    const { hooks } = open();
    expect((await hooks.request('/hooks/rebuild/id-1')).status).toBe(401);
    expect(await (await hooks.request('/hooks/rebuild/id-1', { headers: bearer })).json()).toMatchObject({ state: 'queued' });
    expect((await hooks.request('/hooks/rebuild/other', { headers: bearer })).status).toBe(404);
  });
});
