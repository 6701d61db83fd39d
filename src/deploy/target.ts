import type { DeploySettings } from '../lib/settings.ts';
import { commandTarget } from './command.ts';
import { netlifyTarget } from './netlify.ts';
import { s3Target } from './s3/target.ts';
import type { Target } from './types.ts';

interface TargetOptions {
  readonly cacheDir: string;
  readonly distDir: string;
  /** Public origin of the site. */
  readonly siteUrl: string;
}

/** Where the settings say that releases go. */
export function openTarget(settings: DeploySettings, { cacheDir, distDir, siteUrl }: TargetOptions): Target {
  if (settings.target === 's3') return s3Target(settings, { siteUrl });
  return settings.target === 'netlify' ? netlifyTarget(settings, { cacheDir }) : commandTarget(settings.command, distDir);
}
