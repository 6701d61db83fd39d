import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createHooks } from '../../../src/worker/hook.ts';
import type { Order } from '../../../src/worker/queue.ts';

const SECRET = 'a secret of the school';
const sign = (body: string, secret = SECRET) => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

function open(secret: string | null = SECRET) {
  const orders: Order[] = [];
  const queue = {
    order: (order: Order) => {
      orders.push(order);
      return 'id-1';
    },
    job: (id: string) => (id === 'id-1' ? { id, state: 'queued' as const, report: null } : null),
    stop: async () => {},
  };
  const hooks = createHooks(queue, secret);
  const post = (body: string, headers: Record<string, string> = {}) =>
    hooks.request('/hooks/rebuild', { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });
  return { orders, hooks, post };
}

const bearer = { authorization: `Bearer ${SECRET}` };

describe('the rebuild webhook', () => {
  test('answers 202 with the id of the rebuild for the bearer secret', async () => {
    const { post, orders } = open();
    const response = await post('', bearer);
    expect(response.status).toBe(202);
    expect(await response.json()).toEqual({ id: 'id-1', url: '/hooks/rebuild/id-1' });
    expect(orders).toEqual([{}]);
  });

  test('accepts the signature of the raw body', async () => {
    const { post, orders } = open();
    const body = '{"collections": ["news"]}';
    expect((await post(body, { 'x-hub-signature-256': sign(body) })).status).toBe(202);
    expect(orders).toEqual([{ collections: ['news'] }]);
  });

  test.each([
    ['nothing', {}],
    ['a wrong bearer', { authorization: 'Bearer wrong' }],
    ['an empty bearer', { authorization: 'Bearer ' }],
    ['the signature of another body', { 'x-hub-signature-256': sign('{}') }],
    ['a signature made with another secret', { 'x-hub-signature-256': sign('{"a":1}', 'other') }],
  ])('refuses %s with 401 and costs no rebuild', async (_name, headers) => {
    const { post, orders } = open();
    expect((await post('{"a":1}', headers)).status).toBe(401);
    expect(orders).toEqual([]);
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
  ])('refuses a body that is %s with 400', async (_name, body, status) => {
    const { post, orders } = open();
    expect((await post(body, bearer)).status).toBe(status);
    expect(orders).toEqual([]);
  });

  test('refuses another type with 415 and a body over 64 kB with 413', async () => {
    const { post } = open();
    expect((await post('<a/>', { ...bearer, 'content-type': 'text/xml' })).status).toBe(415);
    expect((await post('x'.repeat(70_000), bearer)).status).toBe(413);
  });

  test('tells the state of a rebuild to those who carry the secret', async () => {
    const { hooks } = open();
    expect((await hooks.request('/hooks/rebuild/id-1')).status).toBe(401);
    expect(await (await hooks.request('/hooks/rebuild/id-1', { headers: bearer })).json()).toMatchObject({ state: 'queued' });
    expect((await hooks.request('/hooks/rebuild/other', { headers: bearer })).status).toBe(404);
  });
});
