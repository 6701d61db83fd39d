/** Copies files of the store into the published tree, each atomically, and removes them from it. */
import { constants, copyFileSync, lstatSync, mkdirSync, renameSync, rmdirSync, rmSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from '../lib/files.ts';
import type { FileRow } from './releases.ts';
import type { Store } from './store.ts';

/** Where the engine's thread and the render worker stage files, inside the tree: a rename does not cross file systems. */
export const STAGING = '.incoming';
export const WORKER_STAGING = '.incoming-2';

const BLOCKED = new Set(['ENOTDIR', 'EISDIR', 'EEXIST', 'ENOTEMPTY', 'ENOENT']);

export class Installer {
  readonly #store: Store;
  readonly #dir: string;
  readonly #staged: string;
  readonly #folders = new Set<string>();

  constructor(store: Store, dir: string, staging: string) {
    this.#store = store;
    this.#dir = dir;
    this.#staged = `${dir}/${staging}`;
  }

  install(file: FileRow): void {
    const target = `${this.#dir}/${file.path}`;
    copyFileSync(this.#store.file(file.digest), this.#staged, constants.COPYFILE_FICLONE);
    this.#makeFolder(dirname(file.path));
    try {
      renameSync(this.#staged, target);
    } catch (error) {
      if (!BLOCKED.has(errorCode(error))) throw error;
      // Something foreign stands where the file belongs, or its folder is gone.
      this.#folders.clear();
      this.#makeFolder(dirname(file.path));
      rmSync(target, { recursive: true, force: true });
      renameSync(this.#staged, target);
    }
  }

  /** Removes a file, or a foreign folder, and the folders that it leaves empty. */
  remove(path: string): void {
    if (statOrNull(`${this.#dir}/${path}`)) rmSync(`${this.#dir}/${path}`, { recursive: true, force: true });
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
    if (folder === '.' || this.#folders.has(folder)) return;
    this.#makeFolder(dirname(folder));
    const path = `${this.#dir}/${folder}`;
    const stat = statOrNull(path);
    if (stat && !stat.isDirectory()) rmSync(path, { force: true });
    mkdirSync(path, { recursive: true });
    this.#folders.add(folder);
  }
}

/** What stands at a path itself, links not followed; null: nothing. */
export function statOrNull(path: string): Stats | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null;
  } catch (error) {
    // A file stands where a folder of the path belongs.
    if (errorCode(error) === 'ENOTDIR') return null;
    throw error;
  }
}
