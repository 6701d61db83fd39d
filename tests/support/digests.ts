/** Trees of files by digest, for comparison. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Path → SHA-256 of every file below a folder; empty when there is no folder. */
export function digests(dir: string): Map<string, string> {
  if (!existsSync(dir)) return new Map();
  const found = readdirSync(dir, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
  return new Map(
    found
      .map(({ parentPath, name: file }) => join(parentPath, file))
      .sort()
      .map((file) => [relative(dir, file), createHash('sha256').update(readFileSync(file)).digest('hex')]),
  );
}

/** Sorted paths that are in only one of two trees, or whose digests differ. */
export function differences(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): string[] {
  return [...new Set([...one.keys(), ...other.keys()])].filter((path) => one.get(path) !== other.get(path)).sort();
}
