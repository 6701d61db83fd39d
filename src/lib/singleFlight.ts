/** Gives a function that runs `work` for a key; calls for the same key while it runs share that run. */
export function singleFlight<Key, Value>(): (key: Key, work: () => Promise<Value>) => Promise<Value> {
  const running = new Map<Key, Promise<Value>>();
  return (key, work) => {
    const known = running.get(key);
    if (known) return known;
    const started = work().finally(() => running.delete(key));
    running.set(key, started);
    return started;
  };
}
