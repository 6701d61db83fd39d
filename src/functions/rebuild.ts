import { createWebhook } from '../hosting/refresh.ts';

/** The webhook of a site that Netlify builds. The content service may call it as often as it likes. */
export const config = {
  path: '/hooks/rebuild',
  method: 'POST',
  rateLimit: { action: 'rate_limit', aggregateBy: ['ip', 'domain'], windowSize: 60, windowLimit: 120 },
};

let webhook: ReturnType<typeof createWebhook> | undefined;

/**
 * Netlify's handler: 202 when a build was ordered, 200 when nothing changed, 401 and 413 as the worker answers, 502 when the
 * content service or the build hook does not answer.
 */
export default async function rebuild(request: Request): Promise<Response> {
  webhook ??= createWebhook(process.env, console.log);
  return webhook(request);
}
