import type { Digest } from '../lib/digest.ts';
import { stampOf } from '../lib/files.ts';
import type { Settings } from '../lib/settings.ts';
import { type CodeStamps, codeStamps, codeVersion } from '../render/code.ts';

/** As of now; at its first call, of the code that a program has loaded. */
export type CodeVersion = () => Digest;

/**
 * The version of the code and words on disk ({@link codeVersion}), at every call as they are then. Files are read only
 * after a change of one: a check costs some 500 calls of `stat`.
 */
export function createCodeVersion(root: string, settings: Settings): CodeVersion {
  let known: { readonly version: Digest; readonly stamps: CodeStamps } | undefined;
  return () => {
    if (known?.stamps.entries().every(([path, stamp]) => stampOf(path) === stamp)) return known.version;
    // Stamps before bytes: what changes between the two is seen by the next call.
    const stamps = codeStamps(root);
    known = { stamps, version: codeVersion(root, settings) };
    return known.version;
  };
}
