import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { Settings } from '../../src/lib/settings.ts';

/** Whether a path is a folder or lies in it. */
function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/**
 * Why the settings' folders cannot be used, in one line; null when they can. A build removes from `dist/` what is not of the
 * release, everybody may delete the cache, and all that lies in `DATA_DIR` is taken from everybody but its owner.
 */
export function whyNotTheseFolders(root: string, settings: Pick<Settings, 'cacheDir' | 'dataDir'>): string | null {
  const [cache, data, dist] = [resolve(root, settings.cacheDir), resolve(root, settings.dataDir), join(root, 'dist')];
  if (isWithin(root, data)) return `DATA_DIR must be a folder of its own, not ${data}, which holds the project.`;
  const apart = [
    ['DATA_DIR', data, 'dist', dist],
    ['DATA_DIR', data, 'CACHE_DIR', cache],
    ['CACHE_DIR', cache, 'dist', dist],
    ['CACHE_DIR', cache, 'DATA_DIR', data],
  ] as const;
  const clash = apart.find(([, path, , folder]) => isWithin(path, folder));
  return clash ? `${clash[0]} must be a folder outside ${clash[2]}, not ${clash[1]}.` : null;
}
