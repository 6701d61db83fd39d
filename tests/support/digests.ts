/** Trees of files by digest, for comparison. */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesOf } from './trees.ts';

/** Path → SHA-256 of every file below a folder; empty when there is no folder. */
export function digests(dir: string): Map<string, string> {
  return new Map(filesOf(dir).map((file) => [file, hash('sha256', readFileSync(join(dir, file)))]));
}

/** Sorted paths that are in only one of two trees, or whose digests differ. */
export function differences(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): string[] {
  return [...new Set([...one.keys(), ...other.keys()])].filter((path) => one.get(path) !== other.get(path)).sort();
}
