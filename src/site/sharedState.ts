import { join, resolve } from 'node:path';
import type { SiteDatabase } from '../database/siteDatabase.ts';
import { type Engine, storedFile } from '../engine/index.ts';
import { readIfPresent } from '../lib/files.ts';
import type { Result } from '../lib/result.ts';
import type { Settings } from '../lib/settings.ts';
import { openWithdrawals } from '../media/withdrawals.ts';
import { newestRelease } from '../state/head.ts';
import { SharedState as StateInBucket } from '../state/sharedState.ts';

export interface SharedStateOptions {
  readonly database: SiteDatabase;
  /** Asked once the engine is open. */
  readonly engine: () => Pick<Engine, 'live' | 'needed' | 'isNeeded'>;
  /** Name of the compiled site that is needed now; absent: none is, as where nothing is rendered. */
  readonly compiledName?: () => string;
  /** One line for whoever runs the site. */
  readonly tell: (message: string) => void;
}

export type SharedState = ReturnType<typeof openBucketState>;

function openBucketState(
  root: string,
  settings: Settings,
  bucket: NonNullable<Settings['state']>,
  { database, engine, compiledName, tell }: SharedStateOptions,
) {
  const { schoolCode, siteUrl, deploy } = settings;
  const publishing = deploy?.target === 's3' ? deploy.bucket : null;
  const cacheDir = resolve(root, settings.cacheDir);
  const dataDir = resolve(root, settings.dataDir);
  return new StateInBucket({
    database,
    bucket,
    publishing: publishing?.bucket === bucket.bucket && publishing.endpoint === bucket.endpoint ? publishing : null,
    owner: { schoolCode, siteUrl },
    dataDir,
    withdrawn: openWithdrawals(dataDir),
    compiled: compiledName ? { folder: join(root, '.compiled'), name: compiledName } : null,
    release: () => engine().live()?.release ?? null,
    needed: () => engine().needed(),
    isNeeded: (digest) => engine().isNeeded(digest),
    read: (digest) => readIfPresent(storedFile(cacheDir, digest)),
    tell,
  });
}

/** The state in the bucket that the settings name; null when they name none. */
export function openSharedState(root: string, settings: Settings, options: SharedStateOptions): SharedState | null {
  return settings.state && openBucketState(root, settings, settings.state, options);
}

/** Asks for the live release of all machines; null: the settings name no state that they share. */
export function newestOf({ state, schoolCode, siteUrl }: Settings): (() => Promise<Result<string | null>>) | null {
  return state && (() => newestRelease(state, { schoolCode, siteUrl }));
}
