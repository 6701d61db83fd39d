import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { type Result, succeed } from '../lib/result.ts';
import { type Refusal, refuse } from './types.ts';

class SlowService extends Error {}

/** The service did not answer in time. */
function serviceSlow(): Refusal {
  return refuse('service-slow', 'The school’s server did not answer in time. Please try again later.', { serviceStatus: null });
}

/** The service could not be reached (null), refused, or answered what cannot be read. */
export function serviceFailed(serviceStatus: number | null): Refusal {
  return refuse('service-failed', 'The school’s server could not take this. Please try again later.', { serviceStatus });
}

interface ServiceRequest {
  readonly method: 'GET' | 'POST';
  /** Encoded path and query, from `/api/` on. */
  readonly path: string;
  /** Whether the bearer token goes with it. */
  readonly auth: boolean;
  readonly body?: {
    readonly type: string;
    /** In bytes. */
    readonly length: number;
    /** A chunk of many is asked for once the one before has left. */
    readonly content: Uint8Array | AsyncIterable<Uint8Array>;
  };
}

export interface ServiceAnswer {
  readonly status: number;
  /** Media type in lower case without parameters; empty when none is given. */
  readonly type: string;
  /** In bytes, where told. */
  readonly length: number | null;
  /** Ends the wait for the answer's end: for bodies that go on to a visitor at the visitor's pace. */
  readonly release: () => void;
  readonly body: IncomingMessage;
}

export interface Service {
  /** Asks once and never again; whatever goes wrong is a refusal that says nothing about the service. */
  ask(request: ServiceRequest): Promise<ServiceAnswer | Refusal>;
}

/**
 * The way to the content service. Node's own client, as it carries twice the submissions of `fetch`, follows no
 * redirect and repeats nothing. `timeout` in milliseconds, from the first byte sent to the last byte received.
 */
export function createService(baseUrl: string, token: string | null, timeout: number): Service {
  const base = new URL(baseUrl);
  const prefix = base.pathname.replace(/\/+$/, '');
  const { request, Agent } = base.protocol === 'https:' ? https : http;
  const target = { hostname: base.hostname.replace(/^\[|\]$/g, ''), port: base.port };
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });

  return {
    ask({ method, path, auth, body }) {
      return new Promise((resolve) => {
        const headers: Record<string, string | number> = { accept: '*/*', 'accept-encoding': 'identity' };
        if (auth && token) headers.authorization = `Bearer ${token}`;
        if (body) Object.assign(headers, { 'content-type': body.type, 'content-length': body.length });
        const outgoing = request({ ...target, agent, method, path: prefix + path, headers });
        let answer: IncomingMessage | undefined;
        const timer = setTimeout(() => {
          resolve(serviceSlow());
          (answer ?? outgoing).destroy(new SlowService());
        }, timeout);
        const release = () => clearTimeout(timer);
        outgoing.on('response', (incoming) => {
          answer = incoming.once('close', release);
          resolve(describe(incoming, release));
        });
        outgoing.on('error', () => {
          if (!answer) release();
          resolve(serviceFailed(null));
        });
        if (!body) outgoing.end();
        else if (body.content instanceof Uint8Array) outgoing.end(body.content);
        // What goes wrong here is an error of the request too, and is answered there.
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

function describe(answer: IncomingMessage, release: () => void): ServiceAnswer | Refusal {
  // An answer that nobody reads any more must not end the process when it breaks off.
  answer.on('error', () => undefined);
  const status = answer.statusCode ?? 0;
  const encoding = answer.headers['content-encoding'];
  if (status < 200 || status > 299 || (encoding !== undefined && encoding !== 'identity')) {
    answer.resume();
    return serviceFailed(status);
  }
  const [type = ''] = (answer.headers['content-type'] ?? '').split(';');
  const length = answer.headers['content-length'];
  return {
    status,
    type: type.trim().toLowerCase(),
    length: length === undefined ? null : Number(length),
    release,
    body: answer,
  };
}

/** Reads a whole JSON answer of at most `most` bytes. Slow, truncated, too large or not JSON: refused. */
export async function readJson(answer: ServiceAnswer, most: number): Promise<Result<unknown, never> | Refusal> {
  const failed = serviceFailed(answer.status);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of answer.body as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > most) return failed;
      chunks.push(chunk);
    }
    return succeed(JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown);
  } catch (error) {
    return error instanceof SlowService ? serviceSlow() : failed;
  }
}

/** Lets an answer that nobody needs run out, so that its connection serves again. */
export function discard(answer: ServiceAnswer): void {
  answer.body.resume();
}
