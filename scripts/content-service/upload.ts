/** What of a submission is cleaned before it is stored. */

const LONGEST = 150;
/** Control characters, and marks that turn the direction of what follows: `cv\u202efdp.exe` reads as `cvexe.pdf`. */
const UNSAFE = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** The name of an uploaded file without its path and without characters that hide what it is. */
export function safeFileName(name: string): string {
  const base = name.replace(UNSAFE, '').split(/[/\\]/).pop() ?? '';
  const trimmed = base
    .toWellFormed()
    .replace(/^[\s.]+/, '')
    .trim()
    .slice(-LONGEST);
  return trimmed || 'file.pdf';
}
