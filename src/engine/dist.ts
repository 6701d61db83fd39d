/** `dist/`: a plain copy of exactly one release. A row says which one it was when it was last in order. */
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SiteDatabase } from '../database/siteDatabase.ts';
import { isFileSound } from '../lib/files.ts';
import type { EngineEvent } from './api.ts';
import { createYieldToEventLoop } from './eventLoop.ts';
import { Installer, STAGING, statOrNull, WORKER_STAGING } from './installer.ts';
import type { FileRow } from './releases.ts';
import { type RenderWorker, WORKER_THRESHOLD } from './renderWorker.ts';
import { type Store, untouchedSince } from './store.ts';

export const DIST_SCHEMA: readonly string[] = [
  'CREATE TABLE dist(folder TEXT PRIMARY KEY, release TEXT NOT NULL, at INTEGER NOT NULL, inode INTEGER NOT NULL) WITHOUT ROWID',
];

/** What the folder was when it was last in order. */
export interface DistRecord {
  readonly release: string;
  /** Epoch milliseconds at which `dist/` and the store were in order. What changed on disk later is not trusted. */
  readonly at: number;
}

/** What brings `dist/` to a release. */
export interface DistChange {
  readonly install: readonly FileRow[];
  /** Paths. */
  readonly remove: readonly string[];
}

export class Dist {
  readonly #dir: string;
  readonly #database: SiteDatabase;
  readonly #worker: RenderWorker;
  readonly #emit: (event: EngineEvent) => void;
  readonly #installer: Installer;

  constructor(dir: string, database: SiteDatabase, store: Store, worker: RenderWorker, emit: (event: EngineEvent) => void) {
    this.#dir = dir;
    this.#database = database;
    this.#worker = worker;
    this.#emit = emit;
    this.#installer = new Installer(store, dir, STAGING);
  }

  /** What the folder held when it was last in order; null when that is not known of this folder. */
  record(): DistRecord | null {
    const row = this.#database.prepare('SELECT release, at, inode FROM dist WHERE folder = ?').get(this.#dir);
    // Another folder may have been put in its place.
    return row && row.inode === this.#inode() ? { release: String(row.release), at: Number(row.at) } : null;
  }

  /** Records that the folder is in order with a release. */
  putRecord(release: string): void {
    this.#database.prepare('INSERT OR REPLACE INTO dist VALUES (?, ?, ?, ?)').run(this.#dir, release, Date.now(), this.#inode());
  }

  /** The next comparison then reads all of the folder. */
  removeRecord(): void {
    this.#database.prepare('DELETE FROM dist WHERE folder = ?').run(this.#dir);
  }

  #inode(): number {
    return statSync(this.#dir, { throwIfNoEntry: false })?.ino ?? 0;
  }

  isFile(path: string): boolean {
    return statOrNull(join(this.#dir, path))?.isFile() === true;
  }

  /** Whether a file of the folder holds what it should; not read when nothing has touched it since `trustedSince`. */
  isSound(file: FileRow, trustedSince: number | null): boolean {
    return isFileSound(`${this.#dir}/${file.path}`, file, untouchedSince(trustedSince));
  }

  /**
   * Compares the folder with a release. Files that nothing touched since `trustedSince` (null: none) are taken to be
   * what they were, other than those in `suspects`.
   */
  async compare(
    files: ReadonlyMap<string, FileRow>,
    trustedSince: number | null,
    suspects: ReadonlySet<string>,
  ): Promise<DistChange> {
    const yieldToEventLoop = createYieldToEventLoop();
    const folders = foldersOf(files.keys());
    const { missing, foreign } = await this.#compareFolders(folders, files, trustedSince);
    const install: FileRow[] = [];
    for (const file of files.values()) {
      const isSuspect = suspects.has(file.path) || (missing.size > 0 && missing.has(dirname(file.path)));
      if (isSuspect || !this.isSound(file, trustedSince)) install.push(file);
      await yieldToEventLoop();
    }
    const suspected = [...suspects].filter((path) => !files.has(path) && !folders.has(path));
    return { install, remove: [...new Set([...foreign, ...suspected])] };
  }

  /** Folders that are not there, and paths that do not belong in the others. */
  async #compareFolders(folders: ReadonlySet<string>, files: ReadonlyMap<string, FileRow>, trustedSince: number | null) {
    const yieldToEventLoop = createYieldToEventLoop();
    const isTrusted = untouchedSince(trustedSince);
    const missing = new Set<string>();
    const foreign: string[] = [];
    for (const folder of folders) {
      const stat = statOrNull(join(this.#dir, folder));
      if (!stat?.isDirectory() && folder !== '.') missing.add(folder);
      // A folder's own time changes with every entry that comes or goes.
      else if (!stat || !isTrusted(stat)) {
        foreign.push(...this.#entries(folder).filter((path) => !folders.has(path) && !files.has(path)));
      }
      await yieldToEventLoop();
    }
    return { missing, foreign };
  }

  #entries(folder: string): string[] {
    try {
      return readdirSync(join(this.#dir, folder)).map((name) => (folder === '.' ? name : `${folder}/${name}`));
    } catch {
      return [];
    }
  }

  /** Assets first, then new pages, then changed ones, so that each finds what it needs; removals last, pages first. */
  async apply({ install, remove }: DistChange): Promise<void> {
    mkdirSync(this.#dir, { recursive: true });
    for (const staging of [STAGING, WORKER_STAGING]) rmSync(join(this.#dir, staging), { recursive: true, force: true });
    const pages = install.filter(({ path }) => isPage(path));
    const fresh = new Set(pages.length > 1 ? pages.filter(({ path }) => !statOrNull(`${this.#dir}/${path}`)) : []);
    const assets = install.filter(({ path }) => !isPage(path));
    const changed = pages.filter((file) => !fresh.has(file));
    const isShared = install.length >= WORKER_THRESHOLD;
    for (const files of [assets, [...fresh], changed]) await this.#install(files, isShared);

    const yieldToEventLoop = createYieldToEventLoop();
    const needed = remove.length > 0 ? foldersOf(install.map(({ path }) => path)) : new Set<string>();
    const unneeded = remove.filter((path) => !needed.has(path));
    for (const path of unneeded.sort((one, other) => Number(isPage(other)) - Number(isPage(one)))) {
      this.#installer.remove(path);
      this.#emit({ type: 'removed', path });
      await yieldToEventLoop();
    }
  }

  async #install(files: readonly FileRow[], isShared: boolean): Promise<void> {
    const yieldToEventLoop = createYieldToEventLoop();
    const here = isShared ? files.filter((_, at) => at % 2 === 0) : files;
    const inWorker = isShared ? this.#worker.install(files.filter((_, at) => at % 2 === 1)) : Promise.resolve();
    // A failure of the worker is thrown below, after this thread's part.
    inWorker.catch(() => {});
    for (const file of here) {
      this.#installer.install(file);
      this.#emit({ type: 'installed', path: file.path });
      await yieldToEventLoop();
    }
    await inWorker;
  }
}

function isPage(path: string): boolean {
  return path.endsWith('.html');
}

/** The folders that paths need, the root as `.`. */
function foldersOf(paths: Iterable<string>): Set<string> {
  const folders = new Set<string>();
  for (const path of paths) {
    for (let folder = dirname(path); !folders.has(folder); folder = dirname(folder)) folders.add(folder);
  }
  return folders;
}
