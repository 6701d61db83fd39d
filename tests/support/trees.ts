/** Published trees, read for comparison. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { TEMPORARY } from './temporary.ts';

/** Every file below a folder: path with forward slashes → text. */
export function readTree(dir: string): Map<string, string> {
  const tree = new Map<string, string>();
  if (!existsSync(dir)) return tree;
  for (const entry of readdirSync(dir, { withFileTypes: true, recursive: true })) {
    if (entry.isDirectory()) continue;
    const file = join(entry.parentPath, entry.name);
    tree.set(relative(dir, file).replaceAll('\\', '/'), readFileSync(file, 'utf8'));
  }
  return tree;
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
