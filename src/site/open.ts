/** The composition root: settings in, a site that can be rebuilt, served and asked out. */
import { join, resolve } from 'node:path';
import { COLLECTION_NAMES } from '../collections/index.ts';
import { openEngine } from '../engine/index.ts';
import { dayOf } from '../lib/dates.ts';
import { removeLeftOver } from '../lib/files.ts';
import { fail, type Result, succeed } from '../lib/result.ts';
import { DYNAMIC } from '../lib/routes.ts';
import { drawFallback } from '../media/fallback.ts';
import { OUTDATED } from '../render/code.ts';
import { readDataPage } from '../snapshot/dataPages.ts';
import { mediaGroups } from '../snapshot/media.ts';
import { dataPageKey } from '../snapshot/queries/dataFiles.ts';
import { createReader } from '../snapshot/reader.ts';
import { openFront } from './front.ts';
import { createRebuilder } from './rebuilder.ts';
import { openSources } from './sources.ts';
import type { Site, SiteOptions } from './types.ts';

export type { Preview, RebuildRequest, Rebuilt, Site, SiteEvent, SiteOptions } from './types.ts';

/** Opens the site on its cache folder. Nothing is fetched, compiled or written before a rebuild is asked for. */
export function openSite(options: SiteOptions): Site {
  const { root, settings, contentServiceUrl, onEvent = () => {}, now = Date.now } = options;
  const distDir = options.distDir ?? join(root, 'dist');
  const sources = openSources(options);
  const { cacheDir, media, shared } = sources;
  const engine = openEngine({ cacheDir, distDir, dynamicPrefixes: DYNAMIC, shared, onEvent });
  const rebuilder = createRebuilder(options, engine, sources);

  const front = openFront({
    root,
    settings,
    contentServiceUrl,
    release: () => engine.live()?.release ?? null,
    onAlertFailed: (message) => onEvent({ type: 'alert-failed', message }),
  });

  /** With shared state: acts on what other machines have done, and hands over the outcome. */
  async function underLock<Value>(purpose: string, act: () => Promise<Value>): Promise<Result<Value>> {
    if (!shared) return succeed(await act());
    await rebuilder.settled().catch(() => {});
    const lock = await engine.lock(purpose);
    if (!lock.ok) return lock;
    try {
      await media.generation();
      return succeed(await act());
    } finally {
      await lock.value.release();
    }
  }

  return {
    ...front,
    ...rebuilder,
    engine,
    media,
    knownMedia: {
      isWithdrawn: (reference) => media.isWithdrawn(reference),
      isPublished: (reference) => (media.peek(reference)?.kind ?? 'missing') !== 'missing',
    },
    async preview(request = {}) {
      const outcome = await sources.sync(await sources.store(), request);
      const { answers } = sources.queryCache.on(dayOf(now(), settings.timeZone), outcome.snapshot, false);
      return {
        reader: () => createReader(answers, () => {}),
        dataFile: (address) => readDataPage(answers, dataPageKey(address))?.data?.body() ?? null,
        mediaArrived: outcome.pending ?? Promise.resolve(false),
      };
    },
    lookUp: (reference) => media.lookUp(reference),
    async purge(reference, trigger) {
      // Asked before anything is withdrawn: the rebuild would refuse.
      if (sources.isOutdated()) return fail('outdated', OUTDATED);
      const withdrawn = await underLock('withdraw', () => media.purge(reference));
      if (!withdrawn.ok) return withdrawn;
      const { groups, ...known } = withdrawn.value;
      // Nothing is fetched: what is withdrawn must go also while the content service is away.
      const rebuilt = engine.live() ? await rebuilder.rebuild({ collections: [], trigger }) : null;
      if (rebuilt && !rebuilt.ok) return rebuilt;
      await rebuilder.settled();
      const fallback = groups.length > 0 ? await drawFallback(root) : null;
      const removed = await engine.purge(groups, (path) => (path.endsWith('.webp') ? fallback : null));
      if (!removed.ok) return removed;
      return succeed({
        ...known,
        isKnown: groups.length > 0,
        files: removed.value.files,
        rebuilt: rebuilt ? rebuilt.value : null,
      });
    },
    async titleOf(collection, item) {
      const name = COLLECTION_NAMES.find((known) => known === collection);
      if (!name) return null;
      const { snapshot } = await sources.store();
      const entity = snapshot.collection(name).rows.find(({ id }) => id === item)?.entity;
      if (!entity) return null;
      return ('title' in entity ? entity.title : 'name' in entity ? entity.name : null) || null;
    },
    withdrawn: () => media.withdrawn(),
    async allow(reference) {
      const allowed = await underLock('allow', () => media.allow(reference));
      if (!allowed.ok) return allowed;
      if (allowed.value) return succeed(null);
      return fail('not-withdrawn', `${reference} is not withdrawn, so there is nothing to allow.`);
    },
    async gc() {
      const dropped = await engine.gc();
      if (!dropped.ok) return dropped;
      // Kept releases have their files in the store; the media cache serves the content as it is now.
      const store = await sources.store();
      const leftOver = this.removeLeftOver();
      return succeed(leftOver + dropped.value.bytes + (await media.gc(mediaGroups(store.snapshot))));
    },
    removeLeftOver: () => removeLeftOver(cacheDir) + removeLeftOver(resolve(root, settings.dataDir)),
    async close() {
      await rebuilder.settled().catch(() => {});
      await sources.close();
    },
  };
}
