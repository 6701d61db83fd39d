import { resolve } from 'node:path';
import { whyNoPort } from '../../src/lib/port.ts';
import { printable } from '../../src/lib/printable.ts';
import { Refusal } from '../../src/lib/result.ts';
import type { Settings } from '../../src/lib/settings.ts';
import type { Site, SiteEvent } from '../../src/site/open.ts';
import type { ContentService, ContentServiceOptions } from '../content-service/service.ts';
import type { WebhookTarget } from '../content-service/webhook.ts';
import { type Context, ROOT, tell } from './command.ts';

/** Why the embedded service does not start, in one line. */
function whyNoService(error: Error, { contentServicePort: port, contentFolder }: Settings): string {
  if ('syscall' in error && error.syscall === 'listen') return whyNoPort(error, port, 'CONTENT_SERVICE_PORT');
  return `The embedded content service does not start with the content of ${resolve(ROOT, contentFolder)}: ${error.message}`;
}

interface ServiceOptions extends Pick<ContentServiceOptions, 'mayBeAway' | 'webhook'> {
  /** Takes lines for a person. */
  readonly log?: ((line: string) => void) | undefined;
}

/** Starts the embedded content service. `port`: 0 for a free one. */
export async function startEmbeddedService(
  settings: Settings,
  port: number,
  { mayBeAway, webhook, log }: ServiceOptions,
): Promise<ContentService> {
  const { startContentService } = await import('../content-service/service.ts');
  return startContentService({
    folder: resolve(ROOT, settings.contentFolder),
    ...(mayBeAway && { mayBeAway }),
    dataDir: resolve(ROOT, settings.dataDir),
    port,
    token: settings.contentServiceToken,
    schoolCode: settings.schoolCode,
    webhook,
    log: log && ((message) => log(`Content service: ${printable(message)}`)),
  }).catch((error: Error) => {
    throw new Refusal(whyNoService(error, settings));
  });
}

/** The content service that the settings name, or, without one, the embedded service on a free port for as long as the command runs. */
export async function openContentSource(
  settings: Settings,
  webhook?: WebhookTarget,
): Promise<Pick<ContentService, 'url' | 'close'>> {
  if (settings.contentServiceUrl) return { url: settings.contentServiceUrl, close: async () => {} };
  return startEmbeddedService(settings, 0, { webhook, log: webhook && tell });
}

/** Opens the site with its content for one act, and closes both. */
export async function withSite<Value>(
  { root, settings }: Context,
  act: (site: Site) => Promise<Value>,
  onEvent: (event: SiteEvent) => void = () => {},
): Promise<Value> {
  const { openSite } = await import('../../src/site/open.ts');
  const content = await openContentSource(settings);
  try {
    const site = openSite({ root, settings, contentServiceUrl: content.url, onEvent });
    try {
      return await act(site);
    } finally {
      await site.close();
    }
  } finally {
    await content.close();
  }
}
