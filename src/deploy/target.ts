import type { DeploySettings } from '../lib/settings.ts';
import { commandTarget } from './command.ts';
import { netlifyTarget } from './netlify.ts';
import type { Target } from './types.ts';

/** Where the settings say that releases go. */
export function openTarget(settings: DeploySettings, cacheDir: string, distDir: string): Target {
  return settings.target === 'netlify' ? netlifyTarget(settings, { cacheDir }) : commandTarget(settings.command, distDir);
}
