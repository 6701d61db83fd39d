/** The end of a sentence: after a word of three letters or more, so that "Mr." and "Rs." end none. */
const SENTENCE_END = /[\p{L}\p{M}\p{N}”)!?]{3}[.!?][)”]?(?=\s)|।(?=\s)/gu;

/** `cut` with the quotation that it leaves open closed, or without the mark after which nothing is left of it. */
function closeQuotation(cut: string): string {
  if (cut.lastIndexOf('“') <= cut.lastIndexOf('”')) return cut;
  return /“…$/.test(cut) ? cut.replace(/\s*“…$/, '…') : `${cut}”`;
}

/** At most `max` characters of a text, cut after a sentence of its second half, else between words and marked with an ellipsis; a quotation in it is closed. */
export function shorten(text: string, max: number): string {
  const plain = text.trim();
  // A character has at most two code units; the rest of a long text is not looked at.
  const characters = [...plain.slice(0, 2 * max + 2)];
  if (characters.length <= max) return plain;
  const room = plain.includes('“') ? max - 1 : max;
  const shown = characters.slice(0, room + 1).join('');
  const ends = Array.from(shown.matchAll(SENTENCE_END), ({ index, 0: end }) => index + end.length);
  const sentence = ends.at(-1) ?? 0;
  if (sentence > max / 2) return closeQuotation(plain.slice(0, sentence));
  const cut = characters.slice(0, room - 1).join('');
  const space = cut.search(/\s+\S*$/);
  return closeQuotation(`${cut.slice(0, space > max / 2 ? space : undefined).trimEnd()}…`);
}
