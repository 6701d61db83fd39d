/** Turns to write: the lock of the cache folder, and, where machines share their state, what the others have done. */
import type { SiteDatabase, WriteLock } from '../database/siteDatabase.ts';
import type { Engine } from '../engine/index.ts';
import type { Digest } from '../lib/digest.ts';
import { fail, type Result } from '../lib/result.ts';
import type { SharedState } from './sharedState.ts';

/** What a turn leaves for other machines. */
export interface Left {
  /** So much was changed that it is handed over as a whole. */
  readonly isWhole?: boolean;
  /** Bytes that must be gone from what is shared. */
  readonly purged?: readonly Digest[];
}

export interface TurnsOptions {
  readonly database: SiteDatabase;
  readonly engine: Pick<Engine, 'forget'>;
  /** Null: the state is this machine's alone. */
  readonly shared: SharedState | null;
  readonly onWait: (holder: string) => void;
}

/** How often a turn begins again because another machine was quicker. */
const MOST_ATTEMPTS = 4;

export class Turns {
  readonly #options: TurnsOptions;

  constructor(options: TurnsOptions) {
    this.#options = options;
  }

  /** Acts on what was published last, by whichever machine. What `act` did counts once the others can know of it. */
  async take<Value>(
    purpose: string,
    act: (lock: WriteLock) => Promise<Result<Value>>,
    leave: (value: Value) => Left = () => ({}),
  ): Promise<Result<Value>> {
    const { database } = this.#options;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const done = await this.#attempt(purpose, act, leave);
        if (done.ok || done.reason === 'locked' || attempt === MOST_ATTEMPTS) return done;
        if (done.reason !== 'superseded' && (attempt > 1 || !database.recoverIfUnsound())) return done;
      } catch (error) {
        // What a damaged database held can be had again.
        if (attempt > 1 || !database.recover(error)) throw error;
      }
    }
  }

  async #attempt<Value>(
    purpose: string,
    act: (lock: WriteLock) => Promise<Result<Value>>,
    leave: (value: Value) => Left,
  ): Promise<Result<Value>> {
    const { database, engine, shared, onWait } = this.#options;
    const locked = await database.lock(purpose, undefined, onWait);
    if (!locked.ok) return locked;
    const lock = locked.value;
    let isDone = false;
    try {
      const entered = await shared?.enter(lock);
      if (entered && !entered.ok) return entered;
      if (entered?.value.isChanged) engine.forget();
      const done = await act(lock);
      if (!done.ok) return done;
      const left = await shared?.leave(lock, leave(done.value));
      isDone = true;
      return left && !left.ok ? fail(left.reason, left.message) : done;
    } finally {
      if (!isDone) {
        await lock.undo();
        shared?.abandon();
      }
      lock.release();
    }
  }
}
