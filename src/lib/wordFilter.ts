/** Whether a file may hold a word, told in a kilobyte: no file is read in vain for what it does not hold. */

/** Bits of a filter: with the words of some 1,000 entries a third of them is set. */
const BITS = 8192;
const SHORTEST = 2;
const LONGEST = 4;

/** A place is written as two printable characters, so that places of several texts are joined as texts are. */
const DIGIT = 91;
const FIRST = 35;

/** FNV-1a, 32 bits. */
function placeOf(beginning: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < beginning.length; at += 1) hash = Math.imul(hash ^ beginning.charCodeAt(at), 0x01000193);
  return (hash >>> 0) % BITS;
}

export function filterPlaces(words: Iterable<string>): string {
  const places = new Set<number>();
  for (const word of words)
    for (let length = SHORTEST; length <= LONGEST && length <= word.length; length += 1)
      places.add(placeOf(word.slice(0, length)));
  const written = Array.from(places, (place) => [FIRST + Math.floor(place / DIGIT), FIRST + (place % DIGIT)]);
  return String.fromCharCode(...written.flat());
}

export function filterOf(places: string): string {
  const bytes = new Uint8Array(BITS / 8);
  for (let at = 0; at < places.length; at += 2) {
    const place = (places.charCodeAt(at) - FIRST) * DIGIT + places.charCodeAt(at + 1) - FIRST;
    bytes[place >> 3] = (bytes[place >> 3] ?? 0) | (1 << (place & 7));
  }
  return btoa(String.fromCharCode(...bytes));
}

/** Whether there may be a word that begins so behind a filter. */
export function mayHold(filter: string, word: string): boolean {
  if (word.length < SHORTEST) return true;
  const place = placeOf(word.slice(0, LONGEST));
  return ((atob(filter).charCodeAt(place >> 3) >> (place & 7)) & 1) === 1;
}
