/** Which media references `/api/image/` answers: those that this site has given out, for a while, and no guesses. */
import { createHmac } from 'node:crypto';
import { sameText } from '../lib/digest.ts';
import { decoded } from '../lib/url.ts';

/** Milliseconds. A certificate is fetched at once; an album's pictures load as the visitor scrolls. */
export const CERTIFICATE_LIFETIME = 10 * 60_000;
export const ALBUM_LIFETIME = 60 * 60_000;

export type Passes = ReturnType<typeof createPasses>;

/** Passes carry their expiry and a signature before the reference, so that nothing is remembered. `key`: a secret. */
export function createPasses(key: string) {
  const sign = (expiry: string, reference: string) =>
    createHmac('sha256', key).update(`media ${expiry} ${reference}`).digest('base64url').slice(0, 22);
  return {
    /** What the visitor is given for a reference, to be asked for within `lifetime` milliseconds. */
    give(reference: string, lifetime: number): string {
      const expiry = (Date.now() + lifetime).toString(36);
      return `${expiry}.${sign(expiry, reference)}.${reference}`;
    },
    /** The reference of what was given; null when it was not, or not lately. */
    take(given: string): string | null {
      const [, expiry = '', signature = '', reference = ''] = /^([0-9a-z]{1,12})\.([\w-]{22})\.(.+)$/su.exec(given) ?? [];
      const isOpen = Number.parseInt(expiry, 36) > Date.now() && sameText(signature, sign(expiry, reference));
      return isOpen ? reference : null;
    },
  };
}

/** Characters of a media reference, with what makes a pass of it, or of an identity. */
const LONGEST_REFERENCE = 1024;
/** Layers of percent-encoding that are checked; anything encoded more often is refused. */
const LAYERS = 4;

/** Whether a text holds dot segments or control characters, which could change the path once a server decodes it. */
function isUnsafe(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are looked for
  return /[\u0000-\u001f\u007f]/.test(text) || text.split(/[/\\]/).some((segment) => /^\.{1,2}(?:;.*)?$/.test(segment));
}

/** Encodes a media reference or an identity as one path segment or query value. Null when it is unsafe at any layer of encoding. */
export function safeSegment(reference: string): string | null {
  if (reference === '' || reference.length > LONGEST_REFERENCE || !reference.isWellFormed()) return null;
  let layer: string | null = reference;
  for (let depth = 0; depth < LAYERS && layer !== null; depth += 1) {
    if (isUnsafe(layer)) return null;
    const next = decoded(layer);
    if (next === layer) return encodeURIComponent(reference);
    layer = next;
  }
  return layer === null ? encodeURIComponent(reference) : null;
}
