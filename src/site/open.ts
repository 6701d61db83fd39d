/** The composition root: settings in, a site that can be rebuilt, served and asked out. */
import { isAbsolute, join, resolve } from 'node:path';
import type { CollectionName } from '../collections/index.ts';
import { type Engine, type EngineEvent, type Lock, openEngine } from '../engine/index.ts';
import { dayOf } from '../lib/dates.ts';
import type { Digest } from '../lib/digest.ts';
import { fail, type Result, succeed } from '../lib/result.ts';
import { DYNAMIC } from '../lib/routes.ts';
import type { Settings } from '../lib/settings.ts';
import { openMediaStore } from '../media/store.ts';
import { codeVersion, openCompiledSite } from '../render/compile.ts';
import type { CompiledSite } from '../render/compiled.ts';
import { secretsOf } from '../render/secrets.ts';
import { createWorld, preloadRef } from '../render/world.ts';
import { createContentClient } from '../service/client.ts';
import { dataPageKey, readDataPage } from '../snapshot/dataPages.ts';
import { mediaGroups } from '../snapshot/media-groups.ts';
import type { Reader } from '../snapshot/reader.ts';
import { createReader } from '../snapshot/reader.ts';
import { openSnapshotStore, type SnapshotStore } from '../snapshot/store.ts';
import { syncSnapshot } from '../snapshot/sync/sync.ts';
import type { SyncEvent, SyncOutcome } from '../snapshot/sync/types.ts';
import type { MediaStore } from '../types/media.ts';
import { createQueryCache } from './queryCache.ts';
import { type Report, reportOf } from './report.ts';
import { readStatus, type SiteStatus, writeStatus } from './status.ts';

export type SiteEvent = EngineEvent | SyncEvent | { readonly type: 'compiling' };

export interface SiteOptions {
  /** The project's folder. */
  readonly root: string;
  readonly settings: Settings;
  /** Base address of the content service: the setting's, or the embedded one's. */
  readonly contentServiceUrl: string;
  /** Where the published tree is kept; `dist` in the project's folder unless told. */
  readonly distDir?: string;
  /** The clock, epoch milliseconds. */
  readonly now?: () => number;
  readonly onEvent?: (event: SiteEvent) => void;
}

export interface RebuildRequest {
  /** Everything is fetched, read and rendered anew (`npm run build`). */
  readonly clean?: boolean;
  /** With `clean`: fail when a collection cannot be read and has no last good content. */
  readonly strict?: boolean;
  readonly collections?: readonly CollectionName[];
  readonly refreshMedia?: boolean;
  /** Compare all of the published tree with the release; the first rebuild does so anyway. */
  readonly audit?: boolean;
  /** Milliseconds that new pictures may hold up the words. */
  readonly mediaBudget?: number;
}

export interface Rebuilt {
  readonly state: 'published' | 'unchanged' | 'held';
  readonly report: Report;
  readonly neverLoaded: readonly CollectionName[];
  /** Settles when the pictures still under way are done; true: another rebuild would publish some. Null: none are. */
  readonly pending: Promise<boolean> | null;
  /**
   * Writes down what need not be written before going live, then lets go of the lock. Must be called, and waited for
   * before the next rebuild or the end of the process.
   */
  finish(): Promise<void>;
}

export interface Preview {
  reader(): Reader;
  /** The data file at an address, or null. */
  dataFile(address: string): string | null;
}

export interface Site {
  readonly engine: Engine;
  readonly media: MediaStore;
  readonly cacheDir: string;
  /** Brings the published tree to what the content service says now. Holds the cache folder's lock until `finish`. */
  rebuild(request?: RebuildRequest): Promise<Result<Rebuilt>>;
  /** The content as it is now, for `npm run dev`. Publishes nothing. */
  preview(): Promise<Preview>;
  /** Withdraws a picture or file from the content, every release and the cache. One line that says what was done. */
  purge(reference: string): Promise<Result<string>>;
  /** Takes a withdrawal back; the next rebuild publishes it again. */
  allow(reference: string): Promise<Result<string>>;
  /** Drops what no kept release needs; the bytes freed. */
  collectGarbage(): Promise<Result<number>>;
  status(): Promise<SiteStatus>;
  close(): Promise<void>;
}

/** Opens the site on its cache folder. Nothing is fetched, compiled or written before a rebuild is asked for. */
export function openSite(options: SiteOptions): Site {
  const { root, settings, contentServiceUrl, onEvent = () => {}, now = Date.now } = options;
  const cacheDir = isAbsolute(settings.cacheDir) ? settings.cacheDir : join(root, settings.cacheDir);
  const dataDir = resolve(root, settings.dataDir);
  const { schoolCode, timeZone, contentServiceToken: token, mediaHosts } = settings;
  const timeout = settings.contentServiceTimeout * 1000;
  const client = createContentClient({ baseUrl: contentServiceUrl, schoolCode, token, timeout, deadline: 1.5 * timeout });
  // The embedded service is the same one on whatever port it runs.
  const origin = `${settings.contentServiceUrl ?? 'embedded'} ${schoolCode}`;
  const media = openMediaStore({ cacheDir, dataDir, baseUrl: contentServiceUrl, origin, hosts: mediaHosts });
  const distDir = options.distDir ?? join(root, 'dist');
  const engine = openEngine({ cacheDir, distDir, dynamicPrefixes: DYNAMIC, onEvent });
  const { publicContentServiceUrl } = settings;
  const origins = { contentService: publicContentServiceUrl ? new URL(publicContentServiceUrl).origin : null };
  let known: Digest | undefined;
  let store: Promise<SnapshotStore> | undefined;
  let compiled: Promise<Result<CompiledSite>> | undefined;

  const version = () => {
    known ??= codeVersion(root, settings);
    return known;
  };
  const openStore = () => {
    // Other code may read the same bytes as other entities.
    store ??= openSnapshotStore({ cacheDir, origin, recipe: version() });
    return store;
  };
  const openCompiled = () => {
    compiled ??= openCompiledSite(root, settings, version(), () => onEvent({ type: 'compiling' }));
    return compiled;
  };

  async function sync(request: RebuildRequest): Promise<SyncOutcome> {
    return syncSnapshot({
      client,
      media,
      store: await openStore(),
      timeZone,
      collections: request.collections,
      force: request.clean,
      refreshMedia: request.refreshMedia,
      mediaBudget: request.mediaBudget,
      onEvent,
    });
  }

  const queryCache = createQueryCache(cacheDir, version);
  /** Known as soon as a release is live; other processes read it from the file, which is written later. */
  let unwritten: SiteStatus | null = null;

  /** A clean build renders every page: this thread and the render worker load the site's code while content is fetched. */
  async function openWarm(clean: boolean): Promise<Result<CompiledSite>> {
    const site = await openCompiled();
    if (!site.ok || !clean) return site;
    engine.warmUp(preloadRef(site.value));
    await site.value.open();
    return site;
  }

  async function publish(request: RebuildRequest, lock: Lock): Promise<Result<Rebuilt>> {
    const started = performance.now();
    // The bundler (or the bundle's start) and the fetches have nothing to wait for in each other.
    const [site, outcome] = await Promise.all([openWarm(request.clean === true), sync(request)]);
    if (!site.ok) return site;
    if (outcome.unreachable) return fail('unreachable', unreachableMessage(outcome, contentServiceUrl));
    if (request.strict && outcome.neverLoaded.length > 0) return fail('never-loaded', strictMessage(outcome));
    const day = dayOf(now(), timeZone);
    const answers = queryCache.on(day, outcome.snapshot, request.clean === true);
    const world = createWorld({ site: site.value, answers, media, origins, secrets: secretsOf(settings) });
    const result = await engine.rebuild(world, { clean: request.clean, audit: request.audit, lock });
    if (!result.ok) return result;
    const report = reportOf(outcome, result.value, world.pages(), performance.now() - started);
    const status = { checkedAt: now(), stale: report.stale, leftOut: report.left_out, lastFailure: null };
    unwritten = status;
    const finish = async () => {
      try {
        await outcome.persist();
        await queryCache.persist();
        await writeStatus(cacheDir, status);
        unwritten = null;
      } finally {
        await lock.release();
      }
    };
    return succeed({ state: result.value.state, report, neverLoaded: outcome.neverLoaded, pending: outcome.pending, finish });
  }

  async function rebuild(request: RebuildRequest): Promise<Result<Rebuilt>> {
    const lock = await engine.lock('rebuild');
    if (!lock.ok) return lock;
    let outcome: Result<Rebuilt> | undefined;
    unwritten = null;
    try {
      outcome = await publish(request, lock.value);
      if (!outcome.ok) {
        await writeStatus(cacheDir, { ...(await readStatus(cacheDir)), lastFailure: { at: now(), message: outcome.message } });
      }
      return outcome;
    } finally {
      if (!outcome?.ok) await lock.value.release();
    }
  }

  async function purge(reference: string): Promise<Result<string>> {
    const { groups } = await media.purge(reference);
    // Nothing is fetched: what is withdrawn must go also while the content service is away.
    const rebuilt = engine.live() ? await rebuild({ collections: [] }) : null;
    if (rebuilt && !rebuilt.ok) return rebuilt;
    await rebuilt?.value.finish();
    const removed = await engine.purge(groups);
    if (!removed.ok) return removed;
    return succeed(
      `${reference} is withdrawn: ${removed.value.files} published files removed; it is not fetched again until --allow.`,
    );
  }

  return {
    engine,
    media,
    cacheDir,
    rebuild: (request = {}) => rebuild(request),
    async preview() {
      const outcome = await sync({});
      const answers = queryCache.on(dayOf(now(), timeZone), outcome.snapshot, false);
      return {
        reader: () => createReader(answers, () => {}),
        dataFile: (address) => readDataPage(answers, dataPageKey(address))?.data?.body() ?? null,
      };
    },
    purge: (reference) => purge(reference),
    async allow(reference) {
      if (await media.allow(reference)) return succeed(`${reference} may be published again; the next rebuild does.`);
      return fail('not-purged', `${reference} has not been purged, so there is nothing to allow.`);
    },
    async collectGarbage() {
      const swept = await engine.gc();
      if (!swept.ok) return swept;
      // Kept releases have their files in the store; the media cache serves the content as it is now.
      const freed = await media.gc(mediaGroups((await openStore()).snapshot));
      return succeed(swept.value.bytes + freed);
    },
    status: async () => unwritten ?? readStatus(cacheDir),
    async close() {
      client.close();
      await media.close();
    },
  };
}

function unreachableMessage(outcome: SyncOutcome, url: string): string {
  const [first] = outcome.failures;
  return `The content service at ${url} cannot be reached${first ? ` (${first.message})` : ''}. Nothing was changed; check the address and the service.`;
}

function strictMessage(outcome: SyncOutcome): string {
  return `Never read and without a last good copy: ${outcome.neverLoaded.join(', ')}. Nothing was published, because the build is strict.`;
}
