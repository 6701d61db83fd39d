import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { digestOf } from '../lib/digest.ts';
import { fail, type Result, succeed } from '../lib/result.ts';
import type * as api from './api.ts';
import { Encoder, type Encoding } from './encode.ts';
import { explainPage, recordRebuild } from './explain.ts';
import { changesBetween } from './history.ts';
import { takeLock } from './lock.ts';
import { planPurge, recordWithout } from './purge.ts';
import { type Draft, draftRelease } from './rebuild.ts';
import { RenderWorker } from './render-worker.ts';
import { ReleaseRepository } from './repository.ts';
import { Store } from './store.ts';
import type { PageKey, World, WorldModuleRef } from './types.ts';

const KEEP_RELEASES = 5;
const LOCK_TIMEOUT = 30_000;
const LOG_HEADROOM = 262_144;

/** Opens the engine on a cache folder. Reads nothing until something is asked of it. */
export function openEngine(options: api.EngineOptions): api.Engine {
  return new RebuildEngine(options);
}

class RebuildEngine implements api.Engine {
  readonly #options: Required<api.EngineOptions>;
  readonly #repository: ReleaseRepository;
  readonly #worker: RenderWorker;
  readonly #encoder = new Encoder();
  /** Digests read and found right by this process. */
  readonly #verified = new Set<string>();
  readonly #emit: (event: api.EngineEvent) => void;
  /** What a rebuild leaves to be done before its lock is released. */
  #maintenance: (() => void) | null = null;
  #settled: Promise<void> = Promise.resolve();

  constructor(options: api.EngineOptions) {
    this.#options = {
      keepReleases: KEEP_RELEASES,
      logHeadroom: LOG_HEADROOM,
      dynamicPrefixes: [],
      onEvent: () => {},
      lockTimeout: LOCK_TIMEOUT,
      ...options,
      cacheDir: resolve(options.cacheDir),
      distDir: resolve(options.distDir),
    };
    this.#emit = this.#options.onEvent;
    const store = new Store(join(this.#options.cacheDir, 'store'));
    this.#worker = new RenderWorker({ storeDir: store.dir, distDir: this.#options.distDir });
    this.#repository = new ReleaseRepository(this.#options, store, this.#worker);
  }

  async lock(purpose: string): Promise<Result<api.Lock, 'locked'>> {
    await this.#settled;
    const { cacheDir, lockTimeout } = this.#options;
    const onWait = (holder: string) => this.#emit({ type: 'lock-waiting', holder });
    const taken = await takeLock(join(cacheDir, 'lock'), purpose, lockTimeout, onWait);
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
      this.#emit({ type: 'maintenance-failed', error });
    } finally {
      await this.#worker.end();
    }
  }

  settled(): Promise<void> {
    return this.#settled;
  }

  /** Acts under the given lock, or under one of its own. */
  async #locked<Value, Reason extends string>(
    purpose: string,
    act: () => Promise<Result<Value, Reason>>,
    lock?: api.Lock,
  ): Promise<Result<Value, Reason | 'locked'>> {
    const own = lock?.active ? null : await this.lock(purpose);
    if (own && !own.ok) return own;
    try {
      this.#repository.poll();
      return await act();
    } finally {
      // The result does not wait for the maintenance after a rebuild; the next operation does.
      const isDeferred = this.#maintenance !== null;
      const released = own?.value.release();
      if (!isDeferred) await released;
    }
  }

  warmUp(ref: WorldModuleRef): void {
    this.#worker.preload(ref);
  }

  live(): api.LiveRelease | null {
    return this.#repository.live();
  }

  rebuild(world: World, options: api.RebuildOptions = {}): Promise<Result<api.RebuildResult, api.RebuildFailure>> {
    return this.#locked<api.RebuildResult, api.RebuildFailure>('rebuild', () => this.#rebuild(world, options), options.lock);
  }

  async #rebuild(
    world: World,
    { clean = false, audit = false }: api.RebuildOptions,
  ): Promise<Result<api.RebuildResult, api.RebuildFailure>> {
    const repository = this.#repository;
    const { pointer: before, store } = repository;
    if (before?.held && repository.state) return succeed(heldResult(before.live));
    const repaired = clean ? [] : await repository.reconcile(audit);
    const damaged = new Set(repository.damaged);
    const { state } = repository;
    const { keepReleases: keep, dynamicPrefixes } = this.#options;
    const context = { world, store, worker: this.#worker, dynamicPrefixes, emit: this.#emit };
    const draft = await draftRelease({ ...context, state, clean, damaged, keep });
    if (!draft.ok) return draft;

    const started = performance.now();
    const { record, reasons, milliseconds } = draft.value;
    if (record) repository.publish(record);
    else if (before && state && before.live !== state.release) repository.setCurrent({ ...before, live: state.release });
    repository.damaged.clear();
    const release = repository.pointer?.live ?? '';
    const { install, remove } = await repository.updateDist(state && before && !clean ? before.live : null, damaged);
    this.#maintenance = () => this.#afterRebuild(release, draft.value);
    return succeed({
      state: before?.live === release ? 'unchanged' : 'published',
      release,
      rendered: [...reasons.keys()],
      written: [...new Set([...repaired, ...install.map(({ path }) => path)])].sort(),
      removed: [...remove].sort(),
      milliseconds: { ...milliseconds, publish: performance.now() - started },
    });
  }

  #afterRebuild(release: string, draft: Draft): void {
    recordRebuild(this.#options.cacheDir, release, Date.now(), draft);
    this.#repository.maintain();
  }

  releases(): readonly api.ReleaseSummary[] {
    this.#repository.poll();
    const { state, pointer } = this.#repository;
    return (state?.history ?? [])
      .map(({ release, at, changes }) => ({
        release,
        builtAt: at,
        live: release === pointer?.live,
        written: changes.filter(([, , now]) => now).length,
        removed: changes.filter(([, , now]) => !now).length,
      }))
      .reverse();
  }

  rollback(to?: string): Promise<Result<api.ReleaseSummary, 'locked' | 'unknown-release' | 'damaged'>> {
    return this.#locked('rollback', async () => {
      const { state, pointer, store } = this.#repository;
      const releases = this.releases();
      const target = to ? releases.find(({ release }) => release === to) : releases[releases.findIndex(({ live }) => live) + 1];
      if (!state || !pointer || !target) {
        return fail('unknown-release', to ? `The release ${to} is not kept.` : 'There is no release before the live one.');
      }
      await this.#repository.reconcile(false);
      for (const [path, , now] of changesBetween(state.history, pointer.live, target.release)?.values() ?? []) {
        if (now && !store.isSound({ digest: now[0], size: now[1] }, null)) {
          const message = `${path} of the release ${target.release} is missing or damaged in the store. Nothing was changed.`;
          return fail('damaged', message);
        }
      }
      this.#repository.setCurrent({ ...pointer, live: target.release, held: true });
      this.#emit({ type: 'live', release: target.release });
      await this.#repository.updateDist(pointer.live);
      return succeed({ ...target, live: true });
    });
  }

  resume(): Promise<Result<null, 'locked'>> {
    return this.#locked('resume', async () => {
      const { pointer } = this.#repository;
      if (pointer?.held) this.#repository.setCurrent({ ...pointer, held: false });
      return succeed(null);
    });
  }

  repair(): Promise<Result<null, 'locked'>> {
    return this.#locked('repair', async () => {
      await this.#repository.reconcile(false);
      return succeed(null);
    });
  }

  explain(page: PageKey): api.Explanation | null {
    this.#repository.poll();
    const { state } = this.#repository;
    return state && explainPage(this.#options.cacheDir, state, page);
  }

  gc(): Promise<Result<{ readonly files: number; readonly bytes: number }, 'locked'>> {
    return this.#locked('gc', async () => succeed(this.#repository.gc()));
  }

  purge(groups: readonly string[]): Promise<Result<api.PurgeResult, 'locked'>> {
    return this.#locked('purge', async () => {
      const { state, dist, store, pointer } = this.#repository;
      const { digests, paths } = state ? planPurge(state, groups) : { digests: new Set<never>(), paths: [] };
      if (!state || !pointer || digests.size === 0) return succeed({ paths: [], files: 0 });
      // In this order a kill leaves everything to be found again by the next attempt.
      dist.removeJournal();
      await dist.apply({ install: [], remove: paths });
      const { files } = store.remove(digests);
      this.#repository.rewrite(recordWithout(state, digests));
      dist.writeJournal(pointer.live);
      this.#repository.maintain();
      return succeed({ paths, files });
    });
  }

  async read(file: api.ReleaseFile): Promise<Uint8Array | null> {
    const bytes = await readFile(file.file).catch(() => null);
    if (bytes && (this.#verified.has(file.digest) || digestOf(bytes) === file.digest)) {
      this.#verified.add(file.digest);
      return bytes;
    }
    return this.#repository.repair(file);
  }

  encoded(file: api.ReleaseFile, encoding: Encoding) {
    return existsSync(file.file) ? this.#encoder.encoded(file, encoding) : Promise.resolve(null);
  }
}

function heldResult(release: string): api.RebuildResult {
  const milliseconds = { plan: 0, render: 0, publish: 0 };
  return { state: 'held', release, rendered: [], written: [], removed: [], milliseconds };
}
