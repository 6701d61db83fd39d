/** The matching of the lists' search (contract, section 7). Pure; its work follows the length of the text, whatever it holds. */

const APOSTROPHES = /['`´‘’ʼ′]/g;
/** Marks of Latin, Greek and Cyrillic letters, and invisible characters. Vowel signs of Indian scripts are letters of their words. */
const IGNORED = /[\u0300-\u036f\p{Cf}]/gu;
const BETWEEN_WORDS = /[^\p{L}\p{N}\p{M}'-]+/gu;
const JOINTS = /['-]/g;
const PRINTABLE_ASCII = /^[\t-~]*$/;

/** Text in one case and without accents; apostrophes and dashes of any kind as `'` and `-`. */
export function fold(text: string): string {
  if (PRINTABLE_ASCII.test(text)) return text.toLowerCase().replaceAll('`', "'");
  const plain = text
    .replace(APOSTROPHES, "'")
    .replace(/\p{Pd}/gu, '-')
    .normalize('NFKD')
    .replace(IGNORED, '');
  // By way of the capitals, so that ß is ss.
  return plain.toUpperCase().toLowerCase().normalize('NFC');
}

/** The words of a folded text, with their hyphens and apostrophes. */
export const wordsOf = (folded: string): string[] => folded.split(BETWEEN_WORDS).filter((word) => /[\p{L}\p{N}]/u.test(word));

/** A text as {@link createMatcher} reads it: its words with a space before each. */
export const searchable = (text: string): string => ` ${fold(text).replace(BETWEEN_WORDS, ' ')}`;

/** Whether a word begins so, also after hyphens and apostrophes ("O’Brien"), but for an ending of one letter ("Children’s"). */
function begins(part: string): (text: string) => boolean {
  // Words are letters, marks and digits: nothing in them has a meaning in a pattern.
  const letters = [...part.replace(JOINTS, '')].join("['-]*");
  const pattern = new RegExp(`(?: ['-]*|-|'(?=[^ '-]{2}))${letters}`, 'u');
  return (text) => pattern.test(text);
}

export const LONGEST_QUERY = 200;

/** What a query looks for, as a test of a {@link searchable} text. Null when nothing is typed; without a letter or digit it finds nothing. */
export function createMatcher(query: string): ((text: string) => boolean) | null {
  if (query.trim() === '') return null;
  const words = wordsOf(fold(query.slice(0, LONGEST_QUERY))).map((word) => {
    const [joined, parts] = [begins(word), word.split('-').filter(Boolean).map(begins)];
    return (text: string) => joined(text) || parts.every((part) => part(text));
  });
  return words.length === 0 ? () => false : (text) => words.every((word) => word(text));
}
