/** Hands a release to Netlify through its file-digest API (https://docs.netlify.com/api/get-started/#file-digest-method). */
import { setTimeout as delay } from 'node:timers/promises';
import { headerLines, netlifyRedirects } from '../hosting/rules.ts';
import { sha1Of } from '../lib/digest.ts';
import { fail, succeed } from '../lib/result.ts';
import { isTransientStatus } from '../lib/retry.ts';
import type { DeploySettings } from '../lib/settings.ts';
import { exchange, type Outcome, timeFor, untilFailure } from './exchange.ts';
import { type Confirm, type DeployPlan, Ledger, type OpenRecords, type ReleaseHost, type Tags, type Target } from './ledger.ts';

type NetlifySettings = Extract<DeploySettings, { target: 'netlify' }>;

interface NetlifyDeploy {
  readonly id: string;
  readonly state: string;
  /** SHA-1 digests of the files that Netlify lacks. */
  readonly required?: readonly string[];
  readonly error_message?: string;
}

function isDeploy(answer: unknown): answer is NetlifyDeploy {
  const { id, state } = (answer ?? {}) as Partial<Record<keyof NetlifyDeploy, unknown>>;
  return typeof id === 'string' && typeof state === 'string';
}

const UPLOADS = 8;
const READS = 16;
const CANCEL_TIMEOUT = 5000;
/** For Netlify's own work on a deploy, ms. */
const LONGEST_WORK = 600_000;
/** How often one call waits until Netlify's limit on requests a minute is over, and how long at most, ms. */
const WAITS = 5;
const LONGEST_WAIT = 90_000;
const UNCHANGED = 'The live site stays as it is.';
/** States in which Netlify gives a deploy up. */
const FAILED_STATES: readonly string[] = ['error', 'rejected', 'cancelled', 'deleted'];
const ADVICE: Readonly<Record<number, string>> = {
  401: ' Check NETLIFY_AUTH_TOKEN.',
  403: ' NETLIFY_AUTH_TOKEN may not deploy to this site.',
  404: ' Check NETLIFY_SITE_ID.',
};

interface Call {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly type?: string;
  readonly body?: string | Buffer<ArrayBuffer>;
  /** For messages: "while beginning a deploy". */
  readonly doing: string;
  /** What a failure leaves; absent: the live site as it is. */
  readonly leaves?: string;
}

/** The SHA-1 of every file, by path. Those of files that stay are recorded as their tags, and are not made again. */
async function sha1Digests({ files, previous }: DeployPlan): Promise<Outcome<Tags>> {
  const digests: Record<string, string> = {};
  const done = await untilFailure([...files.values()], READS, async ({ path, digest, read }) => {
    const known = previous?.files[path] === digest ? previous.tags?.[path] : undefined;
    const bytes = known === undefined ? await read() : null;
    if (bytes && !bytes.ok) return bytes;
    digests[path] = known ?? sha1Of(bytes?.value ?? new Uint8Array());
    return succeed(null);
  });
  return done.ok ? succeed(digests) : done;
}

/**
 * Netlify as a target. Requests are made by `fetch`: the four calls need nothing of Netlify's own client. `poll`:
 * milliseconds between looks at a deploy that Netlify works on; `timeout`: milliseconds for one request.
 */
export function netlifyTarget(
  { apiUrl, token, siteId, gatewayUrl }: NetlifySettings,
  records: OpenRecords,
  { poll = 1000, timeout = 60_000 } = {},
): Target {
  const name = `netlify ${siteId}`;
  const authorization = `Bearer ${token}`;

  /** Milliseconds until the limit is over: `Retry-After` in seconds, `X-RateLimit-Reset` in epoch seconds. */
  function limitOf({ headers }: Response): number {
    const millisecondsOf = (name: string) => Number(headers.get(name) ?? Number.NaN) * 1000;
    const after = millisecondsOf('retry-after');
    const asked = after > 0 ? after : millisecondsOf('x-ratelimit-reset') - Date.now();
    return Math.min(LONGEST_WAIT, Math.max(poll, Number.isNaN(asked) ? 5 * poll : asked));
  }

  function open(signal: AbortSignal): ReleaseHost {
    async function call({ method, path, type, body, doing, leaves = UNCHANGED }: Call): Promise<Outcome<unknown>> {
      const headers = { authorization, 'user-agent': 'school-website', ...(type && { 'content-type': type }) };
      for (let waits = 0; ; waits += 1) {
        let limit: number | null = null;
        const answered = await exchange<unknown>(
          (timeLimit) => fetch(`${apiUrl}${path}`, { method, headers, body, signal: timeLimit }),
          async (response) => {
            if (response.ok) return succeed(await response.json());
            await response.body?.cancel();
            const { status } = response;
            if (status === 429) limit = limitOf(response);
            const message = `Netlify answered HTTP ${status} while ${doing}.${ADVICE[status] ?? ''} ${leaves}`;
            return fail(isTransientStatus(status) ? 'transient' : 'refused', message);
          },
          {
            signal,
            timeout: timeFor(body?.length ?? 0, timeout),
            stopped: `The deploy was stopped half way. ${leaves}`,
            unreachable: (why) => `Netlify could not be reached while ${doing} (${why}). ${leaves}`,
          },
        );
        if (limit === null || waits === WAITS) return answered;
        await delay(limit, undefined, { signal }).catch(() => undefined);
      }
    }

    async function askDeploy(asked: Call): Promise<Outcome<NetlifyDeploy>> {
      const answered = await call(asked);
      if (!answered.ok) return answered;
      if (isDeploy(answered.value)) return succeed(answered.value);
      const { doing, leaves = UNCHANGED } = asked;
      return fail('transient', `Netlify answered something else than a deploy while ${doing}. ${leaves}`);
    }

    /** Waits until the deploy is in one of `states`. */
    async function reach(deploy: NetlifyDeploy, states: readonly string[]): Promise<Outcome<NetlifyDeploy>> {
      const until = performance.now() + LONGEST_WORK;
      let now = deploy;
      while (!states.includes(now.state)) {
        if (FAILED_STATES.includes(now.state))
          return fail('refused', `Netlify gave the deploy up (${now.error_message ?? now.state}). ${UNCHANGED}`);
        if (performance.now() > until)
          return fail('transient', `Netlify left the deploy in the state "${now.state}". ${UNCHANGED}`);
        await delay(poll);
        const path = `/sites/${siteId}/deploys/${deploy.id}`;
        const polled = await askDeploy({ method: 'GET', path, doing: 'waiting for the deploy' });
        if (!polled.ok) return polled;
        now = polled.value;
      }
      return succeed(now);
    }

    async function finish(begun: NetlifyDeploy, { files }: DeployPlan, digests: Tags): Promise<Outcome<unknown>> {
      const prepared = await reach(begun, ['prepared', 'uploading', 'ready']);
      if (!prepared.ok) return prepared;
      const required = new Set(prepared.value.required ?? []);
      const missing = [...files.values()].filter((file) => required.delete(digests[file.path] ?? ''));
      const sent = await untilFailure(missing, UPLOADS, async (file) => {
        const bytes = await file.read();
        if (!bytes.ok) return bytes;
        const path = `/deploys/${begun.id}/files/${file.path.split('/').map(encodeURIComponent).join('/')}`;
        const put = { method: 'PUT', path, type: 'application/octet-stream', doing: `sending ${file.path}` } as const;
        return call({ ...put, body: Buffer.from(bytes.value) });
      });
      return sent.ok ? reach({ id: begun.id, state: 'uploaded' }, ['ready']) : sent;
    }

    async function publish({ id }: NetlifyDeploy, confirm: Confirm): Promise<Outcome<unknown>> {
      const confirmed = await confirm();
      const path = `/sites/${siteId}/deploys/${id}/restore`;
      const leaves = 'Whether it is live is not known.';
      const restore = { method: 'POST', path, doing: 'publishing the deploy', leaves } as const;
      return confirmed.ok ? askDeploy(restore) : confirmed;
    }

    return {
      records: records(name, signal),
      async upload(plan, confirm) {
        const digests = await sha1Digests(plan);
        if (!digests.ok) return digests;
        const files = Object.fromEntries(Object.entries(digests.value).map(([path, sha1]) => [`/${path}`, sha1]));
        // Netlify would publish any other deploy as soon as it is ready, whatever was published meanwhile.
        const body = JSON.stringify({ async: true, draft: true, files });
        const path = `/sites/${siteId}/deploys?title=${encodeURIComponent(`Release ${plan.release}`)}`;
        const post = { method: 'POST', path, type: 'application/json', body, doing: 'beginning a deploy' } as const;
        const begun = await askDeploy(post);
        if (!begun.ok) return begun;
        const finished = await finish(begun.value, plan, digests.value);
        const published = finished.ok ? await publish(begun.value, confirm) : finished;
        if (published.ok) return digests;
        // A draft never goes live, but would stand in the site's list of deploys.
        const request = { method: 'POST', headers: { authorization }, signal: AbortSignal.timeout(CANCEL_TIMEOUT) };
        await fetch(`${apiUrl}/deploys/${begun.value.id}/cancel`, request).catch(() => undefined);
        return published;
      },
    };
  }

  const extra = { _redirects: netlifyRedirects(gatewayUrl), _headers: headerLines('netlify') };
  return { name, ledger: new Ledger(name), extra, open };
}
