import { resolve } from 'node:path';
import { whyNoPort } from '../../src/lib/port.ts';
import { printable } from '../../src/lib/printable.ts';
import type { Settings } from '../../src/lib/settings.ts';
import type { ContentService } from '../content-service/service.ts';
import type { WebhookTarget } from '../content-service/webhook.ts';
import { ROOT, tell } from './command.ts';

/** What the embedded service tells a person at a terminal. */
export function logContentService(message: string): void {
  tell(`Content service: ${printable(message)}`);
}

/** Why the embedded service does not start, in one line. */
export function whyNoService(error: Error, { contentServicePort: port, contentFolder }: Settings): string {
  if ('syscall' in error && error.syscall === 'listen') return whyNoPort(error, port, 'CONTENT_SERVICE_PORT');
  return `The embedded content service does not start with the content of ${resolve(ROOT, contentFolder)}: ${error.message}`;
}

/**
 * The content service that the settings name, or, without one, the embedded service on a free port for as long as the
 * command runs. `webhook`: told by the embedded service of each change.
 */
export async function openContentSource(
  settings: Settings,
  webhook?: WebhookTarget,
): Promise<Pick<ContentService, 'url' | 'close'>> {
  if (settings.contentServiceUrl) return { url: settings.contentServiceUrl, close: async () => {} };
  const { startContentService } = await import('../content-service/service.ts');
  return startContentService({
    folder: resolve(ROOT, settings.contentFolder),
    dataDir: resolve(ROOT, settings.dataDir),
    port: 0,
    token: settings.contentServiceToken,
    schoolCode: settings.schoolCode,
    webhook,
    ...(webhook && { log: logContentService }),
  });
}
