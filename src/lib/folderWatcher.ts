import { type FSWatcher, watch } from 'node:fs';
import { join, sep } from 'node:path';

/** Watches folders one by one: what Node calls recursive opens a watcher a file on Linux, and 10,000 files are many. */
export class FolderWatcher {
  readonly #watchers = new Map<string, FSWatcher>();
  readonly #onChange: (folder: string, name: string | null) => void;

  /** `onChange`: told at once of each change, with the folder and, where the system says it, the name of the entry. */
  constructor(onChange: (folder: string, name: string | null) => void) {
    this.#onChange = onChange;
  }

  /** Watches these folders and no others from now on; those that were replaced since the last call are watched anew. */
  follow(folders: ReadonlySet<string>): { readonly hasNew: boolean; readonly failures: readonly string[] } {
    for (const folder of this.#watchers.keys()) if (!folders.has(folder)) this.#forget(folder);
    const missing = [...folders].filter((folder) => !this.#watchers.has(folder));
    const failures: string[] = [];
    for (const folder of missing) {
      try {
        this.#watch(folder);
      } catch (error) {
        failures.push(`${folder} cannot be watched (${String(error)})`);
      }
    }
    return { hasNew: missing.length > failures.length, failures };
  }

  #watch(folder: string): void {
    const watcher = watch(folder, { persistent: false }, (event, name) => {
      if (event === 'rename' && name !== null) this.#forget(join(folder, name));
      this.#onChange(folder, name);
    });
    watcher.on('error', () => {
      this.#forget(folder);
      this.#onChange(folder, null);
    });
    this.#watchers.set(folder, watcher);
  }

  /** Of a folder and all below it. */
  #forget(path: string): void {
    for (const [folder, watcher] of this.#watchers) {
      if (folder !== path && !folder.startsWith(path + sep)) continue;
      watcher.close();
      this.#watchers.delete(folder);
    }
  }

  close(): void {
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }
}
