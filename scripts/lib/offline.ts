import { isAbsolute, join } from 'node:path';
import { type Engine, openEngine } from '../../src/engine/index.ts';
import type { Command } from './command.ts';

/** The cache folder that the settings name. */
export function cacheDirOf({ root, settings }: Command): string {
  return isAbsolute(settings.cacheDir) ? settings.cacheDir : join(root, settings.cacheDir);
}

/** The engine alone, for commands that look at releases or switch between them and need no content. */
export function openReleases(command: Command): Engine {
  return openEngine({ cacheDir: cacheDirOf(command), distDir: join(command.root, 'dist') });
}

/** A moment as operators read it: ISO 8601 in UTC, to the second. */
export function moment(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}
