/** Counts what is under way, by name; forgets a name whose count is zero. */
export function createCounter() {
  const counts = new Map<string, number>();
  let total = 0;
  const change = (name: string, by: number) => {
    total += by;
    const count = (counts.get(name) ?? 0) + by;
    if (count > 0) counts.set(name, count);
    else counts.delete(name);
  };
  return {
    increment: (name: string) => change(name, 1),
    decrement: (name: string) => change(name, -1),
    get: (name: string) => counts.get(name) ?? 0,
    total: () => total,
  };
}
