/** The composition root: settings in, a site that can be rebuilt, served and asked out. */
import { join, resolve } from 'node:path';
import { Engine } from '../engine/index.ts';
import { dayOf } from '../lib/dates.ts';
import { shortDigest } from '../lib/digest.ts';
import { removeLeftOver } from '../lib/files.ts';
import { fail, Refusal, type Result, succeed, thrownFailure } from '../lib/result.ts';
import { DYNAMIC } from '../lib/routes.ts';
import { drawFallback } from '../media/fallback.ts';
import { OUTDATED } from '../render/code.ts';
import { dataPageKey, dataQuery, renderDataFile } from '../snapshot/dataPages.ts';
import { evaluate, titleOf } from '../snapshot/evaluate.ts';
import { mediaGroups } from '../snapshot/media.ts';
import { createReader } from '../snapshot/reader.ts';
import { contentOn } from '../snapshot/source.ts';
import { openAlerts } from './alerts.ts';
import { joinNotes } from './changes.ts';
import { explain } from './explain.ts';
import { createRebuilder } from './rebuilder.ts';
import type { Trigger } from './report.ts';
import { rollBack } from './rollBack.ts';
import { openSharedState, SiteLock } from './siteLock.ts';
import { openSources } from './sources.ts';
import { readStatus } from './status.ts';
import type { RebuildRequest, SiteOptions } from './types.ts';
import { unlinked } from './unlinked.ts';

export type { RebuildRequest, Rebuilt, SiteEvent, SiteOptions } from './types.ts';

export type Site = ReturnType<typeof openSite>;

/** Opens the site on its cache folder. Nothing is fetched, compiled or written before a rebuild is asked for. */
export function openSite(options: SiteOptions) {
  const { root, settings, onEvent = () => {}, now = Date.now } = options;
  const distDir = options.distDir ?? join(root, 'dist');
  const sources = openSources(options);
  const { cacheDir, database, media } = sources;
  const tell = (message: string) => onEvent({ type: 'shared-state', message });
  const compiledName = () => shortDigest(sources.version);
  const shared = openSharedState(root, settings, { database, engine: () => engine, compiledName, tell });
  const retention = { ...settings.keepReleases, day: (at: number) => dayOf(at, settings.timeZone), joinNotes };
  const engine = new Engine({
    database,
    retention,
    cacheDir,
    distDir,
    dynamicPrefixes: DYNAMIC,
    elsewhere: shared?.files ?? null,
    onEvent,
  });
  const siteLock = new SiteLock({ database, engine, shared, onWait: (holder) => onEvent({ type: 'lock-waiting', holder }) });
  const rebuilder = createRebuilder(options, engine, sources, siteLock);

  const withdraw = (reference: string) => siteLock.run('withdraw', async () => succeed(await media.purge(reference)));

  /** Removes what was published of these groups from all releases. */
  async function remove(groups: readonly string[]) {
    const fallback = groups.length > 0 ? await drawFallback(root) : null;
    const replacement = (path: string) => (path.endsWith('.webp') ? fallback : null);
    return siteLock.run(
      'purge',
      (lock) => engine.purge(groups, { replacement, unlinked: unlinked(groups) }, lock),
      ({ digests }) => ({ purged: digests }),
    );
  }

  /** Ends the purges that were cut off after their reference was withdrawn. */
  async function finishPurges(): Promise<Result<null>> {
    for (const { reference, groups } of media.withdrawn()) {
      if (engine.notPurged(groups).length === 0) continue;
      const withdrawn = await withdraw(reference);
      const removed = withdrawn.ok ? await remove(withdrawn.value.groups) : withdrawn;
      if (!removed.ok) return removed;
    }
    return succeed(null);
  }

  async function rebuild(request?: RebuildRequest) {
    const rebuilt = await rebuilder.rebuild(request);
    const finished = rebuilt.ok ? await finishPurges().catch(thrownFailure) : rebuilt;
    return finished.ok ? rebuilt : finished;
  }

  async function withdrawAndRemove(reference: string, trigger: Trigger | undefined) {
    const withdrawn = await withdraw(reference);
    if (!withdrawn.ok) return withdrawn;
    const { groups, ...known } = withdrawn.value;
    // Nothing is fetched: what is withdrawn must go also while the content service is away.
    const rebuilt = engine.live() ? await rebuilder.rebuild({ collections: [], trigger }) : null;
    if (rebuilt && !rebuilt.ok) return rebuilt;
    const removed = await remove(groups);
    if (!removed.ok) return removed;
    return succeed({
      ...known,
      isKnown: known.isKnown || removed.value.files > 0,
      files: removed.value.files,
      rebuilt: rebuilt ? rebuilt.value : null,
    });
  }

  return {
    ...rebuilder,
    rebuild,
    cacheDir,
    alerts: openAlerts({
      url: settings.alertUrl,
      database,
      siteUrl: settings.siteUrl,
      release: () => engine.live()?.release ?? null,
      onFailed: (message) => onEvent({ type: 'alert-failed', message }),
    }),
    status: async () => readStatus(database),
    engine,
    media,
    /** What the gateway asks about pictures and files. */
    knownMedia: {
      isWithdrawn: (reference: string) => media.isWithdrawn(reference),
      isPublished: (reference: string) => (media.peek(reference)?.kind ?? 'missing') !== 'missing',
      withdrawnBytes: () => media.withdrawnBytes(),
    },
    /** The content as it is now, for `npm run dev`. Publishes nothing. */
    async preview(request: Pick<RebuildRequest, 'collections' | 'mediaBudget'> = {}) {
      const lock = await database.lock('preview');
      if (!lock.ok) throw new Refusal(lock.message);
      const outcome = await sources.sync(request).finally(() => {
        // What other machines do not know of is made again from what they know.
        shared?.forget();
        lock.value.release();
      });
      const content = contentOn(database, dayOf(now(), settings.timeZone));
      const ask = (query: string): unknown => evaluate(content, query, { read: () => undefined, ask });
      return {
        reader: () => createReader(ask),
        dataFile: (address: string) => {
          const page = dataPageKey(address);
          const query = dataQuery(page);
          const file = query === null || ask(query) === null ? null : renderDataFile(content, page, ask);
          return file && Buffer.from(file.bytes).toString();
        },
        mediaArrived: outcome.pending ?? Promise.resolve(false),
      };
    },
    /** Why a page was or was not rendered, and what had changed of what it shows. */
    explain: (page: string) => explain(engine, page),
    /** What differs between two kept releases. */
    compare: (one: string, other: string) => engine.compare(one, other),
    /** What is known of a picture or file before it is withdrawn. */
    lookUp: (reference: string) => media.lookUp(reference),
    /** Withdraws a picture or file from the content, every release and the cache. Cut off, it is completed by the next rebuild. */
    async purge(reference: string, trigger?: Trigger) {
      // Asked before anything is withdrawn: the rebuild would refuse.
      if (sources.isOutdated()) return fail('outdated', OUTDATED);
      const purged = await withdrawAndRemove(reference, trigger).catch(thrownFailure);
      if (purged.ok || purged.reason === 'refused') return purged;
      const name = media.lookUp(reference).reference;
      const isWithdrawn = media.withdrawn().some((one) => one.reference === name);
      const how = isWithdrawn ? 'is withdrawn, but not yet removed everywhere: purge it again' : 'is not withdrawn';
      return fail(purged.reason, `${reference} ${how}. ${purged.message}`);
    },
    /** Serves an earlier release and holds it; on every machine that shares the state. */
    rollback: (release?: string) => rollBack({ engine, siteLock }, release),
    /** Ends a rollback's hold: the next rebuild goes live again. */
    resume: () => siteLock.run('resume', (lock) => engine.resume(lock)),
    /** Has other machines know what this one has recorded since its last action. */
    pushState: () => siteLock.run('push', async () => succeed(null)),
    /** The title, or a person's name, of an item that is published; null for another. */
    titleOf: async (collection: string, item: string) => titleOf(database, collection, item),
    /** What is withdrawn, oldest first. */
    withdrawn: () => media.withdrawn(),
    /** Takes a withdrawal back; the next rebuild publishes it again. */
    async allow(reference: string) {
      const allowed = await siteLock.run(
        'allow',
        async () => {
          const withdrawn = media.withdrawnAs(reference);
          if (withdrawn === null) {
            const message = `${reference} is not withdrawn, so there is nothing to allow. "npm run withdrawn" names what is.`;
            return fail('not-withdrawn', message);
          }
          engine.forgetPurged();
          return succeed(withdrawn);
        },
        (withdrawn) => ({ allowed: withdrawn }),
        // Not before all machines can know of it: one that is stopped or fails until then leaves it withdrawn.
        media.allow,
      );
      return allowed.ok ? succeed(null) : allowed;
    },
    /** Drops what no kept release needs; the bytes freed. */
    async gc() {
      const dropped = await siteLock.run('gc', (lock) => engine.gc(lock));
      if (!dropped.ok) return dropped;
      // Kept releases have their files in the store; the media cache serves the content as it is now.
      const leftOver = this.removeLeftOver();
      return succeed(leftOver + dropped.value.bytes + (await media.gc(mediaGroups(database))));
    },
    /** Removes temporary files that ended processes or a full disk left in the cache and data folders; the bytes freed. */
    removeLeftOver() {
      const folders = [cacheDir, resolve(root, settings.dataDir), join(root, '.compiled')];
      return folders.reduce((freed, folder) => freed + removeLeftOver(folder), 0);
    },
    /** Waits for what is being written. */
    async close() {
      await engine.close();
      await sources.close();
    },
  };
}
