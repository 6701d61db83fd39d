/** Which media references `/api/image/` answers: those that this site has given out, for a while, and no guesses. */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** Milliseconds. A certificate is fetched at once; an album's pictures load as the visitor scrolls. */
export const CERTIFICATE_LIFETIME = 10 * 60_000;
export const ALBUM_LIFETIME = 60 * 60_000;
/** References remembered at once, some 20 MB at most. Beyond, the oldest are forgotten. */
const MOST_REMEMBERED = 100_000;

export interface Passes {
  /** What the visitor is given for a reference, to be asked for within `lifetime` milliseconds. */
  give(reference: string, lifetime: number): string;
  /** The reference of what was given; null when it was not, or not lately. */
  take(given: string): string | null;
}

/** For a host that is one process: the reference itself is given, and remembered. */
export function createRememberedPasses(now: () => number): Passes {
  const expiries = new Map<string, number>();
  return {
    give(reference, lifetime) {
      const expiry = Math.max(expiries.get(reference) ?? 0, now() + lifetime);
      expiries.delete(reference);
      expiries.set(reference, expiry);
      const [oldest] = expiries.keys();
      if (expiries.size > MOST_REMEMBERED && oldest !== undefined) expiries.delete(oldest);
      return reference;
    },
    take: (given) => ((expiries.get(given) ?? 0) > now() ? given : null),
  };
}

/** For a host of many short-lived processes: expiry and signature stand before the reference, so that nothing is remembered. */
export function createSignedPasses(key: string, now: () => number): Passes {
  const sign = (expiry: string, reference: string) =>
    createHmac('sha256', key).update(`media ${expiry} ${reference}`).digest('base64url').slice(0, 22);
  return {
    give(reference, lifetime) {
      const expiry = (now() + lifetime).toString(36);
      return `${expiry}.${sign(expiry, reference)}.${reference}`;
    },
    take(given) {
      const [, expiry = '', signature = '', reference = ''] = /^([0-9a-z]{1,12})\.([\w-]{22})\.(.+)$/su.exec(given) ?? [];
      if (reference === '' || Number.parseInt(expiry, 36) <= now()) return null;
      return timingSafeEqual(Buffer.from(signature), Buffer.from(sign(expiry, reference))) ? reference : null;
    },
  };
}
