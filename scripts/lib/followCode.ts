import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CODE_PATHS } from '../../src/render/code.ts';
import { createCodeVersion } from '../../src/site/codeVersion.ts';
import { watchFolders } from '../content-service/watch.ts';
import { type Context, tell } from './command.ts';

/** The folders that hold code and words. */
function foldersOf(root: string): string[] {
  const folders = new Set<string>();
  for (const path of CODE_PATHS.map((name) => join(root, name))) {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
      folders.add(dirname(path));
      continue;
    }
    folders.add(path);
    for (const entry of readdirSync(path, { withFileTypes: true, recursive: true })) {
      if (entry.isDirectory()) folders.add(join(entry.parentPath, entry.name));
    }
  }
  return [...folders];
}

/**
 * Calls what it is given after each change of the code or the words on disk since this call: what changes while a program
 * starts is told when it listens. That returns what stops it.
 */
export function followCode({ root, settings }: Context): (changed: () => void) => () => void {
  const codeVersion = createCodeVersion(root, settings);
  let known = codeVersion();
  return (changed) => {
    const look = (): void => {
      watch.follow(foldersOf(root));
      const version = codeVersion();
      if (version === known) return;
      known = version;
      changed();
    };
    const watch = watchFolders(look, tell);
    look();
    return () => watch.close();
  };
}
