import { join } from 'node:path';
import { Engine } from '../../src/engine/index.ts';
import { printable } from '../../src/lib/printable.ts';
import { openSiteDatabase } from '../../src/site/database.ts';
import { openSharedState, SiteLock } from '../../src/site/siteLock.ts';
import { type Context, cacheDirOf } from './command.ts';

export interface ReleaseTools {
  readonly engine: Engine;
  /** Acts on the releases as they are on the newest of all machines. */
  readonly siteLock: SiteLock;
}

/** The releases alone, for commands that look at them or switch between them and need no content. */
export function openReleaseTools(context: Context): ReleaseTools {
  const { root, settings } = context;
  const cacheDir = cacheDirOf(context);
  const database = openSiteDatabase(cacheDir);
  const tell = (message: string) => void process.stderr.write(`${printable(message)}\n`);
  const shared = openSharedState(root, settings, { database, engine: () => engine, tell });
  const engine = new Engine({ database, cacheDir, distDir: join(root, 'dist'), elsewhere: shared?.files ?? null });
  const onWait = (holder: string) => tell(`Waiting for ${holder} ...`);
  return { engine, siteLock: new SiteLock({ database, engine, shared, onWait }) };
}

/** The engine of a cache folder, for commands that only look. */
export function openReleases(context: Context): Engine {
  return openReleaseTools(context).engine;
}

/** A moment as programs read it: ISO 8601 in UTC, to the second. */
export function isoMoment(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}
