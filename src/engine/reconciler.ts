/** Brings store and `dist/` in step with the live release, and repairs what was lost of them. */
import { uptime } from 'node:os';
import type { EngineEvent } from './api.ts';
import type { Dist, DistChange } from './dist.ts';
import { createYieldToEventLoop } from './eventLoop.ts';
import type { ReleaseReader } from './releaseReader.ts';
import type { Change, FileRow, Releases } from './releases.ts';
import type { Store } from './store.ts';

/** Paths relative to `dist/`. */
export interface Repaired {
  readonly written: readonly string[];
  readonly removed: readonly string[];
}

const NOTHING: Repaired = { written: [], removed: [] };

/**
 * After a restart of the machine, what was written last may be lost although its name is there. After its clock was set back,
 * what is touched now carries an older time than the record.
 */
function isSinceStart(at: number): boolean {
  return at <= Date.now() && at > Date.now() - uptime() * 1000;
}

export interface ReconcilerParts {
  readonly releases: Releases;
  readonly store: Store;
  readonly dist: Dist;
  readonly reader: ReleaseReader;
  readonly emit: (event: EngineEvent) => void;
}

export class Reconciler {
  readonly #parts: ReconcilerParts;
  /** Whether this process has compared store and `dist/` with the release. */
  #isAudited = false;

  constructor(parts: ReconcilerParts) {
    this.#parts = parts;
  }

  /**
   * Compares store and `dist/` with the live release where that is due: once a process, whenever an update of `dist/` was
   * cut short, and when `audit` demands it. Repairs what it can; the rest is recorded as damaged, for the next rebuild to
   * make it anew. Gives the paths of the files written and removed.
   */
  async reconcile(audit: boolean): Promise<Repaired> {
    const { releases, store, dist, reader, emit } = this.#parts;
    const live = releases.fact('live');
    if (live === null) return NOTHING;
    const known = dist.record();
    if (this.#isAudited && !audit && known?.release === live) return NOTHING;
    const suspects = known && releases.changesBetween(known.release, live);
    const since = known && suspects && isSinceStart(known.at) ? known.at : null;
    const yieldToEventLoop = createYieldToEventLoop();
    const files = new Map<string, FileRow>();
    const damaged = new Set<string>();
    const markLost = (file: FileRow) => {
      if (reader.restore(file)) return false;
      damaged.add(file.path);
      if (releases.file(file.path)?.digest === file.digest) releases.markDamaged(file.path);
      emit({ type: 'damaged', path: file.path });
      return true;
    };
    for (const file of releases.liveFiles()) {
      files.set(file.path, file);
      if (!store.isElsewhere(file.digest) && !store.isSound(file, since)) markLost(file);
      await yieldToEventLoop();
    }
    const due = await dist.compare(files, since, new Set(suspects?.keys()));
    const came = await store.fetch(due.install);
    const install = due.install.filter((file) => {
      if (damaged.has(file.path)) return false;
      // It was said to be in the shared state, and was not.
      return came.has(file.digest) || store.isSound(file, since) || !markLost(file);
    });
    const removed = due.remove.filter((path) => dist.isFile(path));
    await dist.apply({ install, remove: due.remove });
    dist.putRecord(live);
    this.#isAudited = true;
    if (known?.release !== live) emit({ type: 'dist-complete', release: live });
    return { written: install.map(({ path }) => path), removed };
  }

  /** Brings `dist/` from an earlier release to the live one, reading `suspects` as well; null: by comparing all bytes. */
  async updateDist(from: string | null, suspects: ReadonlySet<string> = new Set()): Promise<DistChange> {
    const { releases, dist } = this.#parts;
    const release = releases.fact('live') ?? '';
    const net = from === null ? null : releases.changesBetween(from, release);
    if (!net) {
      const files = new Map(Array.from(releases.liveFiles(), (file) => [file.path, file]));
      return this.#apply(release, await dist.compare(files, null, new Set()));
    }
    const { install, remove } = installAndRemove(net.values());
    for (const path of suspects) {
      const file = net.has(path) ? null : releases.liveFile(path);
      if (file && !dist.isSound(file, null)) install.push(file);
    }
    const change = { install, remove };
    const isInStep = install.length + remove.length === 0 && dist.record()?.release === release;
    return isInStep ? change : this.#apply(release, change);
  }

  /** The path of a file of these changes that is not whole in the store, after what can be fetched was; undefined: none. */
  async firstLost(changes: Iterable<Change>): Promise<string | undefined> {
    const { store } = this.#parts;
    const files = installAndRemove(changes).install;
    await store.fetch(files);
    return files.find((file) => !store.isSound(file, null))?.path;
  }

  async #apply(release: string, change: DistChange): Promise<DistChange> {
    const { store, dist, emit } = this.#parts;
    await store.fetch(change.install);
    await dist.apply(change);
    dist.putRecord(release);
    this.#isAudited = true;
    emit({ type: 'dist-complete', release });
    return change;
  }
}

/** What a published tree takes up and loses by these changes. */
function installAndRemove(changes: Iterable<Change>) {
  const install: FileRow[] = [];
  const remove: string[] = [];
  for (const { path, now } of changes) {
    if (now) install.push({ path, digest: now.digest, size: now.size });
    else remove.push(path);
  }
  return { install, remove };
}
