import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { digestOf } from '../lib/digest.ts';
import { fail, type Result, succeed } from '../lib/result.ts';
import type {
  Engine,
  EngineEvent,
  EngineOptions,
  Explanation,
  KeptRelease,
  LiveRelease,
  Lock,
  RebuildFailure,
  RebuildOptions,
  RebuildResult,
  ReleaseFile,
  Takedown,
} from './api.ts';
import { Encoder, type Encoding } from './encode.ts';
import { explainPage, noteRebuild } from './explain.ts';
import { Helper } from './helper.ts';
import { between } from './history.ts';
import { Holdings } from './holdings.ts';
import { takeLock } from './lock.ts';
import { type Outcome, work } from './rebuild.ts';
import { doom, recordWithout } from './takedown.ts';
import type { PageKey, World } from './types.ts';

const KEEP = 5;
const LOCK_PATIENCE = 30_000;
const LOG_SLACK = 262_144;

/** Opens the engine on a cache folder. Reads nothing until something is asked of it. */
export function openEngine(options: EngineOptions): Engine {
  return new RebuildEngine(options);
}

class RebuildEngine implements Engine {
  readonly #options: Required<EngineOptions>;
  readonly #holdings: Holdings;
  readonly #encoder = new Encoder();
  /** Digests read and found right by this process. */
  readonly #verified = new Set<string>();
  readonly #emit: (event: EngineEvent) => void;

  constructor(options: EngineOptions) {
    this.#options = {
      keepReleases: KEEP,
      logSlack: LOG_SLACK,
      dynamic: ['/api/', '/hooks/'],
      onEvent: () => {},
      lockPatience: LOCK_PATIENCE,
      ...options,
      cacheDir: resolve(options.cacheDir),
      distDir: resolve(options.distDir),
    };
    this.#emit = this.#options.onEvent;
    this.#holdings = new Holdings(this.#options);
  }

  lock(purpose: string): Promise<Result<Lock, 'locked'>> {
    const file = join(this.#options.cacheDir, 'lock');
    return takeLock(file, purpose, this.#options.lockPatience, (holder) => this.#emit({ type: 'lock-waiting', holder }));
  }

  /** Acts under the lock given, or under one of its own. */
  async #locked<Value, Reason extends string>(
    purpose: string,
    lock: Lock | undefined,
    act: () => Promise<Result<Value, Reason>>,
  ): Promise<Result<Value, Reason | 'locked'>> {
    const taken = lock?.held ? succeed(lock) : await this.lock(purpose);
    if (!taken.ok) return taken;
    try {
      this.#holdings.refresh();
      return await act();
    } finally {
      if (taken.value !== lock) taken.value.release();
    }
  }

  startHelper(): Helper {
    return new Helper({ storeDir: this.#holdings.store.dir, distDir: this.#options.distDir });
  }

  live(): LiveRelease | null {
    return this.#holdings.live();
  }

  rebuild(world: World, options: RebuildOptions = {}): Promise<Result<RebuildResult, RebuildFailure>> {
    return this.#locked<RebuildResult, RebuildFailure>('rebuild', options.lock, () => this.#rebuild(world, options));
  }

  async #rebuild(
    world: World,
    { clean = false, audit = false, lock, helper }: RebuildOptions,
  ): Promise<Result<RebuildResult, RebuildFailure>> {
    const { store, damaged: known, pointer: before } = this.#holdings;
    if (before?.held && this.#holdings.state) return succeed(heldResult(before.live, this.#holdings.state.pages.size));
    const mended = clean ? [] : await this.#holdings.settle(audit);
    const damaged = new Set(known);
    const { keepReleases: keep, dynamic, distDir } = this.#options;
    const state = this.#holdings.state;
    const outcome = await work({ world, state, clean, damaged, dynamic, keep, store, distDir, emit: this.#emit, helper });
    if (!outcome.ok) return outcome;

    const started = performance.now();
    const { record, reasons, reused } = outcome.value;
    if (record) this.#holdings.publish(record);
    else if (before && state && before.live !== state.release) this.#holdings.point({ ...before, live: state.release });
    known.clear();
    const release = this.#holdings.pointer?.live ?? '';
    const isTold = state && before && !clean;
    const { place, clear } = isTold
      ? await this.#holdings.bringDist(before.live, damaged)
      : await this.#holdings.bringWholeDist();
    return succeed({
      state: before?.live === release ? 'unchanged' : 'published',
      release,
      rendered: [...reasons.keys()],
      reused,
      written: [...new Set([...mended, ...place.map(({ path }) => path)])].sort(),
      removed: [...clear].sort(),
      milliseconds: { ...outcome.value.milliseconds, publish: performance.now() - started },
      finish: () => this.#finish(outcome.value, release, lock),
    });
  }

  async #finish(outcome: Outcome, release: string, lock: Lock | undefined): Promise<void> {
    await this.#locked('tidying up', lock, async () => {
      noteRebuild(this.#options.cacheDir, release, Date.now(), outcome);
      this.#holdings.tidy();
      return succeed(null);
    });
  }

  releases(): readonly KeptRelease[] {
    this.#holdings.refresh();
    const { state, pointer } = this.#holdings;
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

  rollback(to?: string): Promise<Result<KeptRelease, 'locked' | 'unknown-release' | 'damaged'>> {
    return this.#locked('rollback', undefined, async () => {
      const { state, pointer, store } = this.#holdings;
      const releases = this.releases();
      const target = to ? releases.find(({ release }) => release === to) : releases[releases.findIndex(({ live }) => live) + 1];
      if (!state || !pointer || !target) {
        const what = to ? `The release ${to} is not kept` : 'There is no release before the live one';
        return fail('unknown-release', `${what}. The kept ones are listed by "npm run releases".`);
      }
      await this.#holdings.settle(false);
      for (const [path, , now] of between(state.history, pointer.live, target.release)?.values() ?? []) {
        if (now && !store.isSound(now[0], now[1], null)) {
          return fail(
            'damaged',
            `${path} of the release ${target.release} is missing or damaged in the store. Nothing was changed.`,
          );
        }
      }
      this.#holdings.point({ ...pointer, live: target.release, held: true });
      this.#emit({ type: 'live', release: target.release });
      await this.#holdings.bringDist(pointer.live, new Set());
      return succeed({ ...target, live: true });
    });
  }

  resume(): Promise<Result<null, 'locked'>> {
    return this.#locked('resuming', undefined, async () => {
      const { pointer } = this.#holdings;
      if (pointer?.held) this.#holdings.point({ ...pointer, held: false });
      return succeed(null);
    });
  }

  complete(): Promise<Result<null, 'locked'>> {
    return this.#locked('completing dist', undefined, async () => {
      await this.#holdings.settle(false);
      return succeed(null);
    });
  }

  explain(page: PageKey): Explanation | null {
    this.#holdings.refresh();
    const { state } = this.#holdings;
    return state && explainPage(this.#options.cacheDir, state, page);
  }

  gc(): Promise<Result<{ readonly files: number; readonly bytes: number }, 'locked'>> {
    return this.#locked('gc', undefined, async () => {
      // What an unreadable state needs is not known.
      if (this.#holdings.pointer && !this.#holdings.state) return succeed({ files: 0, bytes: 0 });
      this.#holdings.tidy();
      return succeed(this.#holdings.store.keepOnly(new Set(this.#holdings.needed())));
    });
  }

  removeEverywhere(what: { paths?: readonly string[]; groups?: readonly string[] }): Promise<Result<Takedown, 'locked'>> {
    return this.#locked('takedown', undefined, async () => {
      const { state, dist, store, pointer } = this.#holdings;
      if (!state || !pointer) return succeed({ paths: [], files: 0 });
      const { digests, paths } = doom(state, what.paths ?? [], what.groups ?? []);
      if (digests.size === 0) return succeed({ paths: [], files: 0 });
      // In this order a kill leaves everything to be found again by the next attempt.
      dist.unsettle();
      await dist.apply({ place: [], clear: paths });
      const { files } = store.remove(digests);
      this.#holdings.rewrite(recordWithout(state, digests));
      dist.settle(pointer.live);
      this.#holdings.tidy();
      return succeed({ paths, files });
    });
  }

  async read(file: ReleaseFile): Promise<Uint8Array | null> {
    const bytes = await readFile(file.file).catch(() => null);
    if (bytes && (this.#verified.has(file.digest) || digestOf(bytes) === file.digest)) {
      this.#verified.add(file.digest);
      return bytes;
    }
    return this.#holdings.mend(file);
  }

  encoded(file: ReleaseFile, encoding: Encoding) {
    return existsSync(file.file) ? this.#encoder.encoded(file, encoding) : Promise.resolve(null);
  }
}

function heldResult(release: string, reused: number): RebuildResult {
  const milliseconds = { plan: 0, render: 0, publish: 0 };
  return { state: 'held', release, rendered: [], reused, written: [], removed: [], milliseconds, finish: async () => {} };
}
