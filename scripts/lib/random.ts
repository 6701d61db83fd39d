export type Random = ReturnType<typeof randomFrom>;

/** Repeatable choices, by mulberry32: the same seed gives the same ones on every machine. */
export function randomFrom(seed: number) {
  let state = seed;
  /** A uniformly distributed number in [0, 1). */
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  /** `values`: not empty. */
  const pick = <Value>(values: readonly Value[]) => values[Math.floor(next() * values.length)] as Value;
  return { next, pick };
}
