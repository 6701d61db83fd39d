import { LARGEST_CV } from '../forms/rules.ts';
import { succeed } from '../lib/result.ts';
import { settlesWithin } from '../lib/timeLimit.ts';
import { BUSY, LARGEST_TEXT, type Outcome, SENDER_PATIENCE } from './types.ts';

/** Bytes up to which an upload is read, kept or not: a browser that is cut off while it sends shows no answer. */
export const LARGEST_UPLOAD = 32 * 1024 * 1024;
/** Bytes of one upload that are kept at most: whatever has more is too large. */
const MOST_KEPT = LARGEST_CV + 2 * LARGEST_TEXT;
/** Bytes that uploads hold together, beside those that are being forwarded. */
const HELD_BY_ALL = 64 * 1024 * 1024;

/** Uploads being read and forwarded at once: enough to fill a line, few enough that each gets through in time. */
const AT_ONCE = 4;
/** The same of one address, so that nobody has all turns. */
const AT_ONCE_OF_ADDRESS = AT_ONCE / 2;
/** Of so many turns one goes to an upload that has not begun, the others to those under way, so that these are soon over. */
const SHARE = 4;

/** Milliseconds without a byte after which a sender's turn goes to the next in line; so it does at fewer bytes a millisecond. */
const IDLE = 100;
const SLOWEST = 256;
/** Milliseconds of a turn before its pace is looked at. */
const START = 1000;

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

/** Gives turns, a few at once. What it resolves to ends the turn; more than once does no harm. */
function createTurns(): (address: string, hasBegun: boolean) => Promise<() => void> {
  const waiting: { readonly address: string; readonly hasBegun: boolean; readonly begin: () => void }[] = [];
  const running = createCounter();
  let given = 0;
  function give(): void {
    if (running.total() === AT_ONCE) return;
    const allowed = waiting.filter(({ address }) => running.get(address) < AT_ONCE_OF_ADDRESS);
    const isFreshTurn = given % SHARE === 0;
    const next = allowed.find(({ hasBegun }) => hasBegun !== isFreshTurn) ?? allowed[0];
    if (!next) return;
    waiting.splice(waiting.indexOf(next), 1);
    running.increment(next.address);
    given += 1;
    next.begin();
  }
  return async (address, hasBegun) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.push({ address, hasBegun, begin: resolve });
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

const isSlow = (lasted: number, came: number): boolean => lasted > START && came < lasted * SLOWEST;

async function waitFor(next: Promise<unknown>, milliseconds: number): Promise<void> {
  if (!(await settlesWithin(milliseconds, next))) throw new Error('The sender is too slow.');
}

export type Received = { readonly bytes: Uint8Array<ArrayBuffer>; readonly isCut: boolean };

interface Upload {
  /** Reads the body, at most once. Fails when it is let go; rejects when it breaks off. */
  read(body: AsyncIterable<Uint8Array>): Promise<Outcome<Received>>;
  /** Frees its memory and its turn. */
  end(): void;
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
    let begun = { at: 0, size: 0 };
    /** Bytes that came, and milliseconds for which their sender alone was waited for: a turn is waited for at no fault of theirs. */
    let size = 0;
    let waited = 0;
    let parts: Uint8Array[] = [];
    let own = 0;
    let isOver = false;
    const letGo = Promise.withResolvers<typeof BUSY>();

    function hold(chunks: Uint8Array[], size: number): void {
      parts = chunks;
      held += size - own;
      own = size;
    }

    function keep(chunk: Uint8Array): void {
      parts.push(chunk);
      hold(parts, own + chunk.length);
      // Of what is too large the fields are kept, which stand before the file; the rest is read out of turn.
      if (own > MOST_KEPT) {
        const start = Buffer.concat(parts, 2 * LARGEST_TEXT);
        hold([start], start.length);
        endTurn();
      }
      incomplete.delete(upload);
      incomplete.set(upload, () => letGo.resolve(BUSY));
      const [[silent, release] = []] = incomplete;
      if (held <= HELD_BY_ALL || !silent || silent === upload) return;
      release?.();
      silent.end();
    }

    async function takeTurn(): Promise<void> {
      endTurn = await turn(address, size > 0);
      begun = { at: performance.now(), size };
    }

    /** The next chunk. While its sender is idle or slow its turn is another's. */
    async function nextOf(chunks: AsyncIterator<Uint8Array>): Promise<IteratorResult<Uint8Array, unknown>> {
      const asked = performance.now();
      const next = chunks.next();
      if (size > MOST_KEPT) await waitFor(next, SENDER_PATIENCE);
      else if (!(await settlesWithin(IDLE, next)) || isSlow(performance.now() - begun.at, size - begun.size)) {
        endTurn();
        await waitFor(next, Math.min(SENDER_PATIENCE, SENDER_PATIENCE + size - waited));
        waited += performance.now() - asked;
        await takeTurn();
      }
      return next;
    }

    async function readAll(chunks: AsyncIterator<Uint8Array>): Promise<Outcome<Received>> {
      await takeTurn();
      for (;;) {
        const { done, value } = await nextOf(chunks);
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
        hold([], 0);
        isOver = true;
      },
    };
    return upload;
  };
}
