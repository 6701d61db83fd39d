import { setTimeout as delay } from 'node:timers/promises';
import type { Failure, Result } from './result.ts';

export interface RetryOptions {
  /** Milliseconds before the first repetition; each further one waits three times as long. */
  readonly backOff: number;
  /** Attempts in all. */
  readonly attempts?: number;
  /** Ends the wait for the next attempt. */
  readonly signal?: AbortSignal;
}

/**
 * Repeats an attempt that ends in a transient failure, with growing pauses. Gives the last attempt's result. (p-retry
 * repeats what throws, while our failures are values, and drops an attempt under way when the signal aborts.)
 */
export async function retry<Value, Reason extends string>(
  attempt: () => Promise<Result<Value, Reason>>,
  isTransient: (failure: Failure<Reason>) => boolean,
  { backOff, attempts = 3, signal }: RetryOptions,
): Promise<Result<Value, Reason>> {
  for (let number = 1; ; number += 1) {
    const result = await attempt();
    if (result.ok || !isTransient(result) || number >= attempts) return result;
    const isAborted = await delay(backOff * 3 ** (number - 1), false, { signal }).catch(() => true);
    if (isAborted) return result;
  }
}
