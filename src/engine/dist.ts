/**
 * `dist/`, the target that holds exactly the live release when a rebuild returns. A row says which one it held when it was
 * last in order.
 */
import { uptime } from 'node:os';
import type { SiteDatabase } from '../database/siteDatabase.ts';
import { createYieldToEventLoop } from '../lib/eventLoop.ts';
import { succeed } from '../lib/result.ts';
import { type Difference, inOrder } from '../targets/order.ts';
import { foldersOf, Tree, type TreeFiles } from '../targets/tree.ts';
import type { EngineEvent } from './api.ts';
import type { Change, FileRow, Releases } from './releases.ts';
import { type RenderWorker, STAGED, WORKER_THRESHOLD } from './renderWorker.ts';
import type { ServedReleases } from './servedReleases.ts';
import type { Store } from './store.ts';

export const DIST_SCHEMA: readonly string[] = [
  // `at`: epoch milliseconds at which `dist/` and the store were in order. What changed on disk later is not trusted.
  'CREATE TABLE dist(folder TEXT PRIMARY KEY, release TEXT NOT NULL, at INTEGER NOT NULL, inode INTEGER NOT NULL) WITHOUT ROWID',
];

/**
 * After a restart of the machine, what was written last may be lost although its name is there. After its clock was set back,
 * what is touched now carries an older time than the record.
 */
function isSinceStart(at: number): boolean {
  return at <= Date.now() && at > Date.now() - uptime() * 1000;
}

export interface DistContext {
  readonly dir: string;
  readonly database: SiteDatabase;
  readonly releases: Releases;
  readonly store: Store;
  readonly served: ServedReleases;
  readonly worker: RenderWorker;
  readonly emit: (event: EngineEvent) => void;
}

export class Dist {
  readonly #context: DistContext;
  readonly #tree: Tree;
  readonly #liveFiles: TreeFiles;
  /** Whether this process has compared `dist/` with the release. */
  #isAudited = false;

  constructor(context: DistContext) {
    this.#context = context;
    this.#tree = new Tree(context.dir, STAGED[0]);
    const { releases } = context;
    this.#liveFiles = {
      all: () => releases.liveFiles(),
      in: (folder) => releases.liveFilesIn(folder),
      has: (path) => releases.liveFile(path) !== null,
    };
  }

  /** What the folder held when it was last in order; null when that is not known of this folder. */
  #record(): { readonly release: string; readonly at: number } | null {
    const { dir, database } = this.#context;
    const row = database.prepare('SELECT release, at, inode FROM dist WHERE folder = ?').get(dir);
    // Another folder may have been put in its place.
    return row && row.inode === this.#tree.inode() ? { release: String(row.release), at: Number(row.at) } : null;
  }

  /** Records that the folder is in order with a release. */
  putRecord(release: string): void {
    const { dir, database } = this.#context;
    database.prepare('INSERT OR REPLACE INTO dist VALUES (?, ?, ?, ?)').run(dir, release, Date.now(), this.#tree.inode());
  }

  /** The next comparison then reads all of the folder. */
  removeRecord(): void {
    this.#context.database.prepare('DELETE FROM dist WHERE folder = ?').run(this.#context.dir);
  }

  /**
   * Compares `dist/` with the live release where that is due: once a process, whenever an update of `dist/` was cut short, and
   * when `audit` demands it, which asks the store for each file as well. Otherwise what the store has lost is found when it is
   * read, or when `dist/` loses it too. Repairs what it can; the rest is recorded as damaged, for the next rebuild to make it
   * anew.
   */
  async reconcile(audit: boolean): Promise<Difference<FileRow>> {
    const { releases, store, served, emit } = this.#context;
    const live = releases.fact('live');
    const known = this.#record();
    if (live === null || (this.#isAudited && !audit && known?.release === live)) return { changed: [], removed: [] };
    const suspects = known && releases.changesBetween(known.release, live);
    const since = known && suspects && isSinceStart(known.at) ? known.at : null;
    const yieldToEventLoop = createYieldToEventLoop();
    const damaged = new Set<string>();
    const markLost = (file: FileRow) => {
      if (served.restore(file)) return false;
      damaged.add(file.path);
      if (releases.file(file.path)?.digest === file.digest) releases.markDamaged(file.path);
      emit({ type: 'damaged', path: file.path });
      return true;
    };
    for (const file of audit ? releases.liveFiles() : []) {
      if (!store.isElsewhere(file.digest) && !store.isSound(file, since)) markLost(file);
      await yieldToEventLoop();
    }
    const due = await this.#tree.compare(this.#liveFiles, since, new Set(suspects?.keys()));
    const came = await store.fetch(due.changed);
    const changed = due.changed.filter((file) => {
      if (damaged.has(file.path)) return false;
      // It was said to be in the shared state, and was not.
      return came.has(file.digest) || store.isSound(file, since) || !markLost(file);
    });
    const removed = due.removed.filter((path) => this.#tree.stat(path)?.isFile());
    await this.apply({ changed, removed: due.removed });
    this.#complete(live, known?.release !== live);
    return { changed, removed };
  }

  /** Brings the folder from an earlier release to the live one, reading `suspects` as well; null: by comparing all bytes. */
  async update(from: string | null, suspects: ReadonlySet<string> = new Set()): Promise<Difference<FileRow>> {
    const { releases, store } = this.#context;
    const release = releases.fact('live') ?? '';
    const net = from === null ? null : releases.changesBetween(from, release);
    const due = net ? differenceOf(net.values()) : await this.#tree.compare(this.#liveFiles, null, new Set());
    for (const path of net ? suspects : []) {
      const file = net?.has(path) ? null : releases.liveFile(path);
      if (file && !this.#tree.isSound(file, null)) due.changed.push(file);
    }
    if (net && due.changed.length + due.removed.length === 0 && this.#record()?.release === release) return due;
    await store.fetch(due.changed);
    this.#keepReplaced(net?.values() ?? []);
    await this.apply(due);
    this.#complete(release, true);
    return due;
  }

  /** Puts back into the store what only `dist/` still holds of the release that goes. */
  #keepReplaced(changes: Iterable<Change>): void {
    const { store, served } = this.#context;
    const record = this.#record();
    const since = record && isSinceStart(record.at) ? record.at : null;
    for (const { path, before } of changes) if (before && !store.isSound(before, since)) served.restore({ path, ...before });
  }

  #complete(release: string, isNew: boolean): void {
    this.putRecord(release);
    this.#isAudited = true;
    if (isNew) this.#context.emit({ type: 'dist-complete', release });
  }

  /** The path of a file of these changes that is not whole in the store, after what can be fetched was; undefined: none. */
  async firstLost(changes: Iterable<Change>): Promise<string | undefined> {
    const { store } = this.#context;
    const { changed } = differenceOf(changes);
    await store.fetch(changed);
    return changed.find((file) => !store.isSound(file, null))?.path;
  }

  async apply({ changed, removed }: Difference<FileRow>): Promise<void> {
    for (const staged of STAGED) this.#tree.remove(staged);
    const isShared = changed.length >= WORKER_THRESHOLD;
    const needed = removed.length > 0 ? foldersOf(changed.map(({ path }) => path)) : new Set<string>();
    await inOrder(
      { changed, removed: removed.filter((path) => !needed.has(path)) },
      {
        isNew: (path) => !this.#tree.stat(path),
        put: (files) => this.#put(files, isShared),
        remove: async (paths) => {
          await this.#each(paths, (path) => {
            this.#tree.remove(path);
            return { type: 'removed', path };
          });
          return succeed(null);
        },
      },
    );
  }

  async #put(files: readonly FileRow[], isShared: boolean) {
    const { store, worker } = this.#context;
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

  async #each<Item>(items: readonly Item[], act: (item: Item) => EngineEvent): Promise<void> {
    const yieldToEventLoop = createYieldToEventLoop();
    for (const item of items) {
      this.#context.emit(act(item));
      await yieldToEventLoop();
    }
  }
}

/** What a published tree takes up and loses by these changes. */
function differenceOf(changes: Iterable<Change>) {
  const changed: FileRow[] = [];
  const removed: string[] = [];
  for (const { path, now } of changes) {
    if (now) changed.push({ path, digest: now.digest, size: now.size });
    else removed.push(path);
  }
  return { changed, removed };
}
