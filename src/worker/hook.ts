import { Hono } from 'hono';
import { COLLECTION_NAMES, type CollectionName } from '../collections/index.ts';
import { readBody } from '../lib/body.ts';
import { fail, type Result, succeed } from '../lib/result.ts';
import { isAuthorised, WEBHOOK_LIMIT } from '../lib/webhook.ts';
import type { Order, Queue } from './queue.ts';

const isCollection = (name: unknown): name is CollectionName => COLLECTION_NAMES.some((known) => known === name);

/** What a webhook's body orders. Fails with the status to answer. */
export function readOrder(type: string | null, body: Uint8Array): Result<Order, '400' | '415'> {
  if (body.length === 0) return succeed({});
  if (type !== null && !/^application\/(?:[\w.+-]+\+)?json\b/i.test(type))
    return fail('415', 'The body must be JSON (application/json).');
  let data: unknown;
  try {
    data = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return fail('400', 'The body is not readable as JSON.');
  }
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return fail('400', 'The body must be a JSON object.');
  const { collections } = data as { collections?: unknown };
  if (collections === undefined || collections === null) return succeed({});
  if (!Array.isArray(collections) || collections.length === 0)
    return fail('400', '"collections" must be a list of collection names.');
  const unknown = collections.find((name) => !isCollection(name));
  if (unknown !== undefined)
    return fail('400', `There is no collection ${JSON.stringify(unknown)}. Known: ${COLLECTION_NAMES.join(', ')}.`);
  return succeed({ collections: collections.filter(isCollection) });
}

/** `POST /hooks/rebuild` and `GET /hooks/rebuild/{id}` (contract, section 4). */
export function createHooks(queue: Queue, secret: string | null): Hono {
  const app = new Hono();
  const refuse = (status: 400 | 401 | 404 | 413 | 415, message: string) => Response.json({ error: message }, { status });

  app.post('/hooks/rebuild', async (context) => {
    const body = await readBody(context.req.raw, WEBHOOK_LIMIT);
    // A body too large to read cannot carry a signature; whoever has the bearer token learns why it is refused.
    if (!isAuthorised(context.req.raw.headers, body ?? new Uint8Array(), secret)) {
      return body ? refuse(401, 'Not authorised.') : refuse(413, 'The body is too large.');
    }
    if (!body) return refuse(413, 'The body is too large.');
    const order = readOrder(context.req.header('content-type') ?? null, body);
    if (!order.ok) return refuse(Number(order.reason) as 400 | 415, order.message);
    const id = queue.order(order.value);
    return Response.json({ id, url: `/hooks/rebuild/${id}` }, { status: 202 });
  });

  app.get('/hooks/rebuild/:id', (context) => {
    if (!isAuthorised(context.req.raw.headers, new Uint8Array(), secret)) return refuse(401, 'Not authorised.');
    const job = queue.job(context.req.param('id'));
    return job ? Response.json(job, { headers: { 'Cache-Control': 'no-store' } }) : refuse(404, 'There is no such rebuild.');
  });

  return app;
}
