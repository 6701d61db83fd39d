const MINUTE = 60_000;
/** Addresses remembered at once, some 10 MB. Beyond, the oldest are forgotten: a flood must not fill the memory. */
const MOST_ADDRESSES = 100_000;

export type RateLimiter = ReturnType<typeof createRateLimiter>;

/** Allows each address `perMinute` uses in the minute that its first use opens. 0: no limit. */
export function createRateLimiter(perMinute: number, now: () => number) {
  // In order of `since`: an address that comes back after its minute is put at the end.
  const windows = new Map<string, { readonly since: number; used: number }>();
  const isOver = (since: number) => now() - since >= MINUTE;

  /** Seconds until this address may go on, 0 when it may now. Counts nothing. */
  function wait(address: string): number {
    const window = windows.get(address);
    if (perMinute === 0 || !window || isOver(window.since) || window.used < perMinute) return 0;
    return Math.max(1, Math.ceil((window.since + MINUTE - now()) / 1000));
  }

  /** Counts one use; answers like `wait`, and counts nothing, when none is left. */
  function take(address: string): number {
    const seconds = wait(address);
    if (perMinute === 0 || seconds > 0) return seconds;
    const window = windows.get(address);
    if (window && !isOver(window.since)) {
      window.used += 1;
      return 0;
    }
    windows.delete(address);
    for (const [oldest, { since }] of windows) {
      if (!isOver(since) && windows.size < MOST_ADDRESSES) break;
      windows.delete(oldest);
    }
    windows.set(address, { since: now(), used: 1 });
    return 0;
  }

  return { wait, take };
}
