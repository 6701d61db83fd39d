/** A folder that is brought up to date: files put in place whole, what does not belong removed. */
import { lstatSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, type Stats, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createYieldToEventLoop } from '../lib/eventLoop.ts';
import { errorCode, type FileFacts, isFileSound, untouchedSince } from '../lib/files.ts';

/** A file's path below the folder, and what it should hold. */
export interface TreeFile extends FileFacts {
  readonly path: string;
}

/** The files of a release, which are too many to be held at once. */
export interface TreeFiles {
  all(): Iterable<TreeFile>;
  /** Those that stand in a folder itself. */
  in(folder: string): Iterable<TreeFile>;
  has(path: string): boolean;
}

const BLOCKED = new Set(['ENOTDIR', 'EISDIR', 'EEXIST', 'ENOTEMPTY', 'ENOENT']);

export class Tree {
  readonly #dir: string;
  /** Inside the tree, as a rename does not cross file systems; each thread has its own. */
  readonly #staged: string;
  readonly #folders = new Set<string>();

  constructor(dir: string, staged: string) {
    this.#dir = dir;
    this.#staged = `${dir}/${staged}`;
  }

  /** Tells the folder from another one put in its place. */
  inode(): number {
    return statSync(this.#dir, { throwIfNoEntry: false })?.ino ?? 0;
  }

  /** Puts a file in place, whole. `stage` writes it to the path that it is given. */
  put(path: string, stage: (staged: string) => void): void {
    const target = `${this.#dir}/${path}`;
    const place = () => {
      this.#makeFolder(dirname(path));
      stage(this.#staged);
      renameSync(this.#staged, target);
    };
    try {
      place();
    } catch (error) {
      rmSync(this.#staged, { force: true });
      if (!BLOCKED.has(errorCode(error))) throw error;
      // Something foreign stands where the file belongs, or its folder is gone.
      this.#folders.clear();
      if (this.stat(path)?.isDirectory()) rmSync(target, { recursive: true, force: true });
      place();
    }
  }

  /** Removes a file, or a foreign folder, and the folders that it leaves empty. */
  remove(path: string): void {
    if (this.stat(path)) rmSync(`${this.#dir}/${path}`, { recursive: true, force: true });
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
      try {
        rmdirSync(`${this.#dir}/${folder}`);
      } catch {
        return;
      }
      this.#folders.clear();
    }
  }

  #makeFolder(folder: string): void {
    if (this.#folders.has(folder)) return;
    if (folder !== '.') this.#makeFolder(dirname(folder));
    const path = join(this.#dir, folder);
    if (this.stat(folder)?.isDirectory() === false) rmSync(path, { force: true });
    mkdirSync(path, { recursive: true });
    this.#folders.add(folder);
  }

  /** What stands at a path itself, links not followed; null: nothing. */
  stat(path: string): Stats | null {
    try {
      return lstatSync(`${this.#dir}/${path}`, { throwIfNoEntry: false }) ?? null;
    } catch (error) {
      // A file stands where a folder of the path belongs.
      if (errorCode(error) === 'ENOTDIR') return null;
      throw error;
    }
  }

  /** Whether a file holds what it should; not read when nothing has touched it since `trustedSince`. */
  isSound(file: TreeFile, trustedSince: number | null): boolean {
    return isFileSound(`${this.#dir}/${file.path}`, file, untouchedSince(trustedSince));
  }

  /**
   * Compares the folder with a release. Files that nothing touched since `trustedSince` (null: none) are taken to be
   * what they were, other than those in `suspects`.
   */
  async compare(
    release: TreeFiles,
    trustedSince: number | null,
    suspects: ReadonlySet<string>,
  ): Promise<{ changed: TreeFile[]; removed: string[] }> {
    const yieldToEventLoop = createYieldToEventLoop();
    const folders = new Set(['.']);
    const changed = new Map<string, TreeFile>();
    for (const file of release.all()) {
      addFolders(folders, file.path);
      if (suspects.has(file.path) || !this.isSound(file, trustedSince)) changed.set(file.path, file);
      await yieldToEventLoop();
    }
    const { behindLinks, foreign } = await this.#compareFolders(folders, release, trustedSince);
    for (const file of behindLinks) changed.set(file.path, file);
    const suspected = [...suspects].filter((path) => !folders.has(path) && !release.has(path));
    return { changed: [...changed.values()], removed: [...new Set([...foreign, ...suspected])] };
  }

  /** Files of folders that are none themselves, and paths that do not belong in the others. */
  async #compareFolders(folders: ReadonlySet<string>, release: TreeFiles, trustedSince: number | null) {
    const yieldToEventLoop = createYieldToEventLoop();
    const isTrusted = untouchedSince(trustedSince);
    const behindLinks: TreeFile[] = [];
    const foreign: string[] = [];
    for (const folder of folders) {
      const stat = this.stat(folder);
      if (!stat?.isDirectory() && folder !== '.') behindLinks.push(...release.in(folder));
      // A folder's own time changes with every entry that comes or goes.
      else if (!stat || !isTrusted(stat)) {
        const files = new Set(Array.from(release.in(folder), ({ path }) => path));
        foreign.push(...this.#entries(folder).filter((path) => !folders.has(path) && !files.has(path)));
      }
      await yieldToEventLoop();
    }
    return { behindLinks, foreign };
  }

  #entries(folder: string): string[] {
    try {
      return readdirSync(`${this.#dir}/${folder}`).map((name) => (folder === '.' ? name : `${folder}/${name}`));
    } catch {
      return [];
    }
  }
}

function addFolders(folders: Set<string>, path: string): void {
  for (let folder = dirname(path); !folders.has(folder); folder = dirname(folder)) folders.add(folder);
}

/** The folders that paths need, the root as `.`. */
export function foldersOf(paths: Iterable<string>): Set<string> {
  const folders = new Set<string>();
  for (const path of paths) addFolders(folders, path);
  return folders;
}
