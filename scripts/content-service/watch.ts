import { type FSWatcher, statSync, watch } from 'node:fs';
import { basename, dirname } from 'node:path';

export interface FolderWatcher {
  /** Watches these folders and no others from now on; looks once more when one is new, as it may have filled unseen. */
  follow(folders: readonly string[]): void;
  close(): void;
}

/** An editor writes a file in several steps, a copy brings many files: act when this many milliseconds were quiet. */
const QUIET = 120;
/** Some file systems (network shares, containers) report nothing: look every this many milliseconds at least. */
const AT_LEAST_EVERY = 30_000;

const inodeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.ino;

/**
 * Calls `changed` after something in the followed folders changed; now and then also when nothing did. Each folder has a
 * watcher of its own: `recursive` would open one a file on Linux, and 10,000 files are many. A folder that was replaced by
 * another one of its name is watched anew; that of `root` is seen by the folder above it.
 */
export function watchFolders(changed: () => void, warn: (message: string) => void, root?: string): FolderWatcher {
  const watchers = new Map<string, { readonly watcher: FSWatcher; readonly inode: number | undefined }>();
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  const soon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(changed, QUIET);
  };
  const fallback = setInterval(changed, AT_LEAST_EVERY);
  fallback.unref();
  if (root !== undefined) add(dirname(root), (name) => name === null || name === basename(root));

  function drop(folder: string): void {
    watchers.get(folder)?.watcher.close();
    watchers.delete(folder);
  }

  /** `concerns`: whether what became of an entry of the folder is to be looked at. */
  function add(folder: string, concerns: (name: string | null) => boolean = () => true): void {
    try {
      const watcher = watch(folder, (_event, name) => {
        if (concerns(name)) soon();
      });
      watcher.on('error', () => {
        drop(folder);
        soon();
      });
      watchers.set(folder, { watcher, inode: inodeOf(folder) });
    } catch (error) {
      warn(`${folder} cannot be watched (${String(error)}); it is looked at every ${AT_LEAST_EVERY / 1000} s.`);
    }
  }

  return {
    follow(folders) {
      if (closed) return;
      for (const [folder, { inode }] of watchers) {
        const isAbove = root !== undefined && folder === dirname(root);
        if (!isAbove && (!folders.includes(folder) || inodeOf(folder) !== inode)) drop(folder);
      }
      const fresh = folders.filter((folder) => !watchers.has(folder));
      for (const folder of fresh) add(folder);
      if (fresh.some((folder) => watchers.has(folder))) soon();
    },
    close() {
      closed = true;
      clearTimeout(timer);
      clearInterval(fallback);
      for (const folder of [...watchers.keys()]) drop(folder);
    },
  };
}
