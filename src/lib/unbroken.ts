/** A session such as "2026-27", a word with a hyphen, a day with its month, a class with its numeral, and a title with the names after it. */
export const TOGETHER =
  /(\d{4}-\d{2}|\p{L}+-\p{L}+|\b\d{1,2} [JFMASOND][a-z]{2,8}|\b[Cc]lass(?:es)? [IVX]+(?: (?:to|and) [IVX]+)?|\b(?:Dr|Mr|Ms)\.(?: \p{Lu}[\p{L}.]+)+)/u;

/** A text with no-break spaces in what stays on one line; for texts in which markup would weigh too much. */
export function unbroken(text: string): string {
  const parts = text.split(TOGETHER);
  return parts.map((part, index) => (index % 2 === 0 ? part : part.replaceAll(' ', '\u00a0'))).join('');
}
