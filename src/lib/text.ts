import { withoutEntities } from './entities.ts';

/** The words of sanitised HTML, one element a block (paragraph, list item, heading); empty blocks are left out. */
export function paragraphsOf(html: string): string[] {
  return html
    .split(/<\/?(?:p|div|h[1-6]|li|ul|ol|blockquote|br|hr|tr|table)\b[^>]*>/i)
    .map((block) => withoutEntities(block.replace(/<[^>]*>/g, '')))
    .map((block) => block.replace(/\s+/g, ' ').trim())
    .filter((block) => block !== '');
}

/** `hi` or `bn` for a text whose letters are mostly Devanagari or Bengali (contract, section 7); undefined for others. */
export function langOf(text: string): 'hi' | 'bn' | undefined {
  if (!/[\u0900-\u09ff]/.test(text)) return undefined;
  const count = (letters: RegExp) => text.match(letters)?.length ?? 0;
  const [hindi, bengali] = [count(/\p{Script=Devanagari}/gu), count(/\p{Script=Bengali}/gu)];
  const half = count(/\p{L}|\p{M}/gu) / 2;
  if (hindi > half) return 'hi';
  return bengali > half ? 'bn' : undefined;
}

/** Characters of a text; those of Hindi and Bengali count twice, as a letter takes three bytes. */
export const textSize = (text: string): number => text.length * (langOf(text) ? 2 : 1);

/** Characters of a text for which a page has room; in Hindi and Bengali half as many. */
export const roomFor = (text: string, room: number): number => (langOf(text) ? Math.floor(room / 2) : room);

/** `14 to 29 Sep`, without its year, as a narrow cell has no room for more; `5 Jan 2027`. */
const DAY = /\b\d{1,2} to \d{1,2} [JFMASOND][a-z]{2,8}|\b\d{1,2} [JFMASOND][a-z]{2,8}(?: \d{4}\b)?/gu;

/** What stays on one line: a day or days with month and year, an amount, a length, a telephone number, an hour, a class with its numeral, and a title with the name after it. */
export const PHRASE = new RegExp(
  `${DAY.source}|\\bRs\\. \\d[\\d,]*|\\b\\d{1,6}(?:\\.\\d{1,3})? k?m\\b|\\+\\d{1,3}(?: \\d{4,6}){2}|\\b\\d{1,2}:\\d\\d [ap]m|\\b[Cc]lass(?:es)? [IVX]+|\\b(?:Dr|Mr|Ms)\\. \\p{Lu}[\\p{L}.-]+`,
  'gu',
);

const tied = (words: string) => words.replaceAll(' ', '\u00a0');

/** A text with no-break spaces in its phrases: for cards, in which the markup of `Unbroken` would weigh too much. */
export const unbroken = (text: string): string => text.replace(PHRASE, tied);

/** A text with no-break spaces in its dates alone: names and headings stay as they are looked for. */
export const withWholeDates = (text: string): string => text.replace(DAY, tied);

/** A title whose brackets at the end, such as "(4 minutes)", stay on one line. */
export const withWholeLength = (title: string): string => title.replace(/(\(\d+) (?=[^ ()]+\)$)/u, '$1\u00a0');

/** JSON that cannot end the script element that it stands in. */
export const jsonForScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/** A file's size for readers: `3 kB`, `1.2 MB`. */
export function fileSize(bytes: number): string {
  return bytes < 999_500 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

const DATED = /\b\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)/;

/** The day, or the days, with which a title begins, and what it says of them: `From 1 Dec: registration`. Null of another title. */
export function datedTitle(title: string): { readonly when: string; readonly what: string } | null {
  const at = title.indexOf(': ');
  const when = title.slice(0, Math.max(0, at));
  return DATED.test(when) ? { when, what: title.slice(at + 2) } : null;
}
