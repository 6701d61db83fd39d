/** Authorisation and bodies of webhook calls, for the worker and for a host's function. */
import { createHmac } from 'node:crypto';
import pLimit from 'p-limit';
import { readBody } from './body.ts';
import { fail, type Result, succeed } from './result.ts';
import { sameText } from './sameText.ts';

/** Bytes of a webhook's body. */
const LARGEST_BODY = 64 * 1024;
/** Milliseconds within which a body must have come. */
const BODY_TIMEOUT = 5000;
/** The same while others wait: a whole body comes with its head, and 2,000 that never come delay it by seconds, not minutes. */
const CROWDED_TIMEOUT = 500;
/** Bodies read at once; bounds the memory that unauthenticated calls can take. */
const BODIES_READ = 64;
/** Bodies of calls with the token that are read at once. */
const TRUSTED_BODIES_READ = 64;
/** Calls without the token that may wait for their body to be read. */
const MOST_WAITING = 2000;

/** Whether a call carries the secret as its bearer token; without a secret none does. */
export function hasBearer(headers: Headers, secret: string | null): boolean {
  if (secret === null) return false;
  const bearer = /^Bearer +(.+)$/i.exec(headers.get('authorization') ?? '')?.[1];
  return bearer !== undefined && sameText(bearer.trim(), secret);
}

function signs(signature: string, body: Uint8Array, secret: string): boolean {
  return sameText(signature.trim(), `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
}

/** Whether a call without a body carries the secret: as a bearer token, or as a signature. Without a secret none does. */
export function isAuthorised(headers: Headers, secret: string | null): boolean {
  if (secret === null) return false;
  const signature = headers.get('x-hub-signature-256');
  return hasBearer(headers, secret) || (signature !== null && signs(signature, new Uint8Array(), secret));
}

export type WebhookRefusal = '401' | '408' | '413' | '503';

export interface WebhookReaderOptions {
  /** Null: every call is refused. */
  readonly secret: string | null;
  /** Milliseconds within which a body must have come. */
  readonly bodyTimeout?: number;
}

const UNAUTHORISED = fail('401', 'Not authorised.');

/**
 * Reads the bodies of authorised calls; a refusal's reason is the status to answer. A call that carries neither the
 * bearer token nor a signature is refused before its body is read.
 */
export function createWebhookReader({ secret, bodyTimeout = BODY_TIMEOUT }: WebhookReaderOptions) {
  const limited = pLimit(BODIES_READ);
  const trusted = pLimit(TRUSTED_BODIES_READ);

  async function bodyOf(request: Request, isCrowded: boolean): Promise<Result<Uint8Array, WebhookRefusal>> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => resolve('late'), isCrowded ? CROWDED_TIMEOUT : bodyTimeout);
    });
    // A body that breaks off has nobody left to answer to.
    const read = readBody(request, LARGEST_BODY).catch(() => 'late' as const);
    const body = await Promise.race([read, late]);
    clearTimeout(timer);
    if (body === 'late') return fail('408', 'The body did not come in time.');
    return body ? succeed(body) : fail('413', 'The body is too large.');
  }

  return async (request: Request): Promise<Result<Uint8Array, WebhookRefusal>> => {
    if (secret === null) return UNAUTHORISED;
    const isTrusted = hasBearer(request.headers, secret);
    const signature = request.headers.get('x-hub-signature-256');
    if (!isTrusted && signature === null) return UNAUTHORISED;
    if (!isTrusted && limited.pendingCount >= MOST_WAITING) return fail('503', 'Too many calls at once. Try again later.');
    // Whoever has the token does not wait behind those who may not have it.
    const readers = isTrusted ? trusted : limited;
    const body = await readers(() => bodyOf(request, readers.pendingCount > 0));
    if (!body.ok || isTrusted || (signature !== null && signs(signature, body.value, secret))) return body;
    return UNAUTHORISED;
  };
}
