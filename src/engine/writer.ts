/** The engine's turn to write: the lock of its cache folder, and what a rebuild leaves to be done before it is released. */
import { setImmediate } from 'node:timers/promises';
import { type Result, succeed } from '../lib/result.ts';
import type { EngineOptions, Lock } from './api.ts';
import { takeLock } from './lock.ts';
import type { RenderWorker } from './render-worker.ts';

export class Writer {
  readonly #options: Required<EngineOptions>;
  readonly #worker: RenderWorker;
  #maintenance: (() => void) | null = null;
  #settled: Promise<void> = Promise.resolve();

  constructor(options: Required<EngineOptions>, worker: RenderWorker) {
    this.#options = options;
    this.#worker = worker;
  }

  async lock(purpose: string): Promise<Result<Lock, 'locked'>> {
    await this.#settled;
    const { cacheDir, lockTimeout, onEvent } = this.#options;
    const onWait = (holder: string) => onEvent({ type: 'lock-waiting', holder });
    const taken = await takeLock(cacheDir, purpose, lockTimeout, onWait);
    if (!taken.ok) return taken;
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
  ): Promise<Result<Value, Reason | 'locked'>> {
    const own = lock?.active ? null : await this.lock(purpose);
    if (own && !own.ok) return own;
    try {
      return await act();
    } finally {
      // The result does not wait for the maintenance after a rebuild; the next operation does.
      const isDeferred = this.#maintenance !== null;
      const released = own?.value.release();
      if (!isDeferred) await released;
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
    this.#settled = this.#maintain().finally(unlock);
    return this.#settled;
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
