/** Puts files of the store into a tree of folders, each whole. */
import { constants, copyFileSync, lstatSync, mkdirSync, renameSync, rmSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';
import { codeOf } from './files.ts';
import type { FileRow } from './state.ts';
import type { Store } from './store.ts';

const IN_THE_WAY = new Set(['ENOTDIR', 'EISDIR', 'EEXIST', 'ENOTEMPTY', 'ENOENT']);

export class Placer {
  readonly #store: Store;
  readonly #dir: string;
  /** Where a file is staged, inside the tree: a rename does not cross file systems. */
  readonly #incoming: string;
  readonly #folders = new Set<string>();

  constructor(store: Store, dir: string, incoming: string) {
    this.#store = store;
    this.#dir = dir;
    this.#incoming = `${dir}/${incoming}`;
  }

  place(file: FileRow): void {
    const target = `${this.#dir}/${file.path}`;
    copyFileSync(this.#store.file(file.digest), this.#incoming, constants.COPYFILE_FICLONE);
    this.#makeFolder(dirname(file.path));
    try {
      renameSync(this.#incoming, target);
    } catch (error) {
      if (!IN_THE_WAY.has(codeOf(error))) throw error;
      // Something foreign stands where the file belongs, or its folder is gone.
      this.forget();
      this.#makeFolder(dirname(file.path));
      rmSync(target, { recursive: true, force: true });
      renameSync(this.#incoming, target);
    }
  }

  /** Folders may be gone since: they are looked at again. */
  forget(): void {
    this.#folders.clear();
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
    if (codeOf(error) === 'ENOTDIR') return null;
    throw error;
  }
}
