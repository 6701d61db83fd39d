const MINUTE = 60_000;
/** Addresses remembered at once, some 10 MB. Beyond, the oldest are forgotten: a flood must not fill the memory. */
const MOST_ADDRESSES = 100_000;

interface Span {
  readonly since: number;
  used: number;
}

export interface Limiter {
  /** Seconds until this address may go on, 0 when it may now. Counts nothing. */
  wait(address: string): number;
  /** Counts one; answers like `wait` when there is none left, then nothing is counted. */
  take(address: string): number;
}

/** Lets each address through `perMinute` times in the minute that its first use opens. 0: always. */
export function createLimiter(perMinute: number, now: () => number, mostAddresses = MOST_ADDRESSES): Limiter {
  // In order of `since`: an address that comes back after its minute is put at the end.
  const spans = new Map<string, Span>();

  function current(address: string): Span | undefined {
    const span = spans.get(address);
    if (!span || now() - span.since < MINUTE) return span;
    spans.delete(address);
    return undefined;
  }

  function secondsLeft(span: Span): number {
    return Math.max(1, Math.ceil((span.since + MINUTE - now()) / 1000));
  }

  function open(address: string): void {
    for (const [old, span] of spans) {
      if (now() - span.since < MINUTE && spans.size < mostAddresses) break;
      spans.delete(old);
    }
    spans.set(address, { since: now(), used: 1 });
  }

  function wait(address: string): number {
    if (perMinute === 0) return 0;
    const span = current(address);
    return span && span.used >= perMinute ? secondsLeft(span) : 0;
  }

  return {
    wait,
    take(address) {
      const seconds = wait(address);
      if (perMinute === 0 || seconds > 0) return seconds;
      const span = current(address);
      if (span) span.used += 1;
      else open(address);
      return 0;
    },
  };
}
