import { join, resolve } from 'node:path';
import type { SharedState } from '../engine/index.ts';
import type { Settings } from '../lib/settings.ts';
import { openWithdrawals } from '../media/withdrawals.ts';
import { BucketState } from '../state/bucketState.ts';

export interface SharedStateOptions {
  /** Name of the compiled site that is needed now; absent: none is, as where nothing is rendered. */
  readonly compiledName?: () => string;
  /** One line for whoever runs the site. */
  readonly tell: (message: string) => void;
}

/** The state in the bucket that the settings name; null when they name none. */
export function openSharedState(
  root: string,
  settings: Settings,
  { compiledName, tell }: SharedStateOptions,
): SharedState | null {
  if (!settings.state) return null;
  const { schoolCode, siteUrl, state: bucket } = settings;
  const dataDir = resolve(root, settings.dataDir);
  return new BucketState({
    bucket,
    owner: { schoolCode, siteUrl },
    cacheDir: resolve(root, settings.cacheDir),
    dataDir,
    withdrawn: openWithdrawals(dataDir),
    compiled: compiledName ? { folder: join(root, '.compiled'), name: compiledName } : null,
    tell,
  });
}
