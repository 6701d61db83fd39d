/** The end of a sentence: after a word of three letters or more, so that "Mr." and "Rs." end none. */
const SENTENCE_END = /[\p{L}\p{M}\p{N}”)!?]{3}[.!?][)”]?(?=\s)|।(?=\s)/gu;

/** At most `max` characters of a text, cut after a sentence of its second half, else between words and marked with an ellipsis. */
export function shorten(text: string, max: number): string {
  const plain = text.trim();
  // A character has at most two code units; the rest of a long text is not looked at.
  const characters = [...plain.slice(0, 2 * max + 2)];
  if (characters.length <= max) return plain;
  const ends = [
    ...characters
      .slice(0, max + 1)
      .join('')
      .matchAll(SENTENCE_END),
  ].map(({ index, 0: end }) => index + end.length);
  const sentence = ends.at(-1) ?? 0;
  if (sentence > max / 2) return plain.slice(0, sentence);
  const cut = characters.slice(0, max - 1).join('');
  const space = cut.search(/\s+\S*$/);
  return `${cut.slice(0, space > max / 2 ? space : undefined).trimEnd()}…`;
}
