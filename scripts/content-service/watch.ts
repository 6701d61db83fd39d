import { FolderWatcher } from '../../src/lib/folderWatcher.ts';

/** An editor writes a file in several steps, a copy brings many files: act when this many milliseconds were quiet. */
const QUIET = 120;
/** Some file systems (network shares, containers) report nothing: look every this many milliseconds at least. */
const AT_LEAST_EVERY = 30_000;

/**
 * Calls `changed` after something in the followed folders changed; now and then also when nothing did.
 * `concerns`: whether what became of an entry of a folder is to be looked at.
 */
export function watchFolders(
  changed: () => void,
  warn: (message: string) => void,
  concerns: (folder: string, name: string | null) => boolean,
) {
  let timer: NodeJS.Timeout | undefined;
  let later: NodeJS.Timeout | undefined;
  let closed = false;
  const soon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(changed, QUIET);
  };
  const watcher = new FolderWatcher((folder, name) => {
    if (concerns(folder, name)) soon();
  });
  const fallback = setInterval(changed, AT_LEAST_EVERY).unref();
  return {
    /** Watches these folders and no others from now on; looks once more when one is new, as it may have filled unseen. */
    follow(folders: Iterable<string>): void {
      if (closed) return;
      const { hasNew, failures } = watcher.follow(new Set(folders));
      for (const failure of failures) warn(`${failure}; it is looked at every ${AT_LEAST_EVERY / 1000} s.`);
      if (hasNew) soon();
    },
    /** Looks once more when so many milliseconds are over. */
    lookAfter(milliseconds: number): void {
      clearTimeout(later);
      if (!closed) later = setTimeout(changed, milliseconds);
    },
    close(): void {
      closed = true;
      clearTimeout(timer);
      clearTimeout(later);
      clearInterval(fallback);
      watcher.close();
    },
  };
}
