/** What of a submission is cleaned before it is stored. */

/** Bytes of a name: a file system takes 255, and the number of the submission stands before it. */
const LONGEST = 200;
/** Control characters, and marks that turn the direction of what follows: `cv\u202efdp.exe` reads as `cvexe.pdf`. */
const UNSAFE = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** The last bytes of a text, from the beginning of a character. */
function endOf(text: string, most: number): string {
  const bytes = Buffer.from(text).subarray(-most);
  return bytes.toString(
    'utf8',
    bytes.findIndex((byte) => (byte & 0xc0) !== 0x80),
  );
}

/** The name of an uploaded file without its path and without characters that hide what it is. */
export function safeFileName(name: string): string {
  const base = name.replace(UNSAFE, '').split(/[/\\]/).pop() ?? '';
  const trimmed = base
    .toWellFormed()
    .replace(/^[\s.]+/, '')
    .trim();
  return endOf(trimmed, LONGEST) || 'file.pdf';
}
