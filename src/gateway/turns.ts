/** Gives a turn back; more than once does no harm. */
export type GiveBack = () => void;
/** Waits for a turn. */
export type Turns = () => Promise<GiveBack>;

/** Milliseconds without a byte, and milliseconds in all, after which a body's turn goes to the next in line. */
const QUIET = 100;
const LONGEST = 1000;

/** Turns for at most `most` at once; the others wait in the order in which they came. */
export function createTurns(most: number): Turns {
  const waiting: (() => void)[] = [];
  let free = most;
  return async () => {
    if (free > 0) free -= 1;
    else await new Promise<void>((go) => waiting.push(go));
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    };
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
 * A body chunk by chunk, read only while it has a turn, so that any number of uploads takes the memory of a few: the
 * others stay with their senders. Whoever sends nothing for a moment, or has had a long turn, queues up again; a slow
 * line thus holds up nobody.
 */
export async function* inTurns(body: AsyncIterable<Uint8Array>, turns: Turns): AsyncGenerator<Uint8Array, void> {
  const chunks = body[Symbol.asyncIterator]();
  let giveBack = await turns();
  let since = performance.now();
  try {
    for (;;) {
      const coming = chunks.next();
      if (!(await settlesWithin(QUIET, coming)) || performance.now() - since > LONGEST) {
        giveBack();
        await coming;
        giveBack = await turns();
        since = performance.now();
      }
      const { done, value } = await coming;
      if (done) return;
      yield value;
    }
  } finally {
    giveBack();
    await chunks.return?.();
  }
}
