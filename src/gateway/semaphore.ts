import pLimit from 'p-limit';

/** Returns a permit; more than once does no harm. */
export type Release = () => void;
/** Waits for a permit. */
export type Acquire = () => Promise<Release>;

/** Milliseconds without a byte, and milliseconds in all, after which a body's permit goes to the next in line. */
const IDLE = 100;
const LONGEST = 1000;

/** A semaphore, first come first served. */
export function createSemaphore(permits: number): Acquire {
  const limit = pLimit(permits);
  return () => {
    const { promise, resolve } = Promise.withResolvers<Release>();
    void limit(() => new Promise<void>((release) => resolve(release)));
    return promise;
  };
}

/** Whether a promise settles in time. Never rejects. */
async function settlesWithin(milliseconds: number, promise: Promise<unknown>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(resolve, milliseconds, false);
  const settled = () => true;
  return Promise.race([promise.then(settled, settled), late]).finally(() => clearTimeout(timer));
}

/**
 * Reads a body only while it holds a permit, so that any number of uploads takes the memory of a few. A sender that is
 * idle, or has held its permit for long, queues up again: a slow line holds up nobody.
 */
export async function* readWithPermit(body: AsyncIterable<Uint8Array>, acquire: Acquire): AsyncGenerator<Uint8Array, void> {
  const chunks = body[Symbol.asyncIterator]();
  let release = await acquire();
  let since = performance.now();
  try {
    for (;;) {
      const next = chunks.next();
      if (!(await settlesWithin(IDLE, next)) || performance.now() - since > LONGEST) {
        release();
        await next;
        release = await acquire();
        since = performance.now();
      }
      const { done, value } = await next;
      if (done) return;
      yield value;
    }
  } finally {
    release();
    await chunks.return?.();
  }
}
