import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { collect } from '../lib/body.ts';
import { succeed } from '../lib/result.ts';
import { type GatewayFailure, type Outcome, refuse } from './types.ts';

class SlowUpstream extends Error {}

const upstreamSlow = refuse('service-slow', 'The school’s server did not answer in time. Please try again later.', {
  serviceStatus: null,
});

/** The content service could not be reached (status null), refused, or gave an unreadable answer. */
export function upstreamFailed(serviceStatus: number | null): GatewayFailure {
  return refuse('service-failed', 'The school’s server could not take this. Please try again later.', { serviceStatus });
}

interface UpstreamRequest {
  readonly method: 'GET' | 'POST';
  /** Encoded path and query, from `/api/` on. */
  readonly path: string;
  /** Whether the bearer token goes with it. */
  readonly auth: boolean;
  readonly body?: {
    readonly type: string;
    /** Bytes. */
    readonly length: number;
    /** A chunk is asked for once the one before has left. */
    readonly content: Uint8Array | AsyncIterable<Uint8Array>;
  };
}

export interface UpstreamResponse {
  readonly status: number;
  /** Media type in lower case without parameters; empty when none is given. */
  readonly type: string;
  /** Bytes; null when not announced. */
  readonly length: number | null;
  /** Ends the time limit: for bodies that go on to a visitor at the visitor's pace. */
  readonly clearTimeout: () => void;
  readonly body: IncomingMessage;
}

export interface Upstream {
  /** Sends once and never again. Failures say nothing about the content service. */
  send(request: UpstreamRequest): Promise<Outcome<UpstreamResponse>>;
}

/**
 * The HTTP client of the content service, on `node:http`: it carries twice the submissions of `fetch` (npm run bench),
 * follows no redirect and repeats nothing. `timeout` in milliseconds, from the first byte sent to the last one received.
 */
export function createUpstream(baseUrl: string, token: string | null, timeout: number): Upstream {
  const base = new URL(baseUrl);
  const prefix = base.pathname.replace(/\/+$/, '');
  const { request, Agent } = base.protocol === 'https:' ? https : http;
  const target = { hostname: base.hostname.replace(/^\[|\]$/g, ''), port: base.port };
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });

  return {
    send({ method, path, auth, body }) {
      return new Promise((resolve) => {
        const headers: Record<string, string | number> = { accept: '*/*', 'accept-encoding': 'identity' };
        if (auth && token) headers.authorization = `Bearer ${token}`;
        if (body) Object.assign(headers, { 'content-type': body.type, 'content-length': body.length });
        const outgoing = request({ ...target, agent, method, path: prefix + path, headers });
        let response: IncomingMessage | undefined;
        const timer = setTimeout(() => {
          resolve(upstreamSlow);
          (response ?? outgoing).destroy(new SlowUpstream());
        }, timeout);
        const stopTimer = () => clearTimeout(timer);
        outgoing.on('response', (incoming) => {
          response = incoming.once('close', stopTimer);
          resolve(describe(incoming, stopTimer));
        });
        outgoing.on('error', () => {
          if (!response) stopTimer();
          resolve(upstreamFailed(null));
        });
        if (!body) outgoing.end();
        else if (body.content instanceof Uint8Array) outgoing.end(body.content);
        // An error here is an error of the request too, and is answered there.
        else sendAll(body.content, outgoing).catch((error: Error) => outgoing.destroy(error));
      });
    },
  };
}

async function sendAll(content: AsyncIterable<Uint8Array>, outgoing: ClientRequest): Promise<void> {
  for await (const chunk of content) {
    await new Promise<void>((sent, failed) => outgoing.write(chunk, (error) => (error ? failed(error) : sent())));
  }
  outgoing.end();
}

function describe(body: IncomingMessage, stopTimer: () => void): Outcome<UpstreamResponse> {
  // An unread response must not end the process when it breaks off.
  body.on('error', () => undefined);
  const { statusCode: status = 0, headers } = body;
  const { 'content-encoding': encoding = 'identity', 'content-length': length } = headers;
  if (status < 200 || status > 299 || encoding !== 'identity') {
    body.resume();
    return upstreamFailed(status);
  }
  const type = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return succeed({ status, type, length: length === undefined ? null : Number(length), clearTimeout: stopTimer, body });
}

/** Reads a JSON response of at most `limit` bytes. Fails when it is slow, truncated, too large or not JSON. */
export async function readJson({ status, body }: UpstreamResponse, limit: number): Promise<Outcome<unknown>> {
  try {
    const bytes = await collect(body, limit);
    return bytes ? succeed(JSON.parse(bytes.toString('utf8')) as unknown) : upstreamFailed(status);
  } catch (error) {
    return error instanceof SlowUpstream ? upstreamSlow : upstreamFailed(status);
  }
}

/** Drains an unneeded response, so that its connection is used again. */
export function discard({ body }: UpstreamResponse): void {
  body.resume();
}
