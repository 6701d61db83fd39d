import { decoded } from '../lib/decoded.ts';
import { LONGEST_REFERENCE } from './limits.ts';

/** Layers of percent-encoding that are checked; anything encoded more often is refused. */
const LAYERS = 4;

/** Whether a text holds dot segments or control characters, which could change the path once a server decodes it. */
function isUnsafe(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are looked for
  return /[\u0000-\u001f\u007f]/.test(text) || text.split(/[/\\]/).some((segment) => /^\.{1,2}(?:;.*)?$/.test(segment));
}

/**
 * Encodes a visitor's media reference or identity (percent-encoded, as in the address) as one path segment or query
 * value. Null when it is malformed or unsafe at any layer of encoding.
 */
export function safeSegment(raw: string): string | null {
  const reference = decoded(raw);
  if (reference === null || reference === '' || reference.length > LONGEST_REFERENCE) return null;
  let layer: string | null = reference;
  for (let depth = 0; depth < LAYERS && layer !== null; depth += 1) {
    if (isUnsafe(layer)) return null;
    const next = decoded(layer);
    if (next === layer) return encodeURIComponent(reference);
    layer = next;
  }
  return layer === null ? encodeURIComponent(reference) : null;
}
