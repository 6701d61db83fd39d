import { resolve } from 'node:path';
import type { Settings } from '../../src/lib/settings.ts';
import type { WebhookTarget } from '../content-service/webhook.ts';
import { ROOT } from './command.ts';

export interface ContentSource {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * The content service that the settings name, or, without one, the embedded service on a free port for as long as the
 * command runs. `webhook`: told by the embedded service of each change.
 */
export async function openContentSource(settings: Settings, webhook?: WebhookTarget): Promise<ContentSource> {
  if (settings.contentServiceUrl) return { url: settings.contentServiceUrl, close: async () => {} };
  const { startContentService } = await import('../content-service/service.ts');
  return startContentService({
    folder: resolve(ROOT, settings.contentFolder),
    dataDir: resolve(ROOT, settings.dataDir),
    port: 0,
    token: settings.contentServiceToken,
    schoolCode: settings.schoolCode,
    webhook,
  });
}
