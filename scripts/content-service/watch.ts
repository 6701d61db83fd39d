import { type FSWatcher, watch } from 'node:fs';

export interface Watch {
  /** Watches these folders and no others from now on; looks once more when one is new, as it may have filled unseen. */
  follow(folders: readonly string[]): void;
  close(): void;
}

/** An editor writes a file in several steps, a copy brings many files: act when this many milliseconds were quiet. */
const QUIET = 120;
/** Some file systems (network shares, containers) report nothing: look every this many milliseconds at least. */
const AT_LEAST_EVERY = 30_000;

/**
 * Calls `changed` after something in the followed folders changed; now and then also when nothing did. Each folder has a
 * watcher of its own: `recursive` would open one a file on Linux, and 10,000 files are many.
 */
export function watchFolders(changed: () => void, warn: (message: string) => void): Watch {
  const watchers = new Map<string, FSWatcher>();
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  const soon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(changed, QUIET);
  };
  const fallback = setInterval(changed, AT_LEAST_EVERY);
  fallback.unref();

  function drop(folder: string): void {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  }

  function add(folder: string): void {
    try {
      const watcher = watch(folder, soon);
      watcher.on('error', () => {
        drop(folder);
        soon();
      });
      watchers.set(folder, watcher);
    } catch (error) {
      warn(`${folder} cannot be watched (${String(error)}); it is looked at every ${AT_LEAST_EVERY / 1000} s.`);
    }
  }

  return {
    follow(folders) {
      if (closed) return;
      for (const folder of watchers.keys()) if (!folders.includes(folder)) drop(folder);
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
