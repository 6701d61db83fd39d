import { dirname } from 'node:path';
import type { Digest } from '../lib/digest.ts';
import { stampOf } from '../lib/files.ts';
import { FolderWatcher } from '../lib/folderWatcher.ts';
import type { Settings } from '../lib/settings.ts';
import { CODE_PATHS, type CodeStamps, codeStamps, codeVersion } from '../render/code.ts';

/** As of now; at its first call, of the code that a program has loaded. */
export type CodeVersion = () => Digest;

export function codeFolders(root: string, stamps: CodeStamps): Set<string> {
  return new Set([root, ...Array.from(stamps.keys(), dirname)]);
}

export function isCode(root: string, folder: string, name: string | null): boolean {
  return folder !== root || name === null || CODE_PATHS.includes(name);
}

/**
 * The version of the code and words on disk ({@link codeVersion}), at every call as they are then. Files are read only
 * after a change of one. A check costs some 800 calls of `stat`, 2 ms; with `isWatched`, for a program that runs on, it costs
 * nothing until the system tells of a change, which it does before the next turn of the event loop.
 */
export function createCodeVersion(root: string, settings: Settings, { isWatched = false } = {}): CodeVersion {
  let known: { readonly version: Digest; readonly stamps: CodeStamps } | undefined;
  let isQuiet = false;
  const watcher = new FolderWatcher((folder, name) => {
    if (isCode(root, folder, name)) isQuiet = false;
  });
  return () => {
    if (known && isQuiet) return known.version;
    // What changes while it is looked at is told, and looked at by the next call.
    if (isWatched && known) isQuiet = watcher.follow(codeFolders(root, known.stamps)).failures.length === 0;
    if (known?.stamps.entries().every(([path, stamp]) => stampOf(path) === stamp)) return known.version;
    isQuiet = false;
    // Stamps before bytes: what changes between the two is seen by the next call.
    const stamps = codeStamps(root);
    known = { stamps, version: codeVersion(root, settings) };
    return known.version;
  };
}
