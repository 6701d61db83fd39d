import { setTimeout as delay } from 'node:timers/promises';
import type { Failure, Success } from './result.ts';

/** In all. */
const ATTEMPTS = 3;

interface RetryOptions<Fault> {
  /** Milliseconds before the first repetition, give or take a quarter; each further one waits three times as long. */
  readonly backOff: number;
  readonly signal?: AbortSignal;
  /** Milliseconds to wait at least after a failure: what a `Retry-After` asks for. */
  readonly pauseAfter?: (failure: Fault) => number;
  readonly onRetry?: (failure: Fault) => void;
  /** No attempt begins after this moment of `performance.now`. */
  readonly until?: number;
}

/** Whether an HTTP status may be another one a moment later. */
export const isTransientStatus = (status: number): boolean => status === 408 || status === 429 || status >= 500;

/** The longest `Retry-After` that is waited for, ms. */
const LONGEST_PAUSE = 4000;

/** Milliseconds after which a server wants to be asked again, by its header `Retry-After`. */
export const pauseAsked = (header = ''): number => (/^\d+$/.test(header) ? Math.min(Number(header) * 1000, LONGEST_PAUSE) : 0);

/** Repeats an attempt after a transient failure, with growing pauses. (p-retry repeats what throws: our failures are values.) */
export async function retry<Value, Fault extends Failure>(
  attempt: () => Promise<Success<Value> | Fault>,
  isTransient: (failure: Fault) => boolean,
  { backOff, signal, pauseAfter = () => 0, onRetry, until = Number.POSITIVE_INFINITY }: RetryOptions<Fault>,
): Promise<Success<Value> | Fault> {
  for (let number = 1; ; number += 1) {
    const result = await attempt();
    if (result.ok || !isTransient(result) || number === ATTEMPTS) return result;
    const pause = Math.max(pauseAfter(result), backOff * 3 ** (number - 1) * (0.75 + Math.random() / 2));
    if (performance.now() + pause > until) return result;
    onRetry?.(result);
    const isAborted = await delay(pause, false, { signal }).catch(() => true);
    if (isAborted) return result;
  }
}
