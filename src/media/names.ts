/** Readable names for published files. */

const LONGEST = 80;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The last segment of a reference, without what an address may carry after its path. */
function lastSegment(reference: string): string {
  const url = /^https?:/i.test(reference) ? URL.parse(reference) : null;
  const path = url ? decoded(url.pathname) : reference;
  return path.split(/[/\\]/).pop() ?? '';
}

/** The ending of a reference in lower case (`pdf`); '' without one. */
export function extensionOf(reference: string): string {
  return /\.([a-z0-9]{1,5})$/i.exec(lastSegment(reference))?.[1]?.toLowerCase() ?? '';
}

/** A file name of ASCII letters, digits, `-`, `_` and `.`, made from the reference, with the given ending. */
export function readableName(reference: string, extension: string): string {
  const stem = lastSegment(reference).replace(/\.[a-z0-9]{1,5}$/i, '');
  const plain = stem
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^A-Za-z0-9_.-]+/g, '-')
    .replace(/-*\.[-.]*/g, '.')
    .replace(/^[-.]+/, '')
    .slice(0, LONGEST)
    .replace(/[-.]+$/, '');
  return `${plain || 'file'}.${extension}`;
}
