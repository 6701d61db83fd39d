import { cp, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { type ContentService, startContentService } from '../../scripts/content-service/service.ts';
import type { Digest } from '../../src/lib/digest.ts';
import { readSettings, type Settings } from '../../src/lib/settings.ts';
import { codeVersion, compiledSettings } from '../../src/render/code.ts';
import { openCompiledSite } from '../../src/render/compile.ts';
import type { CompiledSite } from '../../src/render/compiled.ts';
import { openSite, type RebuildRequest } from '../../src/site/open.ts';
import { openServedSite } from '../../src/worker/servedSite.ts';
import { startWorker, type Worker } from '../../src/worker/worker.ts';
import { TEMPORARY } from './temporary.ts';
import { TODAY } from './today.ts';

/** The project's folder. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const SAMPLE_CONTENT = join(ROOT, 'scripts/content-service/content');
export const REBUILD_SECRET = 'the secret of the tests';
export const SERVICE_TOKEN = 'the token of the tests';

type Service = Pick<ContentService, 'url' | 'close'>;

export type Rig = Awaited<ReturnType<typeof openRig>>;

export interface RigOptions {
  /** Folder of content files for the embedded content service; default: the sample content. */
  readonly content?: string;
  /** Another content service that runs already; closed with the rig. */
  readonly service?: Service;
  readonly settings?: Partial<Settings>;
  readonly now?: () => number;
  /** Folder of a rig whose site is copied before this one is opened. */
  readonly copyOf?: string;
}

/** The settings of a site whose cache lies in a folder of its own. */
export function settingsFor(folder: string): Settings {
  const defaults = readSettings({});
  if (!defaults.ok) throw new Error(defaults.message);
  return {
    ...defaults.value,
    cacheDir: join(folder, 'cache'),
    dataDir: join(folder, 'data'),
    rebuildSecret: REBUILD_SECRET,
    contentServiceToken: SERVICE_TOKEN,
    submissionsPerMinute: 0,
    // Once a year: a scheduled rebuild would publish what a test has just changed before the test does.
    rebuildSchedule: '0 0 1 1 *',
  };
}

/** Settings that reach pages and are not the defaults. Tests use all of them together, so that the site is compiled once. */
export const OTHER_SETTINGS = {
  siteUrl: 'https://www.school.example',
  publicContentServiceUrl: 'http://content.school.example',
  closureMark: 'CLOSED:',
  offlinePages: 'off',
} as const satisfies Partial<Settings>;

const versions = new Map<string, Digest>();

/** The version of the code, which no test changes here: it is read once. */
export function codeVersionOf(settings: Settings): Digest {
  const key = JSON.stringify([compiledSettings(settings), settings.closureMark]);
  const version = versions.get(key) ?? codeVersion(ROOT, settings);
  versions.set(key, version);
  return version;
}

/** The site compiled with these settings, by an earlier test or now. */
export async function compiledSite(settings: Settings): Promise<CompiledSite> {
  const compiled = await openCompiledSite(ROOT, settings, codeVersionOf(settings), () => {});
  if (!compiled.ok) throw new Error(compiled.message);
  return compiled.value;
}

function startEmbedded(content: string, settings: Settings): Promise<Service> {
  const { contentServiceToken: token, dataDir, schoolCode } = settings;
  return startContentService({ folder: content, dataDir, port: 0, token, schoolCode });
}

/** A content service and a site of its own that reads from it; nothing is built yet. */
export async function openRig({
  content = SAMPLE_CONTENT,
  service: given,
  settings: changes = {},
  now = () => TODAY,
  copyOf,
}: RigOptions = {}) {
  const folder = await mkdtemp(join(TEMPORARY, 'site-rig-'));
  if (copyOf) {
    for (const part of ['cache', 'dist'])
      await cp(join(copyOf, part), join(folder, part), { recursive: true, preserveTimestamps: true });
  }
  const settings = { ...settingsFor(folder), ...changes };
  const service = given ?? (await startEmbedded(content, settings));
  const dist = join(folder, 'dist');
  const codeVersion = () => codeVersionOf(settings);
  const site = openSite({ root: ROOT, settings, contentServiceUrl: service.url, distDir: dist, now, codeVersion });
  return {
    service,
    site,
    /** A folder of this rig alone; removed with it. */
    folder,
    dist,
    settings,
    async close() {
      await site.close();
      await service.close();
      // A write that began before closing may add a file meanwhile.
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** The first build of a rig's site, from nothing. Throws with the one-line message when that fails. */
export async function build({ site }: Rig, request: RebuildRequest = {}): Promise<void> {
  const built = await site.rebuild(request);
  if (!built.ok) throw new Error(built.message);
}

/** The folder of the rig that `tests/support/prepare.ts` has built for one run of `npm test`. */
const PREPARED_SAMPLE = process.env.PREPARED_SAMPLE;

/** A rig with the sample site, built: a copy of the one that this run has prepared, if it has. */
export async function openSample(): Promise<Rig> {
  return PREPARED_SAMPLE ? openRig({ copyOf: PREPARED_SAMPLE }) : buildSample();
}

export async function buildSample(): Promise<Rig> {
  const rig = await openRig();
  // Its many pages are rendered in two threads, of which the other one is then ready.
  await build(rig, { clean: true });
  return rig;
}

/** The program of rebuild threads. */
export const THREAD_PROGRAM = new URL('./rebuildThread.ts', import.meta.url);

/** A worker on a free port for a rig, with a rebuild thread of its own, to which the rig's site is like one of another process. */
export async function serveRig({ service, settings, dist: distDir }: Rig): Promise<Worker> {
  const site = openServedSite({ root: ROOT, settings, contentServiceUrl: service.url, distDir }, { program: THREAD_PROGRAM });
  const worker = await startWorker({ site, settings, port: 0, log: pino({ level: 'silent' }), now: () => TODAY });
  if (!worker.ok) throw new Error(worker.message);
  return worker.value;
}
