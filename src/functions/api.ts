import { createGateway } from '../gateway/index.ts';
import { readSettings } from '../lib/settings.ts';

/** The gateway as a Netlify function. Its own limits count within one instance; the one below counts for all of them. */
export const config = {
  path: '/api/*',
  rateLimit: { action: 'rate_limit', aggregateBy: ['ip', 'domain'], windowSize: 60, windowLimit: 300 },
};

type Gateway = ReturnType<typeof createGateway>;
let gateway: Gateway | undefined;

/** Throws in one line when a setting is malformed or the content service's address is missing: the deploy is at fault. */
function openGateway(): Gateway {
  const settings = readSettings({ ...process.env, SITE_URL: process.env.SITE_URL ?? process.env.URL });
  if (!settings.ok) throw new Error(settings.message);
  const { contentServiceUrl, contentServiceToken: token } = settings.value;
  if (!contentServiceUrl) throw new Error('CONTENT_SERVICE_URL is not set. Set it in the site’s environment variables.');
  const log = (event: object) => console.log(JSON.stringify(event));
  // A build has no list of withdrawals: only what this site has just given out passes, under a signature.
  return createGateway({ ...settings.value, contentServiceUrl, token, log });
}

/** Netlify's handler; `context.ip` is the visitor's address as Netlify's edge saw it. */
export default async function api(request: Request, context: { readonly ip?: string }): Promise<Response> {
  gateway ??= openGateway();
  return gateway.fetch(request, { address: context.ip });
}
