/**
 * The matching of every search (contract, section 7): each word typed begins a word of the text, in any order, whatever
 * the case, accents, hyphens and apostrophes. Pure; runs in the browser too. MiniSearch would build an index of each
 * data file on the visitor's processor, and has no word that is both one and two ("Inter-house").
 */

const APOSTROPHES = /['`´‘’ʼ′]/g;
/** Marks of Latin, Greek and Cyrillic letters, and invisible characters. Vowel signs of Indian scripts are letters of their words. */
const IGNORED = /[\u0300-\u036f\p{Cf}]/gu;
const BETWEEN_WORDS = /[^\p{L}\p{N}\p{M}'-]+/gu;
const JOINED = /(?<= )[^ '-]*['-][^ ]*/g;
const JOINTS = /['-]/g;
const PRINTABLE_ASCII = /^[\t-~]*$/;

/** Text in one case and without accents; apostrophes and dashes of any kind as `'` and `-`. */
function fold(text: string): string {
  if (PRINTABLE_ASCII.test(text)) return text.toLowerCase().replaceAll('`', "'");
  const plain = text
    .replace(APOSTROPHES, "'")
    .replace(/\p{Pd}/gu, '-')
    .normalize('NFKD')
    .replace(IGNORED, '');
  // By way of the capitals, so that ß is ss.
  return plain.toUpperCase().toLowerCase().normalize('NFC');
}

/** `inter-house` as `interhouse house`: from each place where it can be begun. A single letter after an apostrophe is an ending. */
function beginnings(word: string): string {
  const starts = word.matchAll(/^|-|'(?=[^'-]{2})/g);
  return Array.from(starts, ({ 0: joint, index }) => word.slice(index + joint.length).replace(JOINTS, '')).join(' ');
}

/** A text as {@link createMatcher} reads it: its words with a space before each. */
export function searchable(text: string): string {
  return ` ${fold(text).replace(BETWEEN_WORDS, ' ')}`.replace(JOINED, beginnings);
}

/** What a query looks for, as a test of a {@link searchable} text. Null when nothing is typed; without a letter or digit it finds nothing. */
export function createMatcher(query: string): ((text: string) => boolean) | null {
  if (query.trim() === '') return null;
  const words = fold(query)
    .split(BETWEEN_WORDS)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .map((word) => ({
      joined: ` ${word.replace(JOINTS, '')}`,
      parts: word.split('-').flatMap((part) => (part === '' ? [] : ` ${part.replace(JOINTS, '')}`)),
    }));
  if (words.length === 0) return () => false;
  return (text) => words.every(({ joined, parts }) => text.includes(joined) || parts.every((part) => text.includes(part)));
}
