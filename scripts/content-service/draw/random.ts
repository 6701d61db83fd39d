import { randomFrom } from '../../lib/random.ts';

/** A repeatable source of variety: the same seed draws the same picture on every machine. */
export interface Random {
  /** A number from `low` up to, not including, `high`. */
  between(low: number, high: number): number;
  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
  /** The items in another order. */
  shuffle<Item>(items: readonly Item[]): Item[];
}

/** Good enough for leaves and hair. */
export function randomOf(seed: number): Random {
  const next = randomFrom(seed);
  for (let warm = 0; warm < 4; warm += 1) next();
  const between = (low: number, high: number): number => low + next() * (high - low);
  const whole = (low: number, high: number): number => Math.floor(between(low, high + 1));
  return {
    between,
    whole,
    chance: (probability) => next() < probability,
    pick: (items) => items[whole(0, items.length - 1)] ?? items[0],
    shuffle: (items) =>
      items
        .map((item) => ({ item, key: next() }))
        .sort((a, b) => a.key - b.key)
        .map(({ item }) => item),
  };
}
