/** The lock of a site: that of its cache folder, and, where machines share their state, what the others have published. */
import { join, resolve } from 'node:path';
import type { SiteDatabase, WriteLock } from '../database/siteDatabase.ts';
import { type Engine, storedFile } from '../engine/index.ts';
import { readIfPresent } from '../lib/files.ts';
import { fail, type Result } from '../lib/result.ts';
import type { Settings } from '../lib/settings.ts';
import { openWithdrawals } from '../media/withdrawals.ts';
import { readNewest } from '../state/head.ts';
import { type PushOptions, SharedState } from '../state/sharedState.ts';
import { openBucket } from '../targets/s3/client.ts';

export interface SharedStateOptions {
  readonly database: SiteDatabase;
  /** Asked once the engine is open. */
  readonly engine: () => Pick<Engine, 'live' | 'needed' | 'isNeeded'>;
  /** Name of the compiled site that is needed now; absent: none is, as where nothing is rendered. */
  readonly compiledName?: () => string;
  /** One line for whoever runs the site. */
  readonly tell: (message: string) => void;
}

/** The state in the bucket that the settings name; null when they name none. */
export function openSharedState(root: string, settings: Settings, options: SharedStateOptions) {
  const { database, engine, compiledName, tell } = options;
  const { schoolCode, siteUrl, deploy, state: bucket } = settings;
  if (!bucket) return null;
  const publishing = deploy?.target === 's3' ? deploy.bucket : null;
  const cacheDir = resolve(root, settings.cacheDir);
  const dataDir = resolve(root, settings.dataDir);
  return new SharedState({
    database,
    bucket,
    publishing: publishing?.bucket === bucket.bucket && publishing.endpoint === bucket.endpoint ? publishing : null,
    owner: { schoolCode, siteUrl },
    dataDir,
    withdrawn: openWithdrawals(dataDir),
    compiled: compiledName ? { folder: join(root, '.compiled'), name: compiledName } : null,
    engine,
    read: (digest) => readIfPresent(storedFile(cacheDir, digest)),
    tell,
  });
}

/** Asks for the live release of all machines; undefined: the settings name no state that they share. */
export function newestRelease({ state, schoolCode, siteUrl }: Settings) {
  return state ? () => readNewest(openBucket(state), { schoolCode, siteUrl }) : undefined;
}

export interface SiteLockOptions {
  readonly database: SiteDatabase;
  readonly engine: Pick<Engine, 'forget'>;
  /** Null: the state is this machine's alone. */
  readonly shared: ReturnType<typeof openSharedState>;
  readonly onWait: (holder: string) => void;
}

/** How often an action begins again because another machine was quicker. */
const MOST_ATTEMPTS = 4;

export class SiteLock {
  readonly #options: SiteLockOptions;

  constructor(options: SiteLockOptions) {
    this.#options = options;
  }

  /**
   * Acts under the lock on what was published last, by whichever machine. What `act` did counts once the others can know of
   * it; `push` says how they are told, and `finish` is done after that.
   */
  async run<Value>(
    purpose: string,
    act: (lock: WriteLock) => Promise<Result<Value>>,
    push?: (value: Value) => PushOptions,
    finish?: (value: Value) => Promise<unknown>,
  ): Promise<Result<Value>> {
    const { database } = this.#options;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const done = await this.#attempt(purpose, act, push, finish);
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
    push?: (value: Value) => PushOptions,
    finish?: (value: Value) => Promise<unknown>,
  ): Promise<Result<Value>> {
    const { database, engine, shared, onWait } = this.#options;
    const locked = await database.lock(purpose, undefined, onWait);
    if (!locked.ok) return locked;
    const lock = locked.value;
    let isDone = false;
    try {
      const pulled = await shared?.pull(lock);
      if (pulled && !pulled.ok) return pulled;
      if (pulled?.value.isChanged) engine.forget();
      const done = await act(lock);
      if (!done.ok) return done;
      const pushed = await shared?.push(lock, push?.(done.value));
      isDone = true;
      if (pushed && !pushed.ok) return fail(pushed.reason, pushed.message);
      await finish?.(done.value);
      return done;
    } finally {
      if (!isDone) {
        await lock.undo();
        shared?.abandon();
      }
      lock.release();
    }
  }
}
