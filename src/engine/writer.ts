/** The engine's turn to write: the lock of its cache folder, and what a rebuild leaves to be done before it is released. */
import { setImmediate } from 'node:timers/promises';
import { type Result, succeed } from '../lib/result.ts';
import type { EngineOptions, Lock, LockFailure, StoredBlob } from './api.ts';
import { takeLock } from './lock.ts';
import type { RenderWorker } from './renderWorker.ts';

export class Writer {
  readonly #options: Required<EngineOptions>;
  readonly #worker: RenderWorker;
  readonly #needed: () => Iterable<StoredBlob>;
  #maintenance: (() => void) | null = null;
  #settled: Promise<void> = Promise.resolve();

  /** `needed`: the files of the store that kept releases need. */
  constructor(options: Required<EngineOptions>, worker: RenderWorker, needed: () => Iterable<StoredBlob>) {
    this.#options = options;
    this.#worker = worker;
    this.#needed = needed;
  }

  async lock(purpose: string): Promise<Result<Lock, LockFailure>> {
    await this.#settled;
    const { cacheDir, lockTimeout, onEvent, shared } = this.#options;
    const onWait = (holder: string) => onEvent({ type: 'lock-waiting', holder });
    const taken = await takeLock(cacheDir, purpose, lockTimeout, onWait);
    if (!taken.ok) return taken;
    const entered = await shared?.enter(purpose);
    if (entered && !entered.ok) {
      taken.value();
      return entered;
    }
    let released: Promise<void> | null = null;
    return succeed({
      get active() {
        return released === null;
      },
      release: () => {
        released ??= this.#release(taken.value);
        return released;
      },
    });
  }

  /** Acts under the given lock, or under one of its own. */
  async run<Value, Reason extends string>(
    purpose: string,
    act: () => Promise<Result<Value, Reason>>,
    lock?: Lock,
  ): Promise<Result<Value, Reason | LockFailure>> {
    const own = lock?.active ? null : await this.lock(purpose);
    if (own && !own.ok) return own;
    try {
      return await act();
    } finally {
      // The result does not wait for the maintenance after a rebuild; the next operation does.
      const isDeferred = this.#maintenance !== null;
      const released = own?.value.release();
      if (!isDeferred) await released;
      else released?.catch((error: unknown) => this.#options.onEvent({ type: 'maintenance-failed', error }));
    }
  }

  /** Has `work` done before the lock is released. */
  defer(work: () => void): void {
    this.#maintenance = work;
  }

  settled(): Promise<void> {
    return this.#settled;
  }

  #release(unlock: () => void): Promise<void> {
    const released = this.#maintain()
      .then(() => this.#handOver())
      .finally(unlock);
    this.#settled = released.catch(() => {});
    return released;
  }

  async #handOver(): Promise<void> {
    await this.#options.shared?.leave(this.#needed());
  }

  async #maintain(): Promise<void> {
    const maintain = this.#maintenance;
    this.#maintenance = null;
    try {
      // The caller of the rebuild goes on first.
      if (maintain) await setImmediate();
      maintain?.();
    } catch (error) {
      // The release is live and whole; the next rebuild tries again what failed here.
      this.#options.onEvent({ type: 'maintenance-failed', error });
    } finally {
      await this.#worker.end();
    }
  }
}
