/** Hands a release to Netlify by its digest API: Netlify is told every file's digest and asks for those it lacks. */
import type { NetlifyAPI } from '@netlify/api';
import { headerLines, netlifyRedirects } from '../hosting/lines.ts';
import { fail, type Result, succeed } from '../lib/result.ts';
import type { DeploySettings } from '../lib/settings.ts';
import { sha1Digests } from './sha1.ts';
import type { DeployFile, DeployPlan, DeployReason, Target } from './types.ts';

type NetlifySettings = Extract<DeploySettings, { target: 'netlify' }>;

export interface NetlifyOptions {
  readonly cacheDir: string;
  /** Milliseconds between two looks at a deploy that Netlify is working on. */
  readonly poll?: number;
  /** Milliseconds for one request. */
  readonly timeout?: number;
  /** Milliseconds for Netlify's own work on a deploy. */
  readonly patience?: number;
}

const UPLOADS_AT_ONCE = 8;
const WORKING = new Set([
  'new',
  'pending_review',
  'accepted',
  'enqueued',
  'building',
  'uploaded',
  'preparing',
  'processing',
  'processed',
]);

/** What of Netlify's account of a deploy is used here. */
interface Account {
  readonly id?: string;
  readonly state?: string;
  readonly required?: readonly string[];
  readonly error_message?: string;
}

type Outcome<Value> = Result<Value, DeployReason>;

const ADVICE: Readonly<Record<number, string>> = {
  401: 'Check NETLIFY_AUTH_TOKEN.',
  403: 'NETLIFY_AUTH_TOKEN may not deploy to this site.',
  404: 'Check NETLIFY_SITE_ID.',
};

/** One line for what the client threw. */
function judge(error: unknown, doing: string): Outcome<never> {
  const status = (error as { status?: number }).status;
  const nothing = 'The live site stays as it is.';
  if (status === undefined) {
    const why =
      error instanceof Error && error.name === 'TimeoutError' ? 'no answer in time' : String((error as Error).message ?? error);
    return fail('passing', `Netlify could not be reached while ${doing} (${why.split('\n', 1)[0]}). ${nothing}`);
  }
  const reason = status === 408 || status === 429 || status >= 500 ? 'passing' : 'refused';
  const advice = ADVICE[status] ? ` ${ADVICE[status]}` : '';
  return fail(reason, `Netlify answered HTTP ${status} while ${doing}.${advice} ${nothing}`);
}

class Upload {
  readonly #api: NetlifyAPI;
  readonly #settings: NetlifySettings;
  readonly #options: Required<NetlifyOptions>;
  readonly #signal: AbortSignal;

  constructor(api: NetlifyAPI, settings: NetlifySettings, options: Required<NetlifyOptions>, signal: AbortSignal) {
    this.#api = api;
    this.#settings = settings;
    this.#options = options;
    this.#signal = signal;
  }

  /** One call, bounded in time and ended by a stop. */
  async #call<Value>(doing: string, call: (init: object) => Promise<Value>): Promise<Outcome<Value>> {
    try {
      return succeed(await call({ signal: AbortSignal.any([this.#signal, AbortSignal.timeout(this.#options.timeout)]) }));
    } catch (error) {
      if (this.#signal.aborted) return fail('stopped', 'The deploy was stopped half way. The live site stays as it is.');
      return judge(error, doing);
    }
  }

  begin(release: string, digests: ReadonlyMap<string, string>): Promise<Outcome<Account>> {
    const files = Object.fromEntries(Array.from(digests, ([path, sha1]) => [`/${path}`, sha1]));
    const { siteId } = this.#settings;
    return this.#call('beginning a deploy', (init) =>
      this.#api.createSiteDeploy({ siteId, title: `Release ${release}`, body: { files, async: true } as never }, init as never),
    ) as Promise<Outcome<Account>>;
  }

  /** Waits until a deploy has reached one of some states. */
  async reach(account: Account, states: readonly string[]): Promise<Outcome<Account>> {
    const until = Date.now() + this.#options.patience;
    let now = account;
    while (!states.includes(now.state ?? '')) {
      if (!WORKING.has(now.state ?? '') && now.state !== 'uploading' && now.state !== 'prepared') {
        return fail('refused', `Netlify gave the deploy up (${now.error_message ?? now.state}). The live site stays as it is.`);
      }
      if (Date.now() > until)
        return fail('passing', `Netlify left the deploy in the state "${now.state}". The live site stays as it is.`);
      await new Promise((resolve) => setTimeout(resolve, this.#options.poll));
      const looked = await this.#call('waiting for the deploy', (init) =>
        this.#api.getSiteDeploy({ siteId: this.#settings.siteId, deployId: account.id ?? '' }, init as never),
      );
      if (!looked.ok) return looked;
      now = looked.value as Account;
    }
    return succeed(now);
  }

  /** Sends files, several at once; the first failure ends it. */
  async send(deployId: string, files: readonly DeployFile[]): Promise<Outcome<null>> {
    const queue = files.values();
    let failure: Outcome<never> | null = null;
    const work = async () => {
      for (const file of queue) {
        if (failure) return;
        const sent = await this.#sendOne(deployId, file);
        if (!sent.ok) failure ??= sent;
      }
    };
    await Promise.all(Array.from({ length: Math.min(UPLOADS_AT_ONCE, files.length) }, work));
    return failure ?? succeed(null);
  }

  async #sendOne(deployId: string, file: DeployFile): Promise<Outcome<unknown>> {
    const bytes = await file.read();
    if (!bytes) return fail('refused', `${file.path} is missing or damaged in the store; "npm run rebuild" makes it anew.`);
    // The client puts the path into its address as it is.
    const path = file.path.split('/').map(encodeURIComponent).join('/');
    return this.#call(`sending ${file.path}`, (init) =>
      this.#api.uploadDeployFile({ deployId, path, size: file.size, body: (() => bytes) as never }, init as never),
    );
  }

  async cancel(deployId: string): Promise<void> {
    await this.#api
      .cancelSiteDeploy({ deployId }, { signal: AbortSignal.timeout(this.#options.timeout) } as never)
      .catch(() => {});
  }
}

async function hand(upload: Upload, plan: DeployPlan, digests: ReadonlyMap<string, string>): Promise<Outcome<null>> {
  const begun = await upload.begin(plan.release, digests);
  if (!begun.ok) return begun;
  const { id = '' } = begun.value;
  const finish = async (): Promise<Outcome<null>> => {
    const prepared = await upload.reach(begun.value, ['prepared', 'uploading', 'ready']);
    if (!prepared.ok) return prepared;
    const required = new Set(prepared.value.required ?? []);
    const missing = [...plan.files.values()].filter(({ path }) => required.delete(digests.get(path) ?? ''));
    const sent = await upload.send(id, missing);
    if (!sent.ok) return sent;
    const ready = await upload.reach({ ...prepared.value, id, state: 'uploaded' }, ['ready']);
    return ready.ok ? succeed(null) : ready;
  };
  const finished = await finish();
  // An unfinished deploy never goes live; cancelled, it does not stand in the list as if it still might.
  if (!finished.ok) await upload.cancel(id);
  return finished;
}

/** Netlify as a target. The client is loaded when it is first needed. */
export function netlifyTarget(settings: NetlifySettings, given: NetlifyOptions): Target {
  const options = { poll: 1000, timeout: 60_000, patience: 600_000, ...given };
  const url = new URL(settings.apiUrl);
  return {
    name: `netlify ${settings.siteId}`,
    extra: { _redirects: netlifyRedirects(settings.gatewayUrl), _headers: headerLines('netlify') },
    async handOver(plan, signal) {
      const digests = await sha1Digests(options.cacheDir, plan.files.values());
      if (!digests.ok) return digests;
      const { NetlifyAPI } = await import('@netlify/api');
      const address = { scheme: url.protocol.slice(0, -1), host: url.host, pathPrefix: url.pathname.replace(/\/+$/, '') };
      const api = new NetlifyAPI(settings.token, { userAgent: 'school-website', ...address });
      return hand(new Upload(api, settings, options, signal), plan, digests.value);
    },
  };
}
