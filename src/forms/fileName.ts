/** Bytes of a name: a file system takes 255, and the number of the submission stands before it. */
const LONGEST = 200;
/** Controls, turns of direction (`cv\u202efdp.exe` reads as `cvexe.pdf`), and what Windows gives a meaning (`cv.hta:x.pdf`). */
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

/** An uploaded CV's name without path or characters that hide what it is, ending in `.pdf`, so that no computer starts it. */
export function cvName(given: string): string {
  const base = given.replace(UNSAFE, '').split(/[/\\]/).pop() ?? '';
  const name = base
    .toWellFormed()
    .replace(/^[\s.]+/, '')
    .trimEnd();
  const stem = name.toLowerCase().endsWith(ENDING) ? name.slice(0, -ENDING.length) : name;
  return `${endOf(stem, LONGEST - ENDING.length) || 'file'}${ENDING}`;
}
