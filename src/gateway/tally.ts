/** Counts what goes on at this moment, by name. */
export interface Tally {
  add(name: string): void;
  remove(name: string): void;
  of(name: string): number;
  all(): number;
}

/** A tally that keeps no name longer than something goes on under it. */
export function createTally(): Tally {
  const counts = new Map<string, number>();
  let total = 0;
  const change = (name: string, by: number) => {
    total += by;
    const count = (counts.get(name) ?? 0) + by;
    if (count > 0) counts.set(name, count);
    else counts.delete(name);
  };
  return {
    add: (name) => change(name, 1),
    remove: (name) => change(name, -1),
    of: (name) => counts.get(name) ?? 0,
    all: () => total,
  };
}
