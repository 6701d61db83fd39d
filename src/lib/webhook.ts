/** Authorisation of webhook calls, for the worker and for a host's function. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** Bytes of a webhook's body. */
export const WEBHOOK_LIMIT = 64 * 1024;

/** Compares in a time that does not depend on where the texts differ, nor on their lengths. */
function sameText(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

/** Whether a call carries the secret: as a bearer token, or as the body's signature. Without a secret none does. */
export function isAuthorised(headers: Headers, body: Uint8Array, secret: string | null): boolean {
  if (secret === null) return false;
  const bearer = /^Bearer +(.+)$/i.exec(headers.get('authorization') ?? '')?.[1];
  if (bearer !== undefined && sameText(bearer.trim(), secret)) return true;
  const signature = headers.get('x-hub-signature-256');
  return signature !== null && sameText(signature.trim(), `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
}
