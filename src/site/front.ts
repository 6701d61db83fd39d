/** The part of a site that answers people: it reads no content, and renders nothing. */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Hono } from 'hono';
import type { SiteDatabase } from '../database/siteDatabase.ts';
import type { GatewayBindings, GatewayEvent, GatewayOptions, KnownMedia } from '../gateway/index.ts';
import type { Settings } from '../lib/settings.ts';
import { type Alerts, openAlerts } from './alerts.ts';
import { readStatus, type SiteStatus } from './status.ts';

export interface Front {
  /** The project's folder. */
  readonly root: string;
  readonly cacheDir: string;
  readonly alerts: Alerts;
  status(): Promise<SiteStatus>;
  /** The school's name as the words have it. */
  name(): Promise<string>;
  /** What answers `/api/*`. */
  openGateway(
    media: KnownMedia,
    log: (event: GatewayEvent) => void,
    onPassed?: GatewayOptions['onPassed'],
  ): Promise<Hono<{ Bindings: GatewayBindings }>>;
}

export interface FrontOptions {
  readonly root: string;
  readonly settings: Settings;
  readonly contentServiceUrl: string;
  readonly database: SiteDatabase;
  /** The live release. */
  readonly release: () => string | null;
  /** One line about an alert that was not taken, or a state that could not be written. */
  readonly onAlertFailed: (message: string) => void;
}

export function openFront({ root, settings, contentServiceUrl, database, release, onAlertFailed }: FrontOptions): Front {
  const cacheDir = resolve(root, settings.cacheDir);

  // What follows is loaded when it is asked for: with its libraries it is a third of all modules, and commands need none of it.
  async function name(): Promise<string> {
    const { namesOf, wholeName } = await import('../content/names.ts');
    return wholeName(namesOf(await readFile(join(root, 'src/content/site.yaml'), 'utf8')));
  }

  return {
    root,
    cacheDir,
    alerts: openAlerts({ url: settings.alertUrl, database, siteUrl: settings.siteUrl, release, onFailed: onAlertFailed }),
    status: async () => readStatus(database),
    name,
    async openGateway(media, log, onPassed) {
      const { createGateway } = await import('../gateway/index.ts');
      const siteName = await name();
      return createGateway({
        ...settings,
        contentServiceUrl,
        token: settings.contentServiceToken,
        siteName,
        media,
        log,
        onPassed,
      });
    },
  };
}
