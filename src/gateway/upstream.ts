import { collect, mediaType } from '../lib/body.ts';
import { succeed } from '../lib/result.ts';
import { type GatewayFailure, type Outcome, refuse } from './types.ts';

/** Milliseconds for the content service's whole answer, or for it to go on with a picture. */
export const SERVICE_TIMEOUT = 10_000;

const SLOW = refuse('service-slow', 'The school’s server did not answer in time. Please try again later.', {
  serviceStatus: null,
});

/** The content service could not be reached (status null), refused, or gave an unreadable answer. */
export function upstreamFailed(serviceStatus: number | null): GatewayFailure {
  return refuse('service-failed', 'The school’s server could not accept this. Please try again later.', { serviceStatus });
}

export interface UpstreamResponse {
  readonly status: number;
  readonly type: string;
  /** Bytes; null when not announced. */
  readonly length: number | null;
  /** False: it was compressed although it was not asked for so, and has any size. */
  readonly isPlain: boolean;
  readonly body: AsyncIterable<Uint8Array>;
  /** Ends the time limit: for bodies that go on to a visitor at the visitor's pace. */
  readonly clearTimeout: () => void;
  /** Ends the connection: who reads the body is told of an error. */
  readonly abort: () => void;
}

export type Upstream = ReturnType<typeof createUpstream>;

/**
 * Asks the content service; follows no redirect and repeats nothing. `path`: encoded, with its query, from `/api/` on. What has a
 * body is posted with the token; what has none is read without it.
 */
export function createUpstream(baseUrl: string, token: string | null) {
  const base = baseUrl.replace(/\/+$/, '');
  return async (path: string, body?: FormData | Readonly<Record<string, string>>): Promise<Outcome<UpstreamResponse>> => {
    const headers = new Headers({ 'accept-encoding': 'identity' });
    if (body && token) headers.set('authorization', `Bearer ${token}`);
    const isJson = body && !(body instanceof FormData);
    if (isJson) headers.set('content-type', 'application/json');
    const controller = new AbortController();
    const { signal } = controller;
    const timer = setTimeout(() => controller.abort(SLOW), SERVICE_TIMEOUT);
    const method = body ? 'POST' : 'GET';
    const init = { method, headers, body: isJson ? JSON.stringify(body) : body, redirect: 'manual', signal } as const;
    try {
      return describe(await fetch(base + path, init), controller, () => clearTimeout(timer));
    } catch (error) {
      clearTimeout(timer);
      return error === SLOW ? SLOW : upstreamFailed(null);
    }
  };
}

async function* chunksOf(response: Response, stopTimer: () => void): AsyncGenerator<Uint8Array, void> {
  try {
    if (response.body) yield* response.body;
  } finally {
    stopTimer();
  }
}

function describe(response: Response, controller: AbortController, stopTimer: () => void): Outcome<UpstreamResponse> {
  const { status, headers } = response;
  const length = headers.get('content-length');
  const isPlain = (headers.get('content-encoding') ?? 'identity').toLowerCase() === 'identity';
  const described: UpstreamResponse = {
    status,
    type: mediaType(headers),
    length: length === null ? null : Number(length),
    isPlain,
    body: chunksOf(response, stopTimer),
    clearTimeout: stopTimer,
    abort: () => controller.abort(),
  };
  if (response.ok) return succeed(described);
  discard(described);
  return upstreamFailed(status);
}

/** Reads a JSON response of at most `limit` bytes. Fails when it is slow, truncated, too large or not JSON. */
export async function readJson({ status, body }: UpstreamResponse, limit: number): Promise<Outcome<unknown>> {
  try {
    const bytes = await collect(body, limit);
    return bytes ? succeed(JSON.parse(bytes.toString('utf8')) as unknown) : upstreamFailed(status);
  } catch (error) {
    return error === SLOW ? SLOW : upstreamFailed(status);
  }
}

/** Drains an unneeded response, so that its connection is used again. */
export function discard({ body, isPlain, abort }: UpstreamResponse): void {
  if (!isPlain) abort();
  // Whether it comes whole concerns nobody.
  void Array.fromAsync(body, () => null).catch(() => undefined);
}
