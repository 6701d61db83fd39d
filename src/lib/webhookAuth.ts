/** Authorisation and bodies of webhook calls, for the worker and for a host's function. */
import { createHmac } from 'node:crypto';
import pLimit from 'p-limit';
import { readBody } from './body.ts';
import { sameText } from './digest.ts';
import { fail, type Result, succeed } from './result.ts';
import { settlesWithin } from './timeLimit.ts';

const LARGEST_BODY = 64 * 1024;
/** Milliseconds within which a body must have come. */
const BODY_TIMEOUT = 5000;
/** Bodies of calls with the token that are read at once. */
const TRUSTED_BODIES_READ = 64;
/** The same without it. For one more the oldest is given up, so that those that never come keep no whole body waiting. */
const BODIES_READ = 500;

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

type WebhookRefusal = '401' | '408' | '413' | '503';

const REFUSED: Readonly<Record<WebhookRefusal, string>> = {
  401: 'Not authorised.',
  408: 'The body did not come in time.',
  413: 'The body is too large.',
  503: 'Too many calls at once. Try again later.',
};
const UNAUTHORISED = fail('401', REFUSED['401']);

/**
 * Reads the bodies of authorised calls; without token and signature nothing is read, and without a secret every call is
 * refused. A refusal's reason is its status.
 */
export function createWebhookReader(secret: string | null) {
  const trusted = pLimit(TRUSTED_BODIES_READ);
  /** Each gives up a body that is being read; the oldest first. */
  const untrusted = new Set<() => void>();

  /** `givenUp` may settle before the body has come. */
  async function bodyOf(request: Request, givenUp: Promise<WebhookRefusal> | null): Promise<Result<Uint8Array, WebhookRefusal>> {
    // A body that breaks off has nobody left to answer to.
    const read = readBody(request, LARGEST_BODY).catch(() => '408' as const);
    const came = givenUp ? Promise.race([read, givenUp]) : read;
    const body = (await settlesWithin(BODY_TIMEOUT, came)) ? await came : '408';
    if (typeof body === 'string') return fail(body, REFUSED[body]);
    return body ? succeed(body) : fail('413', REFUSED['413']);
  }

  async function untrustedBodyOf(request: Request): Promise<Result<Uint8Array, WebhookRefusal>> {
    const [giveUpOldest] = untrusted.size < BODIES_READ ? [] : untrusted;
    giveUpOldest?.();
    const { promise, resolve } = Promise.withResolvers<WebhookRefusal>();
    const giveUp = () => {
      untrusted.delete(giveUp);
      resolve('503');
    };
    untrusted.add(giveUp);
    const body = await bodyOf(request, promise);
    untrusted.delete(giveUp);
    return body;
  }

  return async (request: Request): Promise<Result<Uint8Array, WebhookRefusal>> => {
    if (secret === null) return UNAUTHORISED;
    // Whoever has the token does not wait behind those who may not have it.
    if (hasBearer(request.headers, secret)) return trusted(() => bodyOf(request, null));
    const signature = request.headers.get('x-hub-signature-256');
    if (signature === null) return UNAUTHORISED;
    const body = await untrustedBodyOf(request);
    return !body.ok || signs(signature, body.value, secret) ? body : UNAUTHORISED;
  };
}
