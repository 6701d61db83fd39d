import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { startStubService } from './stubService.ts';

export const NETLIFY_TOKEN = 'a token of the tests';
export const NETLIFY_SITE = 'site-of-the-tests';

interface Deploy {
  readonly id: string;
  /** SHA-1 by path. */
  readonly files: Readonly<Record<string, string>>;
  /** Goes live only when it is asked to. */
  readonly isDraft: boolean;
  state: string;
  /** How often its state was asked for. */
  looks: number;
}

type Failure = number | 'hang';

/** A fake of the part of Netlify's API that takes files by their digests. */
export async function startNetlifyApi() {
  const held = new Set<string>();
  const deploys = new Map<string, Deploy>();
  const arrived: string[] = [];
  const cancelled: string[] = [];
  const failures: { match: RegExp; how: Failure; times: number }[] = [];
  const waiting: { match: RegExp; settle: () => void }[] = [];
  let live: Deploy | null = null;

  const missing = ({ files }: Deploy) => [...new Set(Object.values(files))].filter((sha1) => !held.has(sha1));
  const answer = (response: ServerResponse, status: number, body: unknown) =>
    // The client waits until the rate limit is reset; a time in the past is its shortest wait.
    response.writeHead(status, { 'content-type': 'application/json', 'x-ratelimit-reset': '0' }).end(JSON.stringify(body));
  const account = (deploy: Deploy) => ({ id: deploy.id, state: deploy.state, required: missing(deploy) });
  const settle = (deploy: Deploy) => {
    if (deploy.state === 'cancelled' || missing(deploy).length > 0) return;
    deploy.state = 'ready';
    if (!deploy.isDraft) live = deploy;
  };

  const begin = (body: Buffer) => {
    const { files, draft: isDraft = false } = JSON.parse(body.toString());
    const deploy = { id: `deploy-${deploys.size + 1}`, files, isDraft, state: 'preparing', looks: 0 };
    deploys.set(deploy.id, deploy);
    return deploy;
  };
  const receive = (deploy: Deploy, pathname: string, body: Buffer): number => {
    const path = decodeURIComponent(pathname.slice(`/api/v1/deploys/${deploy.id}/files`.length));
    const sha1 = createHash('sha1').update(body).digest('hex');
    if (deploy.files[path] !== sha1) return 422;
    held.add(sha1);
    arrived.push(path);
    return 200;
  };
  const look = (deploy: Deploy) => {
    deploy.looks += 1;
    // The host takes its time: the first look changes nothing.
    if (deploy.state !== 'preparing') settle(deploy);
    else if (deploy.looks > 1) deploy.state = 'prepared';
    return account(deploy);
  };

  function act(call: string, pathname: string, body: Buffer): [status: number, body: unknown] {
    if (call === `POST /api/v1/sites/${NETLIFY_SITE}/deploys`) return [200, account(begin(body))];
    const deploy = deploys.get(/\/(deploy-\d+)(?:\/|$)/.exec(pathname)?.[1] ?? '');
    if (!deploy) return [404, { message: 'Not Found' }];
    if (call.startsWith('PUT ')) return [receive(deploy, pathname, body), {}];
    if (call.endsWith('/restore')) {
      if (deploy.state === 'ready') live = deploy;
      return [deploy === live ? 200 : 422, account(deploy)];
    }
    if (!call.endsWith('/cancel')) return [200, look(deploy)];
    deploy.state = 'cancelled';
    return [201, cancelled.push(deploy.id)];
  }

  const service = await startStubService(({ method, url, headers, body }, response) => {
    const { pathname } = new URL(url, 'http://api');
    const call = `${method} ${pathname}`;
    const failure = failures.find(({ match, times }) => times > 0 && match.test(call));
    if (failure) failure.times -= 1;
    for (const one of waiting) if (one.match.test(call)) one.settle();
    if (failure?.how === 'hang') return;
    if (failure) answer(response, failure.how, { message: 'not now' });
    else if (headers.authorization !== `Bearer ${NETLIFY_TOKEN}`) answer(response, 401, { message: 'no' });
    else answer(response, ...act(call, pathname, body));
  });
  return {
    /** As `NETLIFY_API_URL`. */
    url: `${service.url}/api/v1`,
    /** Paths of the uploaded files, in order. */
    arrived,
    cancelled,
    /** Number of requests received. */
    requests: () => service.arrived.length,
    /** SHA-1 by path of the live deploy; null: nothing was ever deployed. */
    live: () => live?.files ?? null,
    /** Answers the next requests whose method and path match with a status; `hang`: never. */
    fail: (match: RegExp, how: Failure, times = Number.POSITIVE_INFINITY) => void failures.push({ match, how, times }),
    clearFailures: () => void failures.splice(0),
    /** Ends the host's own work on all deploys. */
    settle: () => [...deploys.values()].forEach(settle),
    /** Settles when a request comes in whose method and path match. */
    asked: (match: RegExp) => new Promise<void>((settle) => void waiting.push({ match, settle })),
    close: service.close,
  };
}

export type NetlifyApi = Awaited<ReturnType<typeof startNetlifyApi>>;
