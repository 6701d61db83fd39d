import { type FSWatcher, watch } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Digest } from '../lib/digest.ts';
import { stampOf } from '../lib/files.ts';
import type { Settings } from '../lib/settings.ts';
import { CODE_PATHS, type CodeStamps, codeStamps, codeVersion } from '../render/code.ts';

/** As of now; at its first call, of the code that a program has loaded. */
export type CodeVersion = () => Digest;

/**
 * The version of the code and words on disk ({@link codeVersion}), at every call as they are then. Files are read only
 * after a change of one. A check costs some 800 calls of `stat`, 2 ms; with `isWatched`, for a program that runs on, it costs
 * nothing until the system tells of a change, which it does before the next turn of the event loop.
 */
export function createCodeVersion(root: string, settings: Settings, { isWatched = false } = {}): CodeVersion {
  let known: { readonly version: Digest; readonly stamps: CodeStamps } | undefined;
  let isQuiet = false;
  const onChange = () => {
    isQuiet = false;
  };
  const folders = isWatched ? new CodeFolders(root, onChange) : null;
  return () => {
    if (known && isQuiet) return known.version;
    // What changes while it is looked at is told, and looked at by the next call.
    isQuiet = known !== undefined && (folders?.follow(known.stamps) ?? false);
    if (known?.stamps.entries().every(([path, stamp]) => stampOf(path) === stamp)) return known.version;
    isQuiet = false;
    // Stamps before bytes: what changes between the two is seen by the next call.
    const stamps = codeStamps(root);
    known = { stamps, version: codeVersion(root, settings) };
    return known.version;
  };
}

/** Folders in which something of the code lies, watched one by one: what Node calls recursive watches every file. */
class CodeFolders {
  readonly #root: string;
  readonly #onChange: () => void;
  readonly #watchers = new Map<string, FSWatcher>();

  constructor(root: string, onChange: () => void) {
    this.#root = root;
    this.#onChange = onChange;
  }

  /** Watches the folders that are new; false where the system cannot. */
  follow(stamps: CodeStamps): boolean {
    const folders = [this.#root, ...new Set(Array.from(stamps.keys(), dirname))].filter((folder) => !this.#watchers.has(folder));
    try {
      for (const folder of folders) this.#watch(folder);
      return true;
    } catch {
      return false;
    }
  }

  #watch(folder: string): void {
    const isCode = (name: string | null) => folder !== this.#root || name === null || CODE_PATHS.includes(name);
    const watcher = watch(folder, { persistent: false }, (event, name) => {
      if (!isCode(name)) return;
      // A folder that is replaced is watched anew.
      if (event === 'rename' && name !== null) this.#forget(join(folder, name));
      this.#onChange();
    });
    watcher.on('error', () => {
      this.#forget(folder);
      this.#onChange();
    });
    this.#watchers.set(folder, watcher);
  }

  #forget(folder: string): void {
    this.#watchers.get(folder)?.close();
    this.#watchers.delete(folder);
  }
}
