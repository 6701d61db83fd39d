/** Where releases are handed to. */
import { dirname, resolve } from 'node:path';
import { Refusal } from '../lib/result.ts';
import type { DeploySettings } from '../lib/settings.ts';
import { commandTarget } from './command.ts';
import { folderTarget } from './folder.ts';
import { netlifyTarget } from './netlify.ts';
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
  /** Takes what a command of the operator's says, line by line. */
  readonly onLine: (line: string) => void;
}

/** Where the settings say that releases go. */
export function openTarget(settings: DeploySettings, { cacheDir, distDir, siteUrl, onLine }: TargetOptions): Target {
  if (settings.target === 's3') return s3Target(settings, { siteUrl });
  if (settings.target === 'folder') {
    // As the project's folder has it, in which dist/ lies.
    const folder = resolve(dirname(distDir), settings.folder);
    if (folder === distDir)
      throw new Refusal('DEPLOY_FOLDER must be another folder than dist/, which holds the release and nothing else.');
    return folderTarget(folder);
  }
  return settings.target === 'netlify' ? netlifyTarget(settings, { cacheDir }) : commandTarget(settings.command, distDir, onLine);
}
