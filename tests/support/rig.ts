import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { type ContentService, startContentService } from '../../scripts/content-service/service.ts';
import { createGateway } from '../../src/gateway/index.ts';
import { readSettings, type Settings } from '../../src/lib/settings.ts';
import { openSite, type Site } from '../../src/site/open.ts';
import { startWorker, type Worker } from '../../src/worker/worker.ts';
import { TODAY } from './today.ts';

/** The project's folder. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const SAMPLE_CONTENT = join(ROOT, 'scripts/content-service/content');
export const REBUILD_SECRET = 'the secret of the tests';
export const SERVICE_TOKEN = 'the token of the tests';

export interface Rig {
  readonly service: ContentService;
  readonly site: Site;
  /** A folder of this rig alone; removed with it. */
  readonly folder: string;
  readonly dist: string;
  readonly settings: Settings;
  close(): Promise<void>;
}

export interface RigOptions {
  /** Folder of content files; the sample content unless told. */
  readonly content?: string;
  readonly settings?: Partial<Settings>;
  readonly now?: () => number;
}

/** An embedded content service and a site of its own that reads from it; nothing is built yet. */
export async function openRig({
  content = SAMPLE_CONTENT,
  settings: changes = {},
  now = () => TODAY,
}: RigOptions = {}): Promise<Rig> {
  const folder = await mkdtemp(join(tmpdir(), 'site-rig-'));
  const defaults = readSettings({});
  if (!defaults.ok) throw new Error(defaults.message);
  const settings: Settings = {
    ...defaults.value,
    cacheDir: join(folder, 'cache'),
    rebuildSecret: REBUILD_SECRET,
    contentServiceToken: SERVICE_TOKEN,
    submissionsPerMinute: 0,
    ...changes,
  };
  const service = await startContentService({
    folder: content,
    database: join(folder, 'submissions.sqlite'),
    port: 0,
    token: settings.contentServiceToken,
    schoolCode: settings.schoolCode,
  });
  const dist = join(folder, 'dist');
  const site = openSite({ root: ROOT, settings, contentServiceUrl: service.url, distDir: dist, now });
  return {
    service,
    site,
    folder,
    dist,
    settings,
    async close() {
      await site.close();
      await service.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Builds the rig's site from nothing. Throws with the one-line message when that fails. */
export async function build({ site }: Rig): Promise<void> {
  const built = await site.rebuild({ clean: true });
  if (!built.ok) throw new Error(built.message);
  await built.value.finish();
}

/** A worker on a free port for a rig; stopping it closes the rig's site as well. */
export async function serveRig({ site, settings, service }: Rig): Promise<Worker> {
  const gateway = createGateway({
    contentServiceUrl: service.url,
    token: settings.contentServiceToken,
    schoolCode: settings.schoolCode,
    siteUrl: settings.siteUrl,
    submissionsPerMinute: settings.submissionsPerMinute,
    trustedProxies: settings.trustedProxies,
    log: () => {},
  });
  const worker = await startWorker({ site, settings, gateway, port: 0, log: pino({ level: 'silent' }), now: () => TODAY });
  if (!worker.ok) throw new Error(worker.message);
  return worker.value;
}
