/** What answers `/api/*`, and the name that it gives. Loaded when it is asked for: with its libraries it is a third of all modules, and commands need none of it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GatewayOptions, KnownMedia } from '../gateway/index.ts';
import type { SiteOptions } from './open.ts';

export async function schoolName(root: string): Promise<string> {
  const { namesOf, wholeName } = await import('../content/names.ts');
  return wholeName(namesOf(await readFile(join(root, 'src/content/site.yaml'), 'utf8')));
}

export async function openGateway(
  { root, settings, contentServiceUrl }: Pick<SiteOptions, 'root' | 'settings' | 'contentServiceUrl'>,
  media: KnownMedia,
  log: GatewayOptions['log'],
  onPassed?: GatewayOptions['onPassed'],
) {
  const { createGateway } = await import('../gateway/index.ts');
  const siteName = await schoolName(root);
  return createGateway({ ...settings, contentServiceUrl, token: settings.contentServiceToken, siteName, media, log, onPassed });
}
