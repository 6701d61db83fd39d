import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { Settings } from '../../src/lib/settings.ts';

/** Whether a path is a folder or lies in it. */
function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

type Folders = Pick<Settings, 'cacheDir' | 'dataDir'>;

/**
 * Why the settings' folders cannot be used, in one line; null when they can. A build removes from `dist/` what is not of the
 * release, and all that lies in `DATA_DIR` is taken from everybody but its owner.
 */
export function whyNotTheseFolders(root: string, { cacheDir, dataDir }: Folders): string | null {
  const [cache, data, dist] = [resolve(root, cacheDir), resolve(root, dataDir), join(root, 'dist')];
  if (isWithin(root, data)) return `DATA_DIR must be a folder of its own, not ${data}, which holds the project.`;
  if (isWithin(data, dist)) return `DATA_DIR must be a folder outside dist, not ${data}.`;
  return isWithin(cache, dist) ? `CACHE_DIR must be a folder outside dist, not ${cache}.` : null;
}

/** What is to be told of folders that can be used; null when there is nothing. */
export function folderWarning(root: string, { cacheDir, dataDir }: Folders): string | null {
  const [cache, data] = [resolve(root, cacheDir), resolve(root, dataDir)];
  return isWithin(data, cache)
    ? `DATA_DIR (${data}) lies in CACHE_DIR: deleting the cache deletes the submissions and the list of withdrawn pictures too.`
    : null;
}
