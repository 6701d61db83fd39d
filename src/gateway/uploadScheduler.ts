import { LARGEST_CV } from '../forms/careers.ts';
import { succeed } from '../lib/result.ts';
import { createCounter } from './counter.ts';
import { LARGEST_TEXT, LARGEST_UPLOAD, SENDER_PATIENCE, UPLOADS_AT_ONCE, UPLOADS_HELD } from './limits.ts';
import { BUSY, type Outcome } from './types.ts';

/** Milliseconds without a byte after which a sender's turn goes to the next in line; so it does at fewer bytes a millisecond. */
const IDLE = 100;
const SLOWEST = 256;
/** Milliseconds of a turn before its pace is looked at. */
const START = 1000;
/** Bytes of one upload: whatever has more is too large, but read on, as a browser that is cut off shows no answer. */
const MOST_KEPT = LARGEST_CV + 2 * LARGEST_TEXT;

/** The beginning of a body. */
export interface Received {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** More came than is kept. */
  readonly isCut: boolean;
}

/** One upload, from its first byte until it is forwarded. */
export interface Upload {
  /** Reads the body, at most once. Fails when it is let go; rejects when it breaks off. */
  read(body: AsyncIterable<Uint8Array>): Promise<Outcome<Received>>;
  /** Frees its memory and its turn. */
  end(): void;
}

/** Of so many turns one goes to an upload that has not begun, the others to those under way, so that these are soon over. */
const SHARE = 4;
/** Turns that one address has at once, so that nobody has all of them. */
const MOST_OF_ONE_ADDRESS = UPLOADS_AT_ONCE / 2;

interface Waiting {
  readonly address: string;
  readonly begin: () => void;
}

/** Gives turns, a few at once. What it resolves to ends the turn; more than once does no harm. */
function createTurns(): (address: string, hasBegun: boolean) => Promise<() => void> {
  const begun: Waiting[] = [];
  const fresh: Waiting[] = [];
  const running = createCounter();
  let given = 0;
  function next(queue: Waiting[]): Waiting | undefined {
    const at = queue.findIndex(({ address }) => running.get(address) < MOST_OF_ONE_ADDRESS);
    return at < 0 ? undefined : queue.splice(at, 1)[0];
  }
  function give(): void {
    if (running.total() === UPLOADS_AT_ONCE) return;
    const [first, second] = given % SHARE === 0 ? [fresh, begun] : [begun, fresh];
    const waiting = next(first) ?? next(second);
    if (!waiting) return;
    running.increment(waiting.address);
    given += 1;
    waiting.begin();
  }
  return async (address, hasBegun) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    (hasBegun ? begun : fresh).push({ address, begin: resolve });
    give();
    await promise;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      running.decrement(address);
      give();
    };
  };
}

/** Whether a promise settles in time. Never rejects. */
export async function settlesWithin(milliseconds: number, promise: Promise<unknown>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(resolve, milliseconds, false);
  const settled = () => true;
  return Promise.race([promise.then(settled, settled), late]).finally(() => clearTimeout(timer));
}

/** Throws when nothing comes in time. */
async function waitFor(next: Promise<unknown>, milliseconds: number): Promise<void> {
  if (!(await settlesWithin(milliseconds, next))) throw new Error('The sender is too slow.');
}

/** Chunks for as long as their sender goes on sending. */
async function* patiently(chunks: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  for (;;) {
    const next = chunks.next();
    await waitFor(next, SENDER_PATIENCE);
    const { done, value } = await next;
    if (done) return;
    yield value;
  }
}

/**
 * Bounds what uploads take. A few are read and forwarded at once, two of one address, first come first served; a sender
 * that is idle or slow queues up again, so that a slow line holds up nobody. Together they hold so many bytes; beyond, the
 * one whose sender has been silent for longest is let go.
 */
export function createUploads(): (address: string) => Upload {
  const turn = createTurns();
  /** What lets go of uploads that have not come whole, the longest silent first. */
  const incomplete = new Map<Upload, () => void>();
  let held = 0;

  return (address) => {
    let endTurn = () => {};
    let parts: Uint8Array[] = [];
    let own = 0;
    let isOver = false;
    const letGo = Promise.withResolvers<typeof BUSY>();

    function keep(chunk: Uint8Array): void {
      if (chunk.length > 0) parts.push(chunk);
      own += chunk.length;
      held += chunk.length;
      incomplete.delete(upload);
      incomplete.set(upload, () => letGo.resolve(BUSY));
      const [[silent, release] = []] = incomplete;
      if (held <= UPLOADS_HELD || !silent || silent === upload) return;
      release?.();
      silent.end();
    }

    /** Of what is too large the fields are kept, which stand before the file. */
    function cut(): void {
      parts = [Buffer.concat(parts, Math.min(own, 2 * LARGEST_TEXT))];
      held -= own;
      own = parts[0]?.length ?? 0;
      held += own;
    }

    /** A body's chunks. While a sender is slow its turn is another's. */
    async function* inTurn(chunks: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array, void> {
      endTurn = await turn(address, false);
      // Its sender's time alone, as a turn is waited for at no fault of theirs.
      let waited = 0;
      for (let size = 0, begun = { at: performance.now(), size }; size <= MOST_KEPT; ) {
        const asked = performance.now();
        const next = chunks.next();
        const isIdle = !(await settlesWithin(IDLE, next));
        const lasted = performance.now() - begun.at;
        if (isIdle || (lasted > START && size - begun.size < lasted * SLOWEST)) {
          endTurn();
          await waitFor(next, Math.min(SENDER_PATIENCE, SENDER_PATIENCE + size - waited));
          waited += performance.now() - asked;
          endTurn = await turn(address, true);
          begun = { at: performance.now(), size };
        }
        const { done, value } = await next;
        if (done) return;
        yield value;
        size += value.length;
      }
      // What is too large is read on out of turn.
      cut();
      endTurn();
      yield* patiently(chunks);
    }

    async function readAll(chunks: AsyncIterator<Uint8Array>): Promise<Outcome<Received>> {
      for (let size = 0, source = inTurn(chunks); ; ) {
        const { done, value } = await source.next();
        if (isOver) return BUSY;
        if (done || size + value.length > LARGEST_UPLOAD) {
          const bytes = Buffer.concat(parts);
          parts = [];
          return succeed({ bytes, isCut: !done || size > MOST_KEPT });
        }
        if (size <= MOST_KEPT) keep(value);
        size += value.length;
      }
    }

    const upload: Upload = {
      async read(body) {
        const read = readAll(body[Symbol.asyncIterator]());
        const received = await Promise.race([read, letGo.promise]);
        incomplete.delete(upload);
        // Of one that was let go the rest concerns nobody, nor does its turn.
        if (received === BUSY) void read.catch(() => undefined).finally(() => endTurn());
        return received;
      },
      end() {
        endTurn();
        incomplete.delete(upload);
        held -= own;
        own = 0;
        parts = [];
        isOver = true;
      },
    };
    return upload;
  };
}
