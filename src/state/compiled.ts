/** The compiled site of a version of the code travels too: bundling takes seconds. Each file is one chunk. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isCompiled } from '../lib/compiledFolder.ts';
import { type Digest, digestOf } from '../lib/digest.ts';
import { isFileSound, readIfPresent, writeAtomic } from '../lib/files.ts';
import type { Packs, Source } from './packs.ts';

export interface CompiledTree {
  /** The folder's name. */
  readonly name: string;
  readonly files: readonly (readonly [path: string, digest: Digest, size: number])[];
}

/** The files of a compiled folder. */
export function readCompiled(folder: string, name: string): CompiledTree | null {
  const root = join(folder, name);
  if (!isCompiled(root)) return null;
  const entries = readdirSync(root, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)).sort();
  const files = paths.map((path) => {
    const bytes = readFileSync(join(root, path));
    return [path, digestOf(bytes), bytes.length] as const;
  });
  return { name, files };
}

export function compiledSources(folder: string, { name, files }: CompiledTree): Source[] {
  return files.map(([path, digest, size]) => {
    const file = join(folder, name, path);
    return { digest, size, read: () => (isFileSound(file, { digest, size }, () => false) ? readIfPresent(file) : null) };
  });
}

/** Downloads a compiled folder that is not here. When not all of it can be had, nothing is kept and the site is compiled. */
export async function restoreCompiled(folder: string, tree: CompiledTree, packs: Packs): Promise<void> {
  const target = join(folder, tree.name);
  if (isCompiled(target)) return;
  const staged = join(folder, `staging-${process.pid}-shared`);
  const paths = Map.groupBy(tree.files, ([, digest]) => digest);
  const writes: Promise<void>[] = [];
  await packs.read(paths.keys(), (digest, bytes) => {
    for (const [path] of paths.get(digest) ?? []) writes.push(writeAtomic(join(staged, path), bytes));
  });
  await Promise.all(writes);
  // Another process may have compiled or brought the same meanwhile; half a version would be worse than none.
  if (writes.length === tree.files.length && !existsSync(target)) await rename(staged, target);
  else await rm(staged, { recursive: true, force: true });
}
