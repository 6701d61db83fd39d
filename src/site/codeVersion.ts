import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Digest } from '../lib/digest.ts';
import { stampOf } from '../lib/files.ts';
import type { Settings } from '../lib/settings.ts';
import { CODE_PATHS, codeVersion } from '../render/compile.ts';

/** Of every file and folder: adding and removing a file changes its folder. */
function stampsOfCode(root: string): Map<string, string> {
  const stamps = new Map<string, string>();
  for (const name of CODE_PATHS) {
    const path = join(root, name);
    const stamp = stampOf(path);
    stamps.set(path, stamp);
    if (name.includes('.') || stamp === '') continue;
    for (const entry of readdirSync(path, { withFileTypes: true, recursive: true })) {
      const below = join(entry.parentPath, entry.name);
      stamps.set(below, stampOf(below));
    }
  }
  return stamps;
}

/** As of now; at its first call, of the code that a program has loaded. */
export type CodeVersion = () => Digest;

/**
 * The version of the code and words on disk ({@link codeVersion}), at every call as they are then. Files are read only
 * after a change of one: a check costs some 500 calls of `stat`.
 */
export function createCodeVersion(root: string, settings: Settings): CodeVersion {
  let known: { readonly version: Digest; readonly stamps: ReadonlyMap<string, string> } | undefined;
  return () => {
    if (known?.stamps.entries().every(([path, stamp]) => stampOf(path) === stamp)) return known.version;
    // Stamps before bytes: what changes between the two is seen by the next call.
    const stamps = stampsOfCode(root);
    known = { stamps, version: codeVersion(root, settings) };
    return known.version;
  };
}
