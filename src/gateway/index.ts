import { Hono } from 'hono';
import { FORMS } from '../service/schemas/forms/index.ts';
import { clientAddresses } from './address.ts';
import { refusal } from './answers.ts';
import { createForwarding, type Forwarded } from './forward.ts';
import { createLimiter } from './limiter.ts';
import { createReads } from './reads.ts';
import { createService } from './service.ts';
import { createSubmissions } from './submissions.ts';
import { type Call, type GatewayBindings, type GatewayEvent, type GatewayOptions, REFUSALS, refuse } from './types.ts';

export { SERVER_OPTIONS } from './server.ts';
export type { GatewayBindings, GatewayEvent, GatewayOptions } from './types.ts';

/** A page of pictures asks more often than a person writes; still nobody may ask the service without end through us. */
const READS_PER_SUBMISSION = 20;
const SERVICE_TIMEOUT = 10_000;

const notFound = refuse('not-found', 'There is nothing at this address.');
const failed = refuse('gateway-failed', 'This could not be done. Please try again later.');

/**
 * The way from the public internet to the content service: the calls that visitors need and nothing else. The paths
 * asked of the service are made here from constants, one checked reference and one checked identity, so that nothing a
 * visitor writes can lead elsewhere. A Hono app for all of `/api/`; mount it, or call its `fetch(request, bindings)`.
 * Throws when a trusted proxy is neither an address nor a range.
 */
export function createGateway(options: GatewayOptions): Hono<{ Bindings: GatewayBindings }> {
  const { schoolCode, submissionsPerMinute, log, now = Date.now, serviceTimeout = SERVICE_TIMEOUT } = options;
  const service = createService(options.contentServiceUrl, options.token, serviceTimeout);
  const addressOf = clientAddresses(options.trustedProxies);
  const submissions = createSubmissions(
    { ...options, limiter: createLimiter(submissionsPerMinute, now), serviceTimeout },
    createForwarding(service, schoolCode),
  );
  const reads = createReads(service, createLimiter(submissionsPerMinute * READS_PER_SUBMISSION, now), serviceTimeout);
  const forms = new Map(Object.values(FORMS).flatMap((form) => (form.type ? [[form.type as string, form]] : [])));

  async function answer(call: Call, work: () => Promise<Forwarded>): Promise<Response> {
    const started = performance.now();
    const { response, ...told } = await work();
    const event: GatewayEvent = { call, ...told, status: response.status, milliseconds: Math.round(performance.now() - started) };
    log(event);
    return response;
  }
  const nothing = () => answer('other', async () => ({ response: refusal(notFound), outcome: 'not-found' }));

  const app = new Hono<{ Bindings: GatewayBindings }>();
  app.post('/api/form/:code/:type', (c) => {
    const form = forms.get(c.req.param('type'));
    if (!form || c.req.param('code') !== schoolCode) return nothing();
    return answer('form', () => submissions(c.req.raw, form, addressOf(c.req.raw, c.env), c.env));
  });
  app.post('/api/tc/:code', (c) => {
    if (c.req.param('code') !== schoolCode) return nothing();
    return answer('tc', () => submissions(c.req.raw, FORMS.certificate, addressOf(c.req.raw, c.env), c.env));
  });
  app.get('/api/image/:reference', (c) => {
    if (c.req.method !== 'GET') return nothing();
    return answer('image', () => reads.image(c.req.raw, addressOf(c.req.raw, c.env)));
  });
  app.get('/api/subGallery', (c) => {
    if (c.req.method !== 'GET') return nothing();
    return answer('subGallery', () => reads.album(c.req.raw, addressOf(c.req.raw, c.env)));
  });
  app.all('/api/*', nothing);
  app.notFound(nothing);
  app.onError((error) => {
    const bug = `${error.name} ${/^\s+at .*$/m.exec(error.stack ?? '')?.[0].trim() ?? ''}`;
    log({ call: 'other', outcome: 'gateway-failed', status: REFUSALS['gateway-failed'], milliseconds: 0, bug });
    return refusal(failed);
  });
  return app;
}
