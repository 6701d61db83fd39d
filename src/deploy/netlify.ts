/** Hands a release to Netlify by its digest API: Netlify is told every file's digest and asks for those it lacks. */
import http from 'node:http';
import https from 'node:https';
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
const CANCEL_TIMEOUT = 5000;
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

/** Settles as the call does, unless its time is up or the deploy is stopped before. */
async function bounded<Value>(call: Promise<Value>, milliseconds: number, signal: AbortSignal): Promise<Value> {
  let end = () => {};
  const limit = new Promise<never>((_, reject) => {
    const timer = setTimeout(() => reject(new DOMException('', 'TimeoutError')), milliseconds);
    const stop = () => reject(new DOMException('', 'AbortError'));
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
    end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    };
  });
  // Whatever the call comes to after that concerns nobody.
  call.catch(() => {});
  try {
    return await Promise.race([call, limit]);
  } finally {
    end();
  }
}

class Upload {
  readonly #client: Client;
  readonly #settings: NetlifySettings;
  readonly #options: Required<NetlifyOptions>;
  readonly #signal: AbortSignal;

  constructor(client: Client, settings: NetlifySettings, options: Required<NetlifyOptions>, signal: AbortSignal) {
    this.#client = client;
    this.#settings = settings;
    this.#options = options;
    this.#signal = signal;
  }

  get #api(): NetlifyAPI {
    return this.#client.api;
  }

  /** One call, bounded in time and ended by a stop. */
  async #call<Value>(doing: string, call: () => Promise<Value>): Promise<Outcome<Value>> {
    try {
      return succeed(await bounded(call(), this.#options.timeout, this.#signal));
    } catch (error) {
      if (this.#signal.aborted) return fail('stopped', 'The deploy was stopped half way. The live site stays as it is.');
      return judge(error, doing);
    }
  }

  begin(release: string, digests: ReadonlyMap<string, string>): Promise<Outcome<Account>> {
    const files = Object.fromEntries(Array.from(digests, ([path, sha1]) => [`/${path}`, sha1]));
    const { siteId } = this.#settings;
    return this.#call('beginning a deploy', () =>
      this.#api.createSiteDeploy({ siteId, title: `Release ${release}`, body: { files, async: true } as never }),
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
      const looked = await this.#call('waiting for the deploy', () =>
        this.#api.getSiteDeploy({ siteId: this.#settings.siteId, deployId: account.id ?? '' }),
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
    return this.#call(`sending ${file.path}`, () =>
      this.#api.uploadDeployFile({ deployId, path, size: file.size, body: (() => bytes) as never }),
    );
  }
}

/** An unfinished deploy never goes live; cancelled, it does not stand in the site's list as if it still might. */
async function cancel({ api }: Client, deployId: string): Promise<void> {
  const told = bounded(api.cancelSiteDeploy({ deployId }), CANCEL_TIMEOUT, new AbortController().signal);
  await told.catch(() => {});
}

interface Handing {
  readonly upload: Upload;
  readonly plan: DeployPlan;
  /** SHA-1 by path. */
  readonly digests: ReadonlyMap<string, string>;
  readonly abandon: (deployId: string) => Promise<void>;
}

async function finish(begun: Account, { upload, plan, digests }: Handing): Promise<Outcome<null>> {
  const { id = '' } = begun;
  const prepared = await upload.reach(begun, ['prepared', 'uploading', 'ready']);
  if (!prepared.ok) return prepared;
  const required = new Set(prepared.value.required ?? []);
  const missing = [...plan.files.values()].filter(({ path }) => required.delete(digests.get(path) ?? ''));
  const sent = await upload.send(id, missing);
  if (!sent.ok) return sent;
  const ready = await upload.reach({ id, state: 'uploaded' }, ['ready']);
  return ready.ok ? succeed(null) : ready;
}

async function hand(handing: Handing): Promise<Outcome<null>> {
  const begun = await handing.upload.begin(handing.plan.release, handing.digests);
  if (!begun.ok) return begun;
  const finished = await finish(begun.value, handing);
  if (!finished.ok) await handing.abandon(begun.value.id ?? '');
  return finished;
}

interface Client {
  readonly api: NetlifyAPI;
  /** Breaks off what is under way, and whatever the client would repeat. */
  end(): void;
}

/**
 * Netlify's client, loaded when it is first needed. It is ended by its connections and not by a signal: one that is
 * aborted while the client waits to repeat a call throws where nothing can catch it.
 */
async function openClient({ apiUrl, token }: NetlifySettings): Promise<Client> {
  const { NetlifyAPI } = await import('@netlify/api');
  const url = new URL(apiUrl);
  const agent = url.protocol === 'https:' ? new https.Agent({ keepAlive: true }) : new http.Agent({ keepAlive: true });
  const address = { scheme: url.protocol.slice(0, -1), host: url.host, pathPrefix: url.pathname.replace(/\/+$/, '') };
  // Its types say that an agent is a text.
  const api = new NetlifyAPI(token, { userAgent: 'school-website', ...address, agent: agent as never });
  return {
    api,
    end() {
      agent.createConnection = () => {
        throw new Error('The deploy has ended.');
      };
      agent.destroy();
    },
  };
}

/** Netlify as a target. */
export function netlifyTarget(settings: NetlifySettings, given: NetlifyOptions): Target {
  const options = { poll: 1000, timeout: 60_000, patience: 600_000, ...given };
  return {
    name: `netlify ${settings.siteId}`,
    extra: { _redirects: netlifyRedirects(settings.gatewayUrl), _headers: headerLines('netlify') },
    async handOver(plan, signal) {
      const digests = await sha1Digests(options.cacheDir, plan.files.values());
      if (!digests.ok) return digests;
      const client = await openClient(settings);
      const upload = new Upload(client, settings, options, signal);
      try {
        return await hand({ upload, plan, digests: digests.value, abandon: (id) => cancel(client, id) });
      } finally {
        client.end();
      }
    },
  };
}
