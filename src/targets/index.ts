/** Where releases are handed to. */
import { dirname, join, resolve } from 'node:path';
import { digestOf } from '../lib/digest.ts';
import { Refusal } from '../lib/result.ts';
import type { BucketSettings, DeploySettings } from '../lib/settings.ts';
import { commandTarget } from './command.ts';
import { folderTarget } from './folder.ts';
import type { OpenRecords } from './ledger.ts';
import { netlifyTarget } from './netlify.ts';
import { recordsIn } from './record.ts';
import { openBucket } from './s3/client.ts';
import { s3Target } from './s3/target.ts';
import type { Target } from './target.ts';

export { type DeployOptions, deploy, describePlan, isOvertaken, lastDeploy, plannedDeploy } from './deploy.ts';
export { createDeployer, type Deployer } from './deployer.ts';
export type { DeployPlan } from './target.ts';

interface TargetOptions {
  readonly cacheDir: string;
  readonly distDir: string;
  /** Public origin of the site. */
  readonly siteUrl: string;
  /** What machines share; null: nothing. What a host holds that cannot be asked is recorded there. */
  readonly state: BucketSettings | null;
  /** Takes what a command of the operator's says, line by line. */
  readonly onLine: (line: string) => void;
}

/** Where the settings say that releases go. */
export function openTarget(settings: DeploySettings, { cacheDir, distDir, siteUrl, state, onLine }: TargetOptions): Target {
  const records: OpenRecords = (name, signal) => {
    const below = `deploy/${digestOf(name)}`;
    if (!state) return recordsIn(join(cacheDir, below));
    return openBucket({ ...state, prefix: state.prefix ? `${state.prefix}/${below}` : below }, signal);
  };
  if (settings.target === 's3') return s3Target(settings, { siteUrl });
  if (settings.target === 'netlify') return netlifyTarget(settings, records);
  if (settings.target === 'command') return commandTarget(settings.command, distDir, onLine, records);
  // As the project's folder has it, in which dist/ lies.
  const folder = resolve(dirname(distDir), settings.folder);
  if (folder === distDir)
    throw new Refusal('DEPLOY_FOLDER must be another folder than dist/, which holds the release and nothing else.');
  return folderTarget(folder);
}
