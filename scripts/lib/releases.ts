import { join } from 'node:path';
import { type Engine, openEngine } from '../../src/engine/index.ts';
import { printable } from '../../src/lib/printable.ts';
import { openSharedState } from '../../src/site/sharedState.ts';
import { type Context, cacheDirOf } from './command.ts';

/** The engine alone, for commands that look at releases or switch between them and need no content. */
export function openReleases(context: Context): Engine {
  const { root, settings } = context;
  const tell = (message: string) => void process.stderr.write(`${printable(message)}\n`);
  const shared = openSharedState(root, settings, { tell });
  return openEngine({ cacheDir: cacheDirOf(context), distDir: join(root, 'dist'), shared });
}

/** A moment as programs read it: ISO 8601 in UTC, to the second. */
export function isoMoment(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}
