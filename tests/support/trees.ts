/** Published trees, read for comparison. */
import { hash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { TEMPORARY } from './temporary.ts';

/** Paths of all files below a folder, with forward slashes, sorted by code unit; none when there is no folder. */
export function filesOf(dir: string): string[] {
  if (!existsSync(dir)) return [];
  const entries = readdirSync(dir, { withFileTypes: true, recursive: true }).filter((entry) => !entry.isDirectory());
  return entries.map(({ parentPath, name }) => relative(dir, join(parentPath, name)).replaceAll('\\', '/')).sort();
}

/** Path → text of every file below a folder. */
export function readTree(dir: string): Map<string, string> {
  return new Map(filesOf(dir).map((file) => [file, readFileSync(join(dir, file), 'utf8')]));
}

/** A map's entries, sorted by key by code unit. */
export function sorted<Value>(tree: ReadonlyMap<string, Value>): [string, Value][] {
  return [...tree].sort(([one], [other]) => (one < other ? -1 : 1));
}

/** A new folder; `remove` deletes it. */
export function temporaryFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(TEMPORARY, 'engine-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Path → SHA-256 of every file below a folder; empty when there is no folder. */
export function digests(dir: string): Map<string, string> {
  return new Map(filesOf(dir).map((file) => [file, hash('sha256', readFileSync(join(dir, file)))]));
}

/** Sorted paths that are in only one of two trees, or whose digests differ. */
export function differences(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): string[] {
  return [...new Set([...one.keys(), ...other.keys()])].filter((path) => one.get(path) !== other.get(path)).sort();
}
