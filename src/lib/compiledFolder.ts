/** The folder of a compiled version of the site, as rendering and shared state know it. */
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { filesBelow, readChecksummed, toChecksummed } from './files.ts';

/** Path of the list of its scripts and files, which is written last. */
export const assetsFile = (folder: string) => join(folder, 'assets.json');

export const isCompiled = (folder: string) => existsSync(assetsFile(folder));

/** Path of the list of sizes, in bytes by path. */
const sizesFile = (folder: string) => join(folder, 'sizes.json');

const bytesIn = (path: string) => statSync(path, { throwIfNoEntry: false })?.size;

/** Records the sizes of the modules, of the visitors' files and of the list, so that what a loss of power or a host's cache has cut is found. */
export function recordSizes(folder: string): void {
  const files = ['server', 'client'].flatMap((part) => filesBelow(join(folder, part)).map((path) => `${part}/${path}`));
  const sizes = [basename(assetsFile(folder)), ...files].map((path) => [path, bytesIn(join(folder, path))] as const);
  writeFileSync(sizesFile(folder), toChecksummed(sizes));
}

/** Whether everything has its size. */
export function isWhole(folder: string): boolean {
  const sizes = readChecksummed(sizesFile(folder)) as readonly (readonly [path: string, size: number])[] | null;
  return sizes?.every(([path, size]) => bytesIn(join(folder, path)) === size) ?? false;
}
