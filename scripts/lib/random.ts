/** Repeatable choices: the same seed gives the same ones on every machine. */
export interface Random {
  /** A uniformly distributed number in [0, 1). */
  next(): number;
  /** One of a list that is not empty. */
  pick<Value>(values: readonly Value[]): Value;
}

/** Random numbers by mulberry32. */
export function randomFrom(seed: number): Random {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return { next, pick: <Value>(values: readonly Value[]) => values[Math.floor(next() * values.length)] as Value };
}
