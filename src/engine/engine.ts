import type { FileHandle } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fail, type Result, succeed } from '../lib/result.ts';
import type * as api from './api.ts';
import type { Encoding } from './encode.ts';
import { explainPage, recordRebuild } from './explain.ts';
import { changesBetween, summaries } from './history.ts';
import { purge } from './purge.ts';
import { draftRelease } from './rebuild.ts';
import { Reconciler } from './reconciler.ts';
import { ReleaseFeed } from './releaseFeed.ts';
import { RenderWorker } from './renderWorker.ts';
import { ReleaseRepository } from './repository.ts';
import { Store } from './store.ts';
import type { PageKey, World, WorldModuleRef } from './types.ts';
import { Writer } from './writer.ts';

const DEFAULTS = { keepReleases: 5, logHeadroom: 262_144, dynamicPrefixes: [], lockTimeout: 30_000, shared: null, onEvent() {} };

/** Opens the engine on a cache folder. Reads nothing until something is asked of it. */
export function openEngine(options: api.EngineOptions): api.Engine {
  return new RebuildEngine(options);
}

class RebuildEngine implements api.Engine {
  readonly #options: Required<api.EngineOptions>;
  readonly #repository: ReleaseRepository;
  readonly #reconciler: Reconciler;
  readonly #worker: RenderWorker;
  readonly #writer: Writer;
  readonly #emit: (event: api.EngineEvent) => void;

  constructor(options: api.EngineOptions) {
    this.#options = { ...DEFAULTS, ...options, cacheDir: resolve(options.cacheDir), distDir: resolve(options.distDir) };
    this.#emit = this.#options.onEvent;
    const store = new Store(join(this.#options.cacheDir, 'store'), this.#options.shared);
    this.#worker = new RenderWorker({ storeDir: store.dir, distDir: this.#options.distDir });
    this.#writer = new Writer(this.#options, this.#worker, () => this.#repository.needed());
    this.#repository = new ReleaseRepository(this.#options, store, this.#worker);
    this.#reconciler = new Reconciler(this.#repository, this.#emit);
  }

  lock(purpose: string): Promise<Result<api.Lock, api.LockFailure>> {
    return this.#writer.lock(purpose);
  }

  settled(): Promise<void> {
    return this.#writer.settled();
  }

  /** Acts under the given lock, or under one of its own, on what was published last. */
  #locked<Value, Reason extends string>(purpose: string, act: () => Promise<Result<Value, Reason>>, lock?: api.Lock) {
    const actOnLatest = () => {
      this.#repository.poll();
      return act();
    };
    return this.#writer.run(purpose, actOnLatest, lock);
  }

  warmUp(ref: WorldModuleRef): void {
    this.#worker.preload(ref);
  }

  live(): api.LiveRelease | null {
    return this.#repository.live();
  }

  rebuild(world: World, options: api.RebuildOptions = {}): Promise<Result<api.RebuildResult, api.RebuildFailure>> {
    const act = () => this.#repository.keepingNothingOfFailures(() => this.#rebuild(world, options));
    return this.#locked<api.RebuildResult, api.RebuildFailure>('rebuild', act, options.lock);
  }

  async #rebuild(
    world: World,
    { clean = false, audit = false }: api.RebuildOptions,
  ): Promise<Result<api.RebuildResult, api.RebuildFailure>> {
    const repository = this.#repository;
    const { pointer: before, store } = repository;
    if (before?.held && repository.state) {
      // What is held may have come from another machine.
      if (this.#options.shared) await this.#reconciler.reconcile(audit);
      const milliseconds = { plan: 0, render: 0, publish: 0 };
      const nothing = { rendered: [], isNewCode: false, written: [], removed: [], milliseconds };
      return succeed({ state: 'held', release: before.live, ...nothing });
    }
    const repaired = clean ? null : await this.#reconciler.reconcile(audit);
    const damaged = new Set(repository.damaged);
    const { state } = repository;
    const { keepReleases: keep, dynamicPrefixes } = this.#options;
    const context = { world, store, worker: this.#worker, dynamicPrefixes, emit: this.#emit };
    const draft = await draftRelease({ ...context, state, clean, damaged, keep });
    if (!draft.ok) return draft;

    const started = performance.now();
    const { record, pages, reasons, milliseconds } = draft.value;
    if (record) repository.publish(record);
    else if (before && state && before.live !== state.release) repository.setCurrent({ ...before, live: state.release });
    if (repository.state) repository.state.listed = pages;
    repository.damaged.clear();
    const release = repository.pointer?.live ?? '';
    const { install, remove } = await this.#reconciler.updateDist(state && before && !clean ? before.live : null, damaged);
    const isPublished = (path: string) => repository.state?.files.has(path) === true;
    this.#writer.defer(() => {
      recordRebuild(this.#options.cacheDir, release, Date.now(), draft.value);
      repository.maintain();
    });
    return succeed({
      state: before?.live === release ? 'unchanged' : 'published',
      release,
      rendered: [...reasons.keys()],
      isNewCode: reasons.values().some(({ kind }) => kind === 'code'),
      written: [...new Set([...(repaired?.written ?? []), ...install.map(({ path }) => path)])].sort(),
      removed: [...new Set([...(repaired?.removed ?? []).filter((path) => !isPublished(path)), ...remove])].sort(),
      milliseconds: { ...milliseconds, publish: performance.now() - started },
    });
  }

  releases(): readonly api.ReleaseSummary[] {
    this.#repository.poll();
    const { state, pointer } = this.#repository;
    return state ? summaries(state, pointer?.live) : [];
  }

  rollback(to?: string): Promise<Result<api.ReleaseSummary, api.LockFailure | 'unknown-release' | 'damaged'>> {
    return this.#locked('rollback', async () => {
      const { state, pointer } = this.#repository;
      const releases = this.releases();
      const target = to ? releases.find(({ release }) => release === to) : releases[releases.findIndex(({ live }) => live) + 1];
      if (!state || !pointer || !target) {
        return fail('unknown-release', to ? `The release ${to} is not kept.` : 'There is no release before the live one.');
      }
      await this.#reconciler.reconcile(false);
      const changes = [...(changesBetween(state.history, pointer.live, target.release)?.values() ?? [])];
      const lost = await this.#reconciler.firstLost(changes);
      if (lost !== undefined) {
        const message = `${lost} of the release ${target.release} is missing or damaged in the store. Nothing was changed.`;
        return fail('damaged', message);
      }
      this.#repository.setCurrent({ ...pointer, live: target.release, held: true });
      this.#emit({ type: 'live', release: target.release });
      await this.#reconciler.updateDist(pointer.live);
      return succeed({ ...target, live: true });
    });
  }

  resume(): Promise<Result<null, api.LockFailure>> {
    return this.#locked('resume', async () => {
      const { pointer } = this.#repository;
      if (pointer?.held) this.#repository.setCurrent({ ...pointer, held: false });
      return succeed(null);
    });
  }

  repair(): Promise<Result<null, api.LockFailure>> {
    return this.#locked('repair', async () => {
      await this.#reconciler.reconcile(false);
      return succeed(null);
    });
  }

  explain(page: PageKey): api.Explanation | null {
    this.#repository.poll();
    const { state } = this.#repository;
    return state && explainPage(this.#options.cacheDir, state, page);
  }

  gc(): Promise<Result<{ readonly files: number; readonly bytes: number }, api.LockFailure>> {
    return this.#locked('gc', async () => succeed(this.#repository.gc()));
  }

  purge(
    groups: readonly string[],
    replacement: (path: string) => Uint8Array | null = () => null,
  ): Promise<Result<api.PurgeResult, api.LockFailure>> {
    return this.#locked('purge', async () => succeed(await purge(this.#repository, groups, replacement)));
  }

  read(file: api.ReleaseFile): Promise<Uint8Array<ArrayBuffer> | null> {
    return this.#repository.reader.read(file);
  }

  open(file: api.ReleaseFile): Promise<FileHandle | null> {
    return this.#repository.reader.open(file);
  }

  encoded(file: api.ReleaseFile, encoding: Encoding): Promise<Uint8Array<ArrayBuffer> | null> {
    return this.#repository.reader.encoded(file, encoding);
  }

  follow(send: (update: api.ReleaseUpdate) => void, isKept: (address: string) => boolean): void {
    this.#repository.follow(new ReleaseFeed(send, isKept));
  }

  markDamaged(path: string): void {
    this.#repository.markDamaged(path);
  }
}
