import { Hono } from 'hono';
import type { Logger } from 'pino';
import { COLLECTION_NAMES, isCollection } from '../collections/index.ts';
import type { AddressOf } from '../gateway/address.ts';
import { isNestedTooDeeply } from '../lib/body.ts';
import { uncachedJson } from '../lib/headers.ts';
import { fail, type Result, succeed } from '../lib/result.ts';
import { createWebhookReader, isAuthorised } from '../lib/webhookAuth.ts';
import type { RebuildRequest } from '../site/open.ts';
import type { Queue } from './rebuilds.ts';
import type { App } from './server.ts';

/** What a webhook's body requests. Fails with the status to answer. */
export function readRequest(type: string | null, body: Uint8Array): Result<RebuildRequest, '400' | '415'> {
  if (body.length === 0) return succeed({});
  if (type !== null && !/^application\/(?:[\w.+-]+\+)?json\b/i.test(type))
    return fail('415', 'The body must be JSON (application/json).');
  let data: unknown;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    data = JSON.parse(text);
    if (isNestedTooDeeply(text)) return fail('400', 'The body is nested too deeply.');
  } catch {
    return fail('400', 'The body is not readable as JSON.');
  }
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return fail('400', 'The body must be a JSON object.');
  const { collections, media } = data as { collections?: unknown; media?: unknown };
  if (Object.hasOwn(data, 'collection')) return fail('400', 'The field is "collections", a list of collection names.');
  // Content services post fields of their own as well, one of this name among them.
  const references = Array.isArray(media) ? media.filter((one) => typeof one === 'string') : [];
  const changedMedia = references.length > 0 ? { changedMedia: references } : {};
  if (collections === undefined || collections === null) return succeed(changedMedia);
  if (!Array.isArray(collections) || collections.length === 0)
    return fail('400', '"collections" must be a list of collection names.');
  const unknown = collections.find((name) => !isCollection(name));
  if (unknown !== undefined)
    return fail('400', `There is no collection ${JSON.stringify(unknown)}. Known: ${COLLECTION_NAMES.join(', ')}.`);
  return succeed({ collections: collections.filter(isCollection), ...changedMedia });
}

/** As `AddressOf` tells them. */
const LOCAL = /^(?:127\.|0:0:0:0::)/;

interface HooksOptions {
  /** Null: every call is refused. */
  readonly secret: string | null;
  /** Who calls; undefined where nobody needs to know. */
  readonly addressOf?: AddressOf;
  readonly log?: Logger;
}

/** `POST /hooks/rebuild` and `GET /hooks/rebuild/{id}` (contract, section 4). */
export function createHooks(queue: Pick<Queue, 'request' | 'job'>, options: HooksOptions): App {
  const app: App = new Hono();
  const read = createWebhookReader(options.secret);
  const refuse = (reason: string, error: string) => {
    options.log?.warn({ status: Number(reason), error }, 'webhook call refused');
    return uncachedJson(Number(reason), { error });
  };

  app.post('/hooks/rebuild', async (context) => {
    const body = await read(context.req.raw);
    if (!body.ok) return refuse(body.reason, body.message);
    const request = readRequest(context.req.header('content-type') ?? null, body.value);
    if (!request.ok) return refuse(request.reason, request.message);
    const address = options.addressOf?.(context.req.raw, context.env);
    const by = address && LOCAL.test(address) ? 'this machine' : address;
    const id = queue.request({ ...request.value, trigger: 'webhook', ...(by && { by }) });
    options.log?.info({ id, by, collections: request.value.collections ?? 'all' }, 'webhook call taken');
    return uncachedJson(202, { id, url: `/hooks/rebuild/${id}` });
  });

  app.all('/hooks/rebuild', () => {
    const error = 'Only POST is answered here; a GET of /hooks/rebuild/{id} tells how a rebuild ended.';
    const answer = uncachedJson(405, { error });
    answer.headers.set('Allow', 'POST');
    return answer;
  });

  app.get('/hooks/rebuild/:id', (context) => {
    if (!isAuthorised(context.req.raw.headers, options.secret))
      return refuse('401', 'Not authorised: this address needs the secret, as the call that gave it did.');
    const job = queue.job(context.req.param('id'));
    return job ? uncachedJson(200, job) : refuse('404', 'There is no such rebuild.');
  });

  return app;
}
