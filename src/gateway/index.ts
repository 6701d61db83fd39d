import { Hono } from 'hono';
import { FORMS } from '../forms/rules.ts';
import type { FormName } from '../forms/types.ts';
import { clientAddresses } from './address.ts';
import { failureResponse, type Handled } from './answers.ts';
import { createFormHandler } from './formHandler.ts';
import { createGetHandlers } from './getHandlers.ts';
import { READS_PER_SUBMISSION, SERVICE_TIMEOUT } from './limits.ts';
import { createRememberedPasses, createSignedPasses } from './passes.ts';
import { createRateLimiter } from './rateLimiter.ts';
import { type Call, type GatewayBindings, type GatewayOptions, INTERNAL, NOT_FOUND, STATUS } from './types.ts';
import { createUpstream } from './upstream.ts';

export { SERVER_OPTIONS } from './limits.ts';
export type { GatewayBindings, GatewayEvent, GatewayOptions, KnownMedia, PassedSubmission } from './types.ts';

/**
 * The proxy between browsers and the content service: a Hono app for all of `/api/`, which passes only the calls that
 * visitors need. The paths it asks for are made of constants, one checked reference and one checked identity, so that no
 * input can lead elsewhere. Throws when a trusted proxy is neither an address nor a range.
 */
export function createGateway(options: GatewayOptions): Hono<{ Bindings: GatewayBindings }> {
  const { schoolCode, submissionsPerMinute, log, serviceTimeout = SERVICE_TIMEOUT } = options;
  // Only passes that other processes read need the time of day, which may be set.
  const { now = options.passKey ? Date.now : () => performance.now() } = options;
  const upstream = createUpstream(options.contentServiceUrl, options.token, serviceTimeout);
  const addressOf = clientAddresses(options.trustedProxies);
  const formLimiter = createRateLimiter(submissionsPerMinute, now);
  const getLimiter = createRateLimiter(submissionsPerMinute * READS_PER_SUBMISSION, now);
  const passes = options.passKey ? createSignedPasses(options.passKey, now) : createRememberedPasses(now);
  const handleForm = createFormHandler({ ...options, limiter: formLimiter, serviceTimeout, passes }, upstream);
  const getHandlers = createGetHandlers(upstream, { limiter: getLimiter, timeout: serviceTimeout, passes, media: options.media });
  const forms = new Map(Object.values(FORMS).map((form) => [String(form.type), form]));

  async function answer(call: Call, handle: () => Promise<Handled>, form?: FormName): Promise<Response> {
    const started = performance.now();
    const { response, ...told } = await handle();
    log({ call, ...(form && { form }), ...told, status: response.status, milliseconds: Math.round(performance.now() - started) });
    return response;
  }
  const notFound = () => answer('other', async () => ({ response: failureResponse(NOT_FOUND), outcome: 'not-found' }));

  const app = new Hono<{ Bindings: GatewayBindings }>();
  app.post('/api/form/:code/:type', (c) => {
    const form = forms.get(c.req.param('type'));
    if (!form?.type || c.req.param('code') !== schoolCode) return notFound();
    return answer('form', () => handleForm(c.req.raw, form, addressOf(c.req.raw, c.env), c.env), form.name);
  });
  app.post('/api/tc/:code', (c) => {
    if (c.req.param('code') !== schoolCode) return notFound();
    const submit = () => handleForm(c.req.raw, FORMS.certificate, addressOf(c.req.raw, c.env), c.env);
    return answer('tc', submit, 'certificate');
  });
  app.get('/api/image/:reference', (c) => {
    if (c.req.method !== 'GET') return notFound();
    return answer('image', () => getHandlers.image(c.req.raw, addressOf(c.req.raw, c.env)));
  });
  app.get('/api/subGallery', (c) => {
    if (c.req.method !== 'GET') return notFound();
    return answer('subGallery', () => getHandlers.album(c.req.raw, addressOf(c.req.raw, c.env)));
  });
  app.all('/api/*', notFound);
  app.notFound(notFound);
  app.onError((error) => {
    const bug = `${error.name} ${/^\s+at .*$/m.exec(error.stack ?? '')?.[0].trim() ?? ''}`;
    log({ call: 'other', outcome: 'gateway-failed', status: STATUS['gateway-failed'], milliseconds: 0, bug });
    return failureResponse(INTERNAL);
  });
  return app;
}
