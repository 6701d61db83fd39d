/** The part of a site that answers people: it reads no content, and renders nothing. */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Hono } from 'hono';
import { namesOf, wholeName } from '../content/names.ts';
import { createGateway, type GatewayBindings, type GatewayEvent, type KnownMedia } from '../gateway/index.ts';
import { type Alerts, openAlerts } from './alerts.ts';
import { readStatus, type SiteStatus } from './status.ts';
import type { SiteOptions } from './types.ts';

export interface Front {
  /** The project's folder. */
  readonly root: string;
  readonly cacheDir: string;
  readonly alerts: Alerts;
  status(): Promise<SiteStatus>;
  /** The school's name as the words have it. */
  name(): Promise<string>;
  /** What answers `/api/*`. */
  openGateway(media: KnownMedia, log: (event: GatewayEvent) => void): Promise<Hono<{ Bindings: GatewayBindings }>>;
}

export interface FrontOptions extends Pick<SiteOptions, 'root' | 'settings' | 'contentServiceUrl'> {
  /** The live release. */
  readonly release: () => string | null;
  /** One line about an alert that was not taken, or a state that could not be written. */
  readonly onAlertFailed: (message: string) => void;
}

export function openFront({ root, settings, contentServiceUrl, release, onAlertFailed }: FrontOptions): Front {
  const cacheDir = resolve(root, settings.cacheDir);

  async function name(): Promise<string> {
    return wholeName(namesOf(await readFile(join(root, 'src/content/site.yaml'), 'utf8')));
  }

  return {
    root,
    cacheDir,
    alerts: openAlerts({ url: settings.alertUrl, cacheDir, siteUrl: settings.siteUrl, release, onFailed: onAlertFailed }),
    status: () => readStatus(cacheDir),
    name,
    openGateway: async (media, log) =>
      createGateway({ ...settings, contentServiceUrl, token: settings.contentServiceToken, siteName: await name(), media, log }),
  };
}
