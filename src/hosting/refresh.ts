import { uncachedJson } from '../lib/headers.ts';
import { postJson } from '../lib/postJson.ts';
import { fail, succeed } from '../lib/result.ts';
import { isTransientStatus } from '../lib/retry.ts';
import { readSettings } from '../lib/settings.ts';
import { createWebhookReader } from '../lib/webhookAuth.ts';
import { type ContentState, fetchPublishedState, readContentState, type SiteState, whatChanged } from './state.ts';

/** Milliseconds before each call of the build hook. */
const PAUSES = [0, 500, 1500];
/** Milliseconds for a list: a function of a host has few. */
const LIST_DEADLINE = 8000;
/** Milliseconds in which further calls of the webhook join the one under way. */
const GATHER = 2000;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Calls the build hook when content or day differ from the published ones; with `whenUnknown` as well when the site does not
 * tell what it was published with. `URL` in `env` is the site's own address; `ordered`: the content for which a build was last
 * ordered, which may be under way and publish what was taken back since.
 */
export async function refresh(env: Environment, whenUnknown: boolean, pauses = PAUSES, ordered: ContentState | null = null) {
  const settings = readSettings({ ...env, SITE_URL: env.SITE_URL ?? env.URL });
  if (!settings.ok) return settings;
  const { buildHookUrl, contentServiceUrl, siteUrl, timeZone } = settings.value;
  if (!buildHookUrl) return fail('not-set', 'BUILD_HOOK_URL is not set: make a build hook for the site and set it.');
  if (!contentServiceUrl) return fail('not-set', 'CONTENT_SERVICE_URL is not set. Set it in the site’s environment variables.');
  const asked = readContentState(contentServiceUrl, settings.value, LIST_DEADLINE);
  const [published, content] = await Promise.all([fetchPublishedState(siteUrl), asked]);
  if (Object.keys(content).length === 0) {
    const why = 'No list could be had of the content service, so nothing can be compared.';
    return fail('unreachable', `${why} Check CONTENT_SERVICE_URL, and that the service runs; the live site stays as it is.`);
  }
  const uncalled = (why: string) => succeed({ called: false, content, why });
  if (!published && !whenUnknown)
    return uncalled(`${siteUrl} does not tell what it was published with, so nothing can be compared.`);
  const since = (state: SiteState) => whatChanged(state, content, Date.now(), timeZone);
  const changed = published
    ? (since(published) ?? (ordered && since({ ...published, content: ordered })))
    : 'what is published is unknown';
  if (!changed) return uncalled('Nothing changed.');
  const called = await postJson(buildHookUrl, {}, pauses, (status) => !isTransientStatus(status));
  if (called.ok) return succeed({ called: true, content, why: `Changed: ${changed}.` });
  return fail('hook', `The build hook was not called: ${called.message}. Check BUILD_HOOK_URL; the live site stays as it is.`);
}

/** A webhook receiver: calls that come together share one build, which reads the content later: the last one counts too. */
export function createWebhook(env: Environment, log: (line: string) => void, gather = GATHER) {
  const read = createWebhookReader(env.REBUILD_SECRET?.trim() || null);
  let waiting: ReturnType<typeof refresh> | null = null;
  let ordered: ContentState | null = null;

  function gathered() {
    waiting ??= new Promise((resolve) => setTimeout(resolve, gather)).then(async () => {
      // From here on the content is being read: a later call may know of a later change.
      waiting = null;
      const done = await refresh(env, true, PAUSES, ordered);
      if (done.ok && done.value.called) ordered = done.value.content;
      return done;
    });
    return waiting;
  }

  return async (request: Request) => {
    const body = await read(request);
    if (!body.ok) return uncachedJson(Number(body.reason), { error: body.message });
    const done = await gathered();
    log(done.ok ? done.value.why : done.message);
    // What is set wrongly here is told apart from what the content service or the host's hook did.
    const isElsewhere = !done.ok && (done.reason === 'hook' || done.reason === 'unreachable');
    if (!done.ok) return uncachedJson(isElsewhere ? 502 : 503, { error: done.message });
    return done.value.called ? uncachedJson(202, { state: 'queued' }) : uncachedJson(200, { state: 'unchanged' });
  };
}
