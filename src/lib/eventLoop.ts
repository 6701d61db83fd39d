import { setImmediate } from 'node:timers/promises';

/** Milliseconds of work between two turns of the event loop. */
const SLICE = 8;

/** For long loops: `await` the returned function's result in each round, and other work gets its turn in between. */
export function createYieldToEventLoop(): () => Promise<void> | null {
  let since = performance.now();
  return () => {
    if (performance.now() - since < SLICE) return null;
    return setImmediate().then(() => {
      since = performance.now();
    });
  };
}
