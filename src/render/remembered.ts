/** Texts kept before all are forgotten. With each new highlight the style sheets of all pages change. */
const KEPT_TEXTS = 256;
/** One letter a byte: such texts are copied without a decoding. */
const BYTES = 'latin1';

/**
 * `make` for texts that repeat from page to page, made once for each: found again by length, as comparing is cheaper
 * than hashing. For texts of one letter a byte.
 */
export function remembered<Value>(make: (text: string) => Value): (text: string) => Value {
  const made = new Map<number, { readonly text: string; readonly value: Value }[]>();
  let kept = 0;
  return (text) => {
    const known = made.get(text.length)?.find((candidate) => candidate.text === text);
    if (known) return known.value;
    if (kept >= KEPT_TEXTS) made.clear();
    kept = made.size === 0 ? 1 : kept + 1;
    const value = make(text);
    // A copy: a part of a document would keep all of it.
    made.set(text.length, [...(made.get(text.length) ?? []), { text: Buffer.from(text, BYTES).toString(BYTES), value }]);
    return value;
  };
}
