import { uncachedJson } from '../lib/headers.ts';
import { fail, type Result, succeed } from '../lib/result.ts';
import { retry } from '../lib/retry.ts';
import { readSettings } from '../lib/settings.ts';
import { createWebhookReader } from '../lib/webhookAuth.ts';
import { createContentClient } from '../service/client.ts';
import { fetchPublishedState, readContentState, whatChanged } from './state.ts';

/** For one attempt, ms. */
const TIMEOUT = 5000;

type HookReason = 'hook' | 'hook-transient';

function failed(reason: HookReason, why: string): Result<never, HookReason> {
  return fail(reason, `The build hook was not called: ${why}. Check BUILD_HOOK_URL; the live site stays as it is.`);
}

/** Calls a host's build hook. A failure does not repeat the address, which is a secret. */
async function call(url: string): Promise<Result<null, HookReason>> {
  try {
    const answer = await fetch(url, { method: 'POST', body: '{}', signal: AbortSignal.timeout(TIMEOUT) });
    await answer.body?.cancel();
    if (answer.ok) return succeed(null);
    const isTransient = answer.status === 429 || answer.status >= 500;
    return failed(isTransient ? 'hook-transient' : 'hook', `it answered HTTP ${answer.status}`);
  } catch (error) {
    const isTimeout = error instanceof Error && error.name === 'TimeoutError';
    return failed('hook-transient', isTimeout ? 'it did not answer in time' : 'it cannot be reached');
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

interface RefreshOptions {
  /** Milliseconds before the first of two repetitions; the other waits three times as long. */
  readonly backOff?: number;
  /** Call the hook as well when the site does not tell what it was published with. */
  readonly whenUnknown: boolean;
  readonly now?: () => number;
}

type Refreshed = { readonly called: boolean; readonly why: string };

type RefreshReason = 'malformed-setting' | 'not-set' | HookReason;

/** Status of the webhook's answer when nothing was ordered: what is set wrongly here, or the host's hook. */
const FAILED: Record<RefreshReason, 502 | 503> = { 'malformed-setting': 503, 'not-set': 503, hook: 502, 'hook-transient': 502 };

/** Calls the build hook when content or day differ from the published ones. `URL` in `env` is the site's own address. */
export async function refresh(env: Environment, options: RefreshOptions): Promise<Result<Refreshed, RefreshReason>> {
  const { whenUnknown, backOff = 500, now = Date.now } = options;
  const settings = readSettings({ ...env, SITE_URL: env.SITE_URL ?? env.URL });
  if (!settings.ok) return settings;
  const { buildHookUrl, contentServiceUrl, contentServiceToken: token, schoolCode, siteUrl, timeZone } = settings.value;
  if (!buildHookUrl) return fail('not-set', 'BUILD_HOOK_URL is not set: make a build hook for the site and set it.');
  if (!contentServiceUrl) return fail('not-set', 'CONTENT_SERVICE_URL is not set. Set it in the site’s environment variables.');
  const client = createContentClient({ baseUrl: contentServiceUrl, schoolCode, token, deadline: 8000 });
  const [published, content] = await Promise.all([fetchPublishedState(siteUrl), readContentState(client, settings.value)]);
  client.close();
  if (!published && !whenUnknown) {
    return succeed({ called: false, why: `${siteUrl} does not tell what it was published with, so nothing can be compared.` });
  }
  const changed = published ? whatChanged(published, content, now(), timeZone) : 'what is published is unknown';
  if (!changed) return succeed({ called: false, why: 'Nothing changed.' });
  const isTransient = ({ reason }: { readonly reason: HookReason }) => reason === 'hook-transient';
  const called = await retry(() => call(buildHookUrl), isTransient, { backOff });
  return called.ok ? succeed({ called: true, why: `Changed: ${changed}.` }) : called;
}

interface WebhookOptions extends Omit<RefreshOptions, 'whenUnknown'> {
  /** Milliseconds in which further calls join the one under way. */
  readonly gather: number;
  readonly log: (line: string) => void;
}

/** A webhook receiver: calls that come together share one build, which reads the content later: the last one counts too. */
export function createWebhook(env: Environment, { gather, log, ...hook }: WebhookOptions) {
  const read = createWebhookReader({ secret: env.REBUILD_SECRET?.trim() || null });
  let waiting: Promise<Result<Refreshed, RefreshReason>> | null = null;

  function gathered(): Promise<Result<Refreshed, RefreshReason>> {
    waiting ??= new Promise((resolve) => setTimeout(resolve, gather)).then(() => {
      // From here on the content is being read: a later call may know of a later change.
      waiting = null;
      return refresh(env, { ...hook, whenUnknown: true });
    });
    return waiting;
  }

  return async (request: Request) => {
    const body = await read(request);
    if (!body.ok) return uncachedJson(Number(body.reason), { error: body.message });
    const done = await gathered();
    log(done.ok ? done.value.why : done.message);
    if (!done.ok) return uncachedJson(FAILED[done.reason], { error: done.message });
    return done.value.called ? uncachedJson(202, { state: 'queued' }) : uncachedJson(200, { state: 'unchanged' });
  };
}
