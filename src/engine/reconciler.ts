/** Brings store and `dist/` in step with the live release, and repairs what was lost of them. */
import { uptime } from 'node:os';
import type { EngineEvent } from './api.ts';
import type { DistChange } from './dist.ts';
import { createYieldToEventLoop } from './eventLoop.ts';
import { changesBetween, filesOf, installAndRemove } from './history.ts';
import type { ChangeTuple } from './record.ts';
import type { ReleaseRepository } from './repository.ts';

/** Paths relative to `dist/`. */
interface Repaired {
  readonly written: readonly string[];
  readonly removed: readonly string[];
}

const NOTHING: Repaired = { written: [], removed: [] };

export class Reconciler {
  readonly #repository: ReleaseRepository;
  readonly #emit: (event: EngineEvent) => void;
  /** Whether this process has compared store and `dist/` with the release. */
  #isAudited = false;

  constructor(repository: ReleaseRepository, emit: (event: EngineEvent) => void) {
    this.#repository = repository;
    this.#emit = emit;
  }

  /**
   * Compares store and `dist/` with the live release where that is due: once a process, whenever an update of `dist/` was
   * cut short, and when `audit` demands it. Repairs what it can; the rest is recorded as damaged. Gives the paths of the
   * files written and removed.
   */
  async reconcile(audit: boolean): Promise<Repaired> {
    const { pointer, state, store, dist, reader, damaged } = this.#repository;
    const live = pointer?.live;
    const files = state && live ? filesOf(state, live) : null;
    if (!state || !live || !files) return NOTHING;
    const journal = dist.readJournal();
    if (this.#isAudited && !audit && journal?.release === live) return NOTHING;
    const suspects = journal && changesBetween(state.history, journal.release, live);
    // After a restart of the machine, what was written last may be lost although its name is there.
    const since = journal && suspects && journal.at > Date.now() - uptime() * 1000 ? journal.at : null;
    const yieldToEventLoop = createYieldToEventLoop();
    for (const file of state.files.values()) {
      if (!store.isElsewhere(file.digest) && !store.isSound(file, since)) reader.repair(file);
      await yieldToEventLoop();
    }
    const due = await dist.compare(files, since, new Set(suspects?.keys()));
    const came = await store.fetch(due.install);
    const install = due.install.filter((file) => {
      if (damaged.has(file.path)) return false;
      if (came.has(file.digest) || store.isSound(file, since)) return true;
      // It was said to be in the shared state, and was not.
      return reader.repair(file) !== null;
    });
    const removed = due.remove.filter((path) => dist.isFile(path));
    await dist.apply({ install, remove: due.remove });
    dist.writeJournal(live);
    this.#isAudited = true;
    if (journal?.release !== live) this.#emit({ type: 'dist-complete', release: live });
    return { written: install.map(({ path }) => path), removed };
  }

  /** Brings `dist/` from an earlier release to the live one, reading `suspects` as well; null: by comparing all bytes. */
  async updateDist(from: string | null, suspects: ReadonlySet<string> = new Set()): Promise<DistChange> {
    const { pointer, state, dist } = this.#repository;
    const release = pointer?.live ?? '';
    const net = from && state && changesBetween(state.history, from, release);
    if (!net) return this.#apply(release, await dist.compare(state?.files ?? new Map(), null, new Set()));
    const { install, remove } = installAndRemove(net.values());
    for (const path of suspects) {
      const file = net.has(path) ? undefined : state?.files.get(path);
      if (file && !dist.isSound(file, null)) install.push(file);
    }
    const change = { install, remove };
    const isInStep = install.length + remove.length === 0 && dist.readJournal()?.release === release;
    return isInStep ? change : this.#apply(release, change);
  }

  /** The path of a file of these changes that is not whole in the store, after what can be fetched was; undefined: none. */
  async firstLost(changes: readonly ChangeTuple[]): Promise<string | undefined> {
    const { store } = this.#repository;
    const files = installAndRemove(changes).install;
    await store.fetch(files);
    return files.find((file) => !store.isSound(file, null))?.path;
  }

  async #apply(release: string, change: DistChange): Promise<DistChange> {
    const { store, dist } = this.#repository;
    await store.fetch(change.install);
    await dist.apply(change);
    dist.writeJournal(release);
    this.#isAudited = true;
    this.#emit({ type: 'dist-complete', release });
    return change;
  }
}
