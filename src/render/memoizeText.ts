import { BYTES } from './scan.ts';

/** Results kept before all are dropped. With each new highlight the style sheets of all pages change. */
const MOST = 256;

/**
 * `make` for texts (of one letter a byte) that repeat from page to page, made once for each: looked up by length, as
 * comparing is cheaper than hashing.
 */
export function memoizeText<Value>(make: (text: string) => Value): (text: string) => Value {
  const made = new Map<number, { readonly text: string; readonly value: Value }[]>();
  let count = 0;
  return (text) => {
    const known = made.get(text.length)?.find((candidate) => candidate.text === text);
    if (known) return known.value;
    if (count >= MOST) made.clear();
    count = made.size === 0 ? 1 : count + 1;
    const value = make(text);
    // A copy: a slice of a document would keep all of it.
    made.set(text.length, [...(made.get(text.length) ?? []), { text: Buffer.from(text, BYTES).toString(BYTES), value }]);
    return value;
  };
}
