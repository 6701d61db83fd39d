/**
 * `dist/`, the target that holds exactly the live release when a rebuild returns. Its record is a row: the release that it
 * held when it was last in order.
 */
import { uptime } from 'node:os';
import { dirname } from 'node:path';
import type { SiteDatabase } from '../database/siteDatabase.ts';
import type { Store } from '../engine/fileStore.ts';
import type { Change, FileRow, Releases } from '../engine/releases.ts';
import type { RenderWorker } from '../engine/renderWorker.ts';
import type { ServedReleases } from '../engine/servedReleases.ts';
import type { EngineEvent } from '../engine/types.ts';
import { createYieldToEventLoop } from '../lib/eventLoop.ts';
import { succeed } from '../lib/result.ts';
import { type Difference, inOrder, planUpdate, STAGED, Tree } from './tree.ts';

export const DIST_SCHEMA: readonly string[] = [
  // `at`: epoch milliseconds at which `dist/` and the store were in order; 0 while `dist/` is changed. What changed on disk later is not trusted.
  'CREATE TABLE dist(folder TEXT PRIMARY KEY, release TEXT NOT NULL, at INTEGER NOT NULL, inode INTEGER NOT NULL) WITHOUT ROWID',
];

/** Below this many files the second thread takes longer to start than it saves. */
const SHARED_FROM = 256;

interface DistOptions {
  readonly dir: string;
  readonly database: SiteDatabase;
  readonly releases: Releases;
  readonly store: Store;
  readonly served: ServedReleases;
  readonly worker: RenderWorker;
  readonly emit: (event: EngineEvent) => void;
}

export class Dist {
  readonly #options: DistOptions;
  readonly #tree: Tree;
  /** Of the record before the update that has begun. */
  #trustedSince: number | null = null;
  /** Whether this process has compared `dist/` with the release. */
  #isAudited = false;

  constructor(options: DistOptions) {
    this.#options = options;
    this.#tree = new Tree(options.dir, STAGED[0]);
  }

  /**
   * Null: it is not known what this folder held when it was last in order. `trustedSince`: epoch milliseconds since when
   * nothing that is untouched needs to be read; null: all does.
   */
  #record(): { readonly release: string; readonly isWhole: boolean; readonly trustedSince: number | null } | null {
    const { dir, database } = this.#options;
    const sql = 'SELECT release, at, inode FROM dist WHERE folder = ?';
    const row = database.get<{ readonly release: string; readonly at: number; readonly inode: number }>(sql, dir);
    // Another folder may have been put in its place.
    if (row?.inode !== this.#tree.inode()) return null;
    const { release, at } = row;
    // After a restart of the machine, what was written last may be lost although its name is there. After its clock was set
    // back, what is touched now carries an older time than the record.
    const isSinceStart = at <= Date.now() && at > Date.now() - uptime() * 1000;
    return { release, isWhole: at > 0, trustedSince: isSinceStart ? at : null };
  }

  putRecord(release: string): void {
    const { dir, database } = this.#options;
    database.run('INSERT OR REPLACE INTO dist VALUES (?, ?, ?, ?)', dir, release, Date.now(), this.#tree.inode());
  }

  /** To be committed before the folder is changed: until that is recorded as done, the next comparison reads all of it. */
  beginUpdate(): void {
    this.#trustedSince = this.#record()?.trustedSince ?? null;
    this.#options.database.run('UPDATE dist SET at = 0 WHERE folder = ?', this.#options.dir);
  }

  /**
   * Compares `dist/` with the live release where that is due: once a process, whenever an update of `dist/` was cut short, and
   * when `audit` demands it, which asks the store for each file as well. Otherwise what the store has lost is found when it is
   * read, or when `dist/` loses it too. Repairs what it can; the rest is recorded as damaged, for the next rebuild to make it
   * anew.
   */
  async reconcile(audit: boolean): Promise<Difference<FileRow>> {
    const { releases, store, served, emit } = this.#options;
    const live = releases.fact('live');
    const known = this.#record();
    if (live === null) return { changed: [], removed: [] };
    const purged = this.#purgedFiles();
    if (purged.length === 0 && this.#isAudited && !audit && known?.isWhole && known.release === live)
      return { changed: [], removed: [] };
    const suspects = known && releases.changesBetween(known.release, live);
    const since = suspects ? known.trustedSince : null;
    const damaged = new Set<string>();
    // Whether a file's bytes, which the store has lost, are not in `dist/` either. That is then recorded.
    const isLost = (file: FileRow) => {
      if (served.restore(file)) return false;
      if (releases.file(file.path)?.digest === file.digest) releases.markDamaged(file.path);
      emit({ type: 'damaged', path: file.path });
      damaged.add(file.path);
      return true;
    };
    const yieldToEventLoop = createYieldToEventLoop();
    for (const file of audit ? releases.liveFiles() : []) {
      if (!store.isElsewhere(file.digest) && !store.isSound(file, since)) isLost(file);
      await yieldToEventLoop();
    }
    const due = await this.#tree.compare(releases.liveFiles(), since, new Set(suspects?.keys()));
    const gone = [...(suspects?.values() ?? [])].filter(({ now }) => now === null).map(({ path }) => path);
    const came = await store.fetch(due.changed);
    const changed = due.changed.filter((file) => {
      if (damaged.has(file.path)) return false;
      // It was said to be in the shared state, and was not.
      return came.has(file.digest) || store.isSound(file, since) || !isLost(file);
    });
    const isFile = (path: string) => this.#tree.stat(path)?.isFile();
    const removed = [...new Set([...due.removed, ...gone, ...purged])];
    const repaired = { changed, removed: removed.filter(isFile) };
    await this.apply({ changed, removed });
    this.#complete(live, !known?.isWhole || known.release !== live);
    return repaired;
  }

  /**
   * Files of purged groups that are in the folder and not in the release: an older version of this program on another machine
   * purges without naming the releases anew, by which a folder is known to be in order.
   */
  #purgedFiles(): string[] {
    const { releases } = this.#options;
    return releases
      .purgedGroups()
      .flatMap((group) => this.#tree.entries(group.slice(1).replace(/\/$/, '')))
      .filter((path) => !releases.liveFile(path));
  }

  /** Brings the folder from an earlier release to the live one, reading `suspects` as well; null: by comparing all bytes. */
  async update(from: string | null, suspects: ReadonlySet<string> = new Set()): Promise<Difference<FileRow>> {
    const { releases, store, served } = this.#options;
    const live = releases.fact('live') ?? '';
    const known = this.#record();
    const changes = from === null ? null : releases.changesBetween(from, live);
    const due = changes
      ? await this.#planChanges(changes, suspects)
      : await this.#tree.compare(releases.liveFiles(), null, new Set());
    if (changes && due.changed.length + due.removed.length === 0 && known?.isWhole && known.release === live) return due;
    await store.fetch(due.changed);
    // Of the release that goes only `dist/` may still hold some bytes.
    for (const { path, before } of changes?.values() ?? [])
      if (before && !store.isSound(before, this.#trustedSince)) served.restore({ path, ...before });
    await this.apply(due);
    this.#complete(live, true);
    return due;
  }

  #planChanges(changes: ReadonlyMap<string, Change>, suspects: ReadonlySet<string>): Promise<Difference<FileRow>> {
    const { releases } = this.#options;
    const all = [...changes.values()];
    const others = [...suspects].flatMap((path) => (changes.has(path) ? [] : (releases.liveFile(path) ?? [])));
    const files = [...all.flatMap(({ path, now }) => (now ? [{ path, digest: now.digest, size: now.size }] : [])), ...others];
    const held = (file: FileRow) => {
      const change = changes.get(file.path);
      if (change) return change.before?.digest;
      return this.#tree.isSound(file, null) ? file.digest : '';
    };
    const removed = all.flatMap(({ path, now }) => (now ? [] : path));
    return planUpdate(files, held, removed);
  }

  #complete(release: string, isNew: boolean): void {
    this.putRecord(release);
    this.#isAudited = true;
    if (isNew) this.#options.emit({ type: 'dist-complete', release });
  }

  async apply({ changed, removed }: Difference<FileRow>): Promise<void> {
    for (const staged of STAGED) this.#tree.remove(staged);
    const needed = new Set<string>();
    for (const { path } of changed)
      for (let folder = dirname(path); folder !== '.' && !needed.has(folder); folder = dirname(folder)) needed.add(folder);
    const isShared = changed.length >= SHARED_FROM;
    await inOrder(
      { changed, removed: removed.filter((path) => !needed.has(path)) },
      {
        isNew: (path) => !this.#tree.stat(path),
        put: (files) => this.#put(files, isShared),
        remove: (paths) =>
          this.#each(paths, (path) => {
            this.#tree.remove(path);
            return { type: 'removed', path };
          }),
      },
    );
  }

  async #put(files: readonly FileRow[], isShared: boolean) {
    const { store, worker } = this.#options;
    const here = isShared ? files.filter((_, at) => at % 2 === 0) : files;
    const inWorker = isShared ? worker.install(files.filter((_, at) => at % 2 === 1)) : Promise.resolve();
    // A failure of the worker is thrown below, after this thread's part.
    inWorker.catch(() => {});
    await this.#each(here, ({ path, digest }) => {
      this.#tree.put(path, (staged) => store.copy(digest, staged));
      return { type: 'installed', path };
    });
    await inWorker;
    return succeed(null);
  }

  async #each<Item>(items: readonly Item[], act: (item: Item) => EngineEvent) {
    const yieldToEventLoop = createYieldToEventLoop();
    for (const item of items) {
      this.#options.emit(act(item));
      await yieldToEventLoop();
    }
    return succeed(null);
  }
}
