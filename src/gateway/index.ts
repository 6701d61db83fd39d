import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { FORMS, type FormName, type FormRules } from '../forms/rules.ts';
import { clientAddresses } from './address.ts';
import { failureResponse, type Handled } from './answers.ts';
import { createFormHandler } from './forms.ts';
import { createPasses } from './passes.ts';
import { createRateLimiter } from './rateLimiter.ts';
import { createReadHandlers } from './reads.ts';
import { type GatewayBindings, type GatewayEvent, type GatewayOptions, NOT_FOUND, refuse } from './types.ts';
import { createUpstream } from './upstream.ts';

export type { GatewayBindings, GatewayEvent, GatewayOptions, KnownMedia, PassedSubmission } from './types.ts';

/** Of `node:http`: time for uploads over poor lines, few bytes taken ahead, connections that outlive a proxy's idle ones (60 s). */
export const SERVER_OPTIONS = { highWaterMark: 16 * 1024, requestTimeout: 15 * 60_000, keepAliveTimeout: 75_000 } as const;

/** Reading calls let through for each submission: a page of pictures asks more often than a person writes. */
const READS_PER_SUBMISSION = 20;

const INTERNAL = refuse('gateway-failed', 'This could not be done. Please try again later.');

/** The app of `/api/`: the calls that visitors need, on paths that no input can lead elsewhere. Throws for a malformed proxy. */
export function createGateway(options: GatewayOptions): Hono<{ Bindings: GatewayBindings }> {
  const { schoolCode, submissionsPerMinute, log, media, token, rebuildSecret } = options;
  const upstream = createUpstream(options.contentServiceUrl, token);
  const addressOf = clientAddresses(options.trustedProxies);
  const limiterOf = (perMinute: number) => createRateLimiter(perMinute, () => performance.now());
  const passes = createPasses(token ?? rebuildSecret ?? randomUUID());
  const reads = createReadHandlers(upstream, { limiter: limiterOf(submissionsPerMinute * READS_PER_SUBMISSION), passes, media });
  const { certificate } = reads;
  const handleForm = createFormHandler({ ...options, limiter: limiterOf(submissionsPerMinute), passes, certificate }, upstream);

  async function answer(call: GatewayEvent['call'], handle: () => Promise<Handled>, form?: FormName): Promise<Response> {
    const started = performance.now();
    const { response, ...told } = await handle();
    log({ call, ...(form && { form }), ...told, status: response.status, milliseconds: Math.round(performance.now() - started) });
    return response;
  }
  const notFound = () => answer('other', async () => ({ response: failureResponse(NOT_FOUND), outcome: 'not-found' }));

  type Call = Context<{ Bindings: GatewayBindings }>;
  const submit = (c: Call, call: 'form' | 'tc', form: FormRules | undefined) =>
    form && c.req.param('code') === schoolCode
      ? answer(call, () => handleForm(c.req.raw, form, addressOf(c.req.raw, c.env), c.env), form.name)
      : notFound();
  // To Hono a HEAD is a GET.
  const read = (c: Call, call: 'image' | 'subGallery') =>
    c.req.method === 'GET' ? answer(call, () => reads[call](c.req.raw, addressOf(c.req.raw, c.env))) : notFound();

  const app = new Hono<{ Bindings: GatewayBindings }>();
  app.post('/api/form/:code/:type', (c) => {
    const form = Object.values(FORMS).find(({ type }) => type === c.req.param('type'));
    return submit(c, 'form', form);
  });
  app.post('/api/tc/:code', (c) => submit(c, 'tc', FORMS.certificate));
  app.get('/api/image/:reference', (c) => read(c, 'image'));
  app.get('/api/subGallery', (c) => read(c, 'subGallery'));
  app.all('/api/*', notFound);
  app.notFound(notFound);
  app.onError((error) => {
    const bug = `${error.name} ${/^\s+at .*$/m.exec(error.stack ?? '')?.[0].trim() ?? ''}`;
    const response = failureResponse(INTERNAL);
    log({ call: 'other', outcome: 'gateway-failed', status: response.status, milliseconds: 0, bug });
    return response;
  });
  return app;
}
