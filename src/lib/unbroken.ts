/** A day with its month, a class with its numeral, and a title with the names after it. */
const TOGETHER =
  /\b\d{1,2} [JFMASOND][a-z]{2,8}|\b[Cc]lass(?:es)? [IVX]+(?: (?:to|and) [IVX]+)?|\b(?:Dr|Mr|Ms)\.(?: \p{Lu}[\p{L}.]+)+/gu;

/** A text with no-break spaces in what stays on one line: for cards, in which the markup of `Unbroken` would weigh too much. */
export function unbroken(text: string): string {
  return text.replace(TOGETHER, (words) => words.replaceAll(' ', '\u00a0'));
}
