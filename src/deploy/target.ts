import { Refusal } from '../lib/result.ts';
import type { DeploySettings } from '../lib/settings.ts';
import { commandTarget } from './command.ts';
import { netlifyTarget } from './netlify.ts';
import type { Target } from './types.ts';

/** Where the settings say that releases go. Throws a `Refusal` for a target that is not built yet. */
export function openTarget(settings: DeploySettings, cacheDir: string, distDir: string): Target {
  if (settings.target === 's3') throw new Refusal('DEPLOY_TARGET=s3 cannot be used yet: use "netlify" or "command".');
  return settings.target === 'netlify' ? netlifyTarget(settings, { cacheDir }) : commandTarget(settings.command, distDir);
}
