const LONGEST = 1024;
/** Layers of percent-encoding looked through; what is wrapped deeper is no name of a picture. */
const LAYERS = 4;

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** A text that could lead elsewhere once a careless server decodes it: dot segments, control characters. */
function isTrick(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  return /[\u0000-\u001f\u007f]/.test(text) || text.split(/[/\\]/).some((segment) => /^\.{1,2}(?:;.*)?$/.test(segment));
}

/**
 * A visitor's media reference or identity (still percent-encoded, as it stood in the address) as one safely encoded
 * path segment or query value. Null for what is malformed or a trick, however often it is encoded.
 */
export function safeSegment(raw: string): string | null {
  const reference = decoded(raw);
  if (reference === null || reference === '' || reference.length > LONGEST) return null;
  let layer: string | null = reference;
  for (let depth = 0; depth < LAYERS && layer !== null; depth += 1) {
    if (isTrick(layer)) return null;
    const next = decoded(layer);
    if (next === layer) return encodeURIComponent(reference);
    layer = next;
  }
  return layer === null ? encodeURIComponent(reference) : null;
}
