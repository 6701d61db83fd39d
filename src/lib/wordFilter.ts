/** Whether a file may hold a word, told in a kilobyte: no file is read in vain for what it does not hold. */

/** Bits of a filter: with the words of some 1,000 entries a third of them is set. */
const BITS = 8192;
const SHORTEST = 2;
const LONGEST = 4;

/** A place is written as two printable characters, so that places of several texts are joined as texts are. */
const DIGIT = 91;
const FIRST = 35;

/** Adds the places of a word's beginnings: FNV-1a, 32 bits, of each of them. */
function addPlaces(word: string, places: Set<number>): void {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length && at < LONGEST; at += 1) {
    hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
    if (at + 1 >= SHORTEST) places.add((hash >>> 0) % BITS);
  }
}

export function filterPlaces(words: Iterable<string>): string {
  const places = new Set<number>();
  for (const word of new Set(words)) addPlaces(word, places);
  let written = '';
  for (const place of places) written += String.fromCharCode(FIRST + Math.floor(place / DIGIT), FIRST + (place % DIGIT));
  return written;
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
  const bits = atob(filter);
  const places = new Set<number>();
  addPlaces(word, places);
  return [...places].every((place) => ((bits.charCodeAt(place >> 3) >> (place & 7)) & 1) === 1);
}
