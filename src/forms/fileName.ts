/** Bytes of a name: a file system takes 255, and the number of the submission stands before it. */
const LONGEST = 200;
/**
 * Control characters; marks that turn the direction of what follows (`cv\u202efdp.exe` reads as `cvexe.pdf`); and what a
 * file system of Windows gives another meaning (`cv.hta:x.pdf` is a stream of `cv.hta`).
 */
const UNSAFE = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff<>:"|?*]/gu;
const ENDING = '.pdf';

/** The last bytes of a text, from the beginning of a character. */
function endOf(text: string, most: number): string {
  const bytes = Buffer.from(text).subarray(-most);
  return bytes.toString(
    'utf8',
    bytes.findIndex((byte) => (byte & 0xc0) !== 0x80),
  );
}

/**
 * The name under which an uploaded CV is passed on, kept and written to disk: without its path, without characters that
 * hide what it is, and ending in `.pdf`, so that no office computer starts it as a program.
 */
export function cvName(given: string): string {
  const base = given.replace(UNSAFE, '').split(/[/\\]/).pop() ?? '';
  const name = base
    .toWellFormed()
    .replace(/^[\s.]+/, '')
    .trimEnd();
  const stem = name.toLowerCase().endsWith(ENDING) ? name.slice(0, -ENDING.length) : name;
  return `${endOf(stem, LONGEST - ENDING.length) || 'file'}${ENDING}`;
}
