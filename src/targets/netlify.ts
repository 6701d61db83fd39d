/** Hands a release to Netlify through its file-digest API (https://docs.netlify.com/api/get-started/#file-digest-method). */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { headerLines, netlifyRedirects } from '../hosting/lines.ts';
import { sha1Of } from '../lib/digest.ts';
import { writeAtomic } from '../lib/files.ts';
import { fail, type Result, succeed } from '../lib/result.ts';
import { isTransientStatus } from '../lib/retry.ts';
import type { DeploySettings } from '../lib/settings.ts';
import { type DeployFile, type DeployPlan, type DeployReason, type Target, untilFailure } from './target.ts';

type NetlifySettings = Extract<DeploySettings, { target: 'netlify' }>;
type Outcome<Value> = Result<Value, DeployReason>;

export interface NetlifyOptions {
  readonly cacheDir: string;
  /** Poll interval for a deploy that Netlify processes, ms. */
  readonly poll?: number;
  /** For one request, ms. */
  readonly timeout?: number;
}

/** The fields of Netlify's deploy object that are used. */
interface NetlifyDeploy {
  readonly id: string;
  readonly state: string;
  /** SHA-1 digests of the files that Netlify lacks. */
  readonly required?: readonly string[];
  readonly error_message?: string;
}

const UPLOADS = 8;
const READS = 16;
const CANCEL_TIMEOUT = 5000;
/** For Netlify's own work on a deploy, ms. */
const LONGEST_WORK = 600_000;
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
  /** Below the API's address. */
  readonly path: string;
  readonly type?: string;
  readonly body?: string | Buffer<ArrayBuffer>;
  /** For messages: "while beginning a deploy". */
  readonly doing: string;
}

/** One deploy. Requests are made by `fetch`: the four calls need nothing of Netlify's own client (30 packages). */
class Deployment {
  readonly #settings: NetlifySettings;
  readonly #options: Required<NetlifyOptions>;
  readonly #signal: AbortSignal;

  constructor(settings: NetlifySettings, options: Required<NetlifyOptions>, signal: AbortSignal) {
    this.#settings = settings;
    this.#options = options;
    this.#signal = signal;
  }

  async #call({ method, path, type, body, doing }: Call): Promise<Outcome<NetlifyDeploy>> {
    const { apiUrl, token } = this.#settings;
    const headers = { authorization: `Bearer ${token}`, 'user-agent': 'school-website', ...(type && { 'content-type': type }) };
    try {
      const signal = AbortSignal.any([this.#signal, AbortSignal.timeout(this.#options.timeout)]);
      const response = await fetch(`${apiUrl}${path}`, { method, headers, body, signal });
      if (response.ok) return succeed((await response.json()) as NetlifyDeploy);
      await response.body?.cancel();
      const { status } = response;
      const reason = isTransientStatus(status) ? 'transient' : 'refused';
      return fail(reason, `Netlify answered HTTP ${status} while ${doing}.${ADVICE[status] ?? ''} ${UNCHANGED}`);
    } catch (error) {
      if (this.#signal.aborted) return fail('stopped', `The deploy was stopped half way. ${UNCHANGED}`);
      const { name, message, cause } = error as Error;
      const why = name === 'TimeoutError' ? 'no answer in time' : cause instanceof Error ? cause.message : message;
      return fail('transient', `Netlify could not be reached while ${doing} (${why}). ${UNCHANGED}`);
    }
  }

  /** Waits until the deploy is in one of `states`. */
  async #reach(deploy: NetlifyDeploy, states: readonly string[]): Promise<Outcome<NetlifyDeploy>> {
    const until = performance.now() + LONGEST_WORK;
    let now = deploy;
    while (!states.includes(now.state)) {
      if (FAILED_STATES.includes(now.state))
        return fail('refused', `Netlify gave the deploy up (${now.error_message ?? now.state}). ${UNCHANGED}`);
      if (performance.now() > until)
        return fail('transient', `Netlify left the deploy in the state "${now.state}". ${UNCHANGED}`);
      await delay(this.#options.poll);
      const path = `/sites/${this.#settings.siteId}/deploys/${deploy.id}`;
      const polled = await this.#call({ method: 'GET', path, doing: 'waiting for the deploy' });
      if (!polled.ok) return polled;
      now = polled.value;
    }
    return succeed(now);
  }

  async #send(deployId: string, file: DeployFile): Promise<Outcome<null>> {
    const bytes = await file.read();
    if (!bytes.ok) return bytes;
    const path = `/deploys/${deployId}/files/${file.path.split('/').map(encodeURIComponent).join('/')}`;
    const put = { method: 'PUT', path, type: 'application/octet-stream', doing: `sending ${file.path}` } as const;
    const sent = await this.#call({ ...put, body: Buffer.from(bytes.value) });
    return sent.ok ? succeed(null) : sent;
  }

  /** `digests`: SHA-1 by path. */
  async run({ release, files }: DeployPlan, digests: ReadonlyMap<string, string>): Promise<Outcome<null>> {
    const body = JSON.stringify({
      async: true,
      files: Object.fromEntries(Array.from(digests, ([path, sha1]) => [`/${path}`, sha1])),
    });
    const path = `/sites/${this.#settings.siteId}/deploys?title=${encodeURIComponent(`Release ${release}`)}`;
    const begun = await this.#call({ method: 'POST', path, type: 'application/json', body, doing: 'beginning a deploy' });
    if (!begun.ok) return begun;
    const finished = await this.#finish(begun.value, [...files.values()], digests);
    if (!finished.ok) await this.#cancel(begun.value.id);
    return finished;
  }

  async #finish(begun: NetlifyDeploy, files: DeployFile[], digests: ReadonlyMap<string, string>): Promise<Outcome<null>> {
    const prepared = await this.#reach(begun, ['prepared', 'uploading', 'ready']);
    if (!prepared.ok) return prepared;
    const required = new Set(prepared.value.required ?? []);
    const missing = files.filter((file) => required.delete(digests.get(file.path) ?? ''));
    const sent = await untilFailure(missing, UPLOADS, (file) => this.#send(begun.id, file));
    if (!sent.ok) return sent;
    const ready = await this.#reach({ id: begun.id, state: 'uploaded' }, ['ready']);
    return ready.ok ? succeed(null) : ready;
  }

  /** An unfinished deploy never goes live, but would stand in the site's list of deploys. */
  async #cancel(deployId: string): Promise<void> {
    const { apiUrl, token } = this.#settings;
    const signal = AbortSignal.timeout(CANCEL_TIMEOUT);
    const request = { method: 'POST', headers: { authorization: `Bearer ${token}` }, signal };
    await fetch(`${apiUrl}/deploys/${deployId}/cancel`, request).catch(() => undefined);
  }
}

/** The SHA-1 of every file, by path. Reads only files whose SHA-1 is not kept from an earlier deploy by our own digest. */
async function sha1Digests(cacheDir: string, files: readonly DeployFile[]): Promise<Outcome<ReadonlyMap<string, string>>> {
  const keptIn = join(cacheDir, 'deploy', 'sha1.json');
  const kept = new Map<string, string>();
  try {
    const known = JSON.parse(await readFile(keptIn, 'utf8')) as Record<string, string>;
    for (const { digest } of files) if (known[digest]) kept.set(digest, known[digest]);
  } catch {
    // Every file is read.
  }
  const missing = files.filter(({ digest }) => !kept.has(digest));
  const done = await untilFailure(missing, READS, async (file) => {
    const bytes = await file.read();
    if (bytes.ok) kept.set(file.digest, sha1Of(bytes.value));
    return bytes.ok ? succeed(null) : bytes;
  });
  if (!done.ok) return done;
  if (missing.length > 0) await writeAtomic(keptIn, JSON.stringify(Object.fromEntries(kept)));
  return succeed(new Map(files.map(({ path, digest }) => [path, kept.get(digest) ?? ''])));
}

/** Netlify as a target. */
export function netlifyTarget(settings: NetlifySettings, given: NetlifyOptions): Target {
  const options = { poll: 1000, timeout: 60_000, ...given };
  return {
    name: `netlify ${settings.siteId}`,
    extra: { _redirects: netlifyRedirects(settings.gatewayUrl), _headers: headerLines('netlify') },
    async upload(plan, signal) {
      const digests = await sha1Digests(options.cacheDir, [...plan.files.values()]);
      return digests.ok ? new Deployment(settings, options, signal).run(plan, digests.value) : digests;
    },
  };
}
