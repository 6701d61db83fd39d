/** The composition root: settings in, a site that can be rebuilt, served and asked out. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { dayOf } from '../lib/dates.ts';
import { shortDigest } from '../lib/digest.ts';
import { removeLeftOver } from '../lib/files.ts';
import { fail, Refusal, type Result, succeed, thrownFailure } from '../lib/result.ts';
import { drawFallback } from '../media/transform.ts';
import { OUTDATED } from '../render/code.ts';
import { dataPageKey, dataQuery, renderDataFile } from '../snapshot/dataPages.ts';
import { mediaGroups, titleOf } from '../snapshot/published.ts';
import { createReader, evaluate } from '../snapshot/queries/index.ts';
import { contentOn } from '../snapshot/source.ts';
import type { Withdrawal } from '../types/media.ts';
import { openAlerts } from './alerts.ts';
import type { Trigger } from './changes.ts';
import { createCodeVersion } from './codeVersion.ts';
import { type Allowed, isHeldBy, type Purged, unlinked } from './purge.ts';
import { createRebuilder, type RebuildRequest, type Rebuilt } from './rebuilder.ts';
import { openReleases, type SiteOptions } from './releases.ts';
import { readStatus } from './report.ts';

export type { RebuildRequest, Rebuilt } from './rebuilder.ts';
export type { SiteEvent, SiteOptions } from './releases.ts';

export type Site = ReturnType<typeof openSite>;

type SiteFunction<Name extends keyof Site> = Site[Name] extends (...args: infer Args) => infer Value
  ? (...args: Args) => Promise<Awaited<Value>>
  : never;

/** The functions of a site as another thread calls them: what they take and give is plain data. */
export type SiteCalls = {
  readonly [Name in Exclude<keyof Site, 'preview' | 'locked'> as SiteFunction<Name> extends never
    ? never
    : Name]: SiteFunction<Name>;
};

/** Whether the newest release is this rebuild's: under a hold it is an earlier one. */
const isMade = (rebuilt: Result<Rebuilt> | null) => rebuilt?.ok === true && rebuilt.value.state !== 'held';

/** Opens the site on its cache folder. Nothing is fetched, compiled or written before a rebuild is asked for. */
export function openSite(options: SiteOptions) {
  const { root, settings, distDir = join(options.root, 'dist'), onEvent = () => {}, now = Date.now } = options;
  const { codeVersion = createCodeVersion(root, settings) } = options;
  const version = codeVersion();
  const isOutdated = () => codeVersion() !== version;
  const releases = openReleases({ ...options, compiledName: () => shortDigest(version) });
  const { cacheDir, database, engine, locked, shared, onWait, notPurged } = releases;
  const rebuilder = createRebuilder(options, releases, { version, isOutdated });
  const { media } = rebuilder;

  const withdraw = (reference: string) => locked('withdraw', async () => succeed(await media.purge(reference)));

  /**
   * Where the cache is gone, nothing is known of what `dist/` goes on showing: it is made again before, also without lists that
   * are away, as what is withdrawn must go.
   */
  async function withdrawKnown(reference: string, trigger: Trigger | undefined) {
    const followed = shared && (await locked('follow', async () => succeed(null)));
    // Nothing older may be published with the withdrawal, unless the content service is away.
    if (followed && !followed.ok && followed.reason === 'unusable') await rebuilder.rebuild({ trigger });
    const isKnown = (database.isThere() && engine.live() !== null) || !existsSync(join(distDir, 'index.html'));
    const made = isKnown ? succeed(null) : await rebuilder.rebuild({ trigger });
    const withdrawn = await withdraw(reference);
    return withdrawn.ok && !made.ok ? made : withdrawn;
  }

  /** Removes what was published of these groups from all releases. `isJustMade`: the newest was rendered without them. */
  async function remove(groups: readonly string[], isJustMade: boolean) {
    const fallback = groups.length > 0 ? await drawFallback(root) : null;
    const replacement = (path: string) => (path.endsWith('.webp') ? fallback : null);
    return locked(
      'purge',
      async (lock) => succeed(await engine.purge(groups, { replacement, unlinked: unlinked(groups), isJustMade }, lock)),
      ({ digests }) => ({ purged: digests }),
    );
  }

  /**
   * Ends the purges that were cut off after their reference was withdrawn, and does again those that the cache knows nothing
   * of, as it was put back from a backup. Needs no content service. Gives whether the newest release lacks something now that the
   * next rebuild shows again: other pictures of the same bytes, such as a copy without its metadata.
   */
  async function finishPurges(isJustMade: boolean): Promise<Result<boolean>> {
    let isNewestChanged = false;
    for (const { reference } of notPurged()) {
      // Under the lock, as it may have been allowed meanwhile.
      const isLeft = () => notPurged().some((one) => one.reference === reference);
      const withdrawn = await locked('withdraw', async () => succeed(isLeft() ? await media.purge(reference) : null));
      if (!withdrawn.ok) return withdrawn;
      if (!withdrawn.value) continue;
      const removed = await remove(withdrawn.value.groups, isJustMade);
      if (!removed.ok) return removed;
      isNewestChanged ||= removed.value.isNewestChanged;
    }
    return succeed(isNewestChanged);
  }

  async function withdrawAndRemove(reference: string, trigger: Trigger | undefined): Promise<Result<Purged>> {
    const withdrawn = await withdrawKnown(reference, trigger);
    if (!withdrawn.ok) return withdrawn;
    const { groups, ...known } = withdrawn.value;
    // Nothing is fetched: what is withdrawn must go also while the content service is away.
    const rebuildWithout = () => rebuilder.rebuild({ collections: [], trigger, isWithdrawal: true });
    const rebuilt = engine.live() ? await rebuildWithout() : null;
    const isJustMade = isMade(rebuilt);
    const removed = await remove(groups, isJustMade);
    if (!removed.ok) return removed;
    // Others too, where CACHE_DIR was put back from before they were withdrawn.
    const finished = await finishPurges(isJustMade);
    if (!finished.ok) return finished;
    const isAnother = isJustMade && (removed.value.isNewestChanged || finished.value);
    const ended = isAnother ? await rebuildWithout() : rebuilt;
    const { files } = removed.value;
    const outcome = ended?.ok ? { rebuilt: ended.value, failure: null } : { rebuilt: null, failure: ended?.message ?? null };
    return succeed({ ...known, isKnown: known.isKnown || files > 0, files, ...outcome });
  }

  /** Removes temporary files that ended processes or a full disk left in the cache and data folders; the bytes freed. */
  function removeAllLeftOver(): number {
    const folders = [cacheDir, resolve(root, settings.dataDir), join(root, '.compiled')];
    return folders.reduce((freed, folder) => freed + removeLeftOver(folder), 0);
  }

  return {
    ...releases,
    media,
    alerts: openAlerts({
      settings,
      database,
      live: engine.live,
      onFailed: (message) => onEvent({ type: 'alert-failed', message }),
    }),
    status: () => readStatus(database),
    /** As {@link createRebuilder} says, and ends what purges have left, whether or not it succeeds. */
    async rebuild(request?: RebuildRequest) {
      const rebuilt = await rebuilder.rebuild(request);
      const finished = isOutdated() ? succeed(false) : await finishPurges(isMade(rebuilt)).catch(thrownFailure);
      if (!rebuilt.ok || (finished.ok && !finished.value)) return rebuilt;
      const again = finished.ok ? await rebuilder.rebuild({ collections: [], trigger: request?.trigger }) : finished;
      const { report } = rebuilt.value;
      return again.ok ? succeed({ ...rebuilt.value, report: { ...report, release: again.value.report.release } }) : again;
    },
    finishPurges: () => finishPurges(false).catch(thrownFailure),
    mediaArrived: rebuilder.mediaArrived,
    repair: () => database.withLock('repair', () => engine.repair(), undefined, onWait),
    markDamaged: (path: string) => engine.markDamaged(path),
    /** The content as it is now, for `npm run dev`. Publishes nothing. */
    async preview(request: Pick<RebuildRequest, 'collections' | 'mediaBudget'> = {}) {
      const lock = await database.lock('preview');
      if (!lock.ok) throw new Refusal(lock.message);
      const outcome = await rebuilder.sync(request).finally(() => {
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
    /** Has other machines know what this one has recorded since its last action. */
    pushState: () => locked('push', async () => succeed(null)),
    /** The title, or a person's name, of an item that is published; null for another. */
    titleOf: (collection: string, item: string) => titleOf(database, collection, item),
    isWithdrawn: (reference: string) => media.isWithdrawn(reference),
    isPublished: (reference: string) => (media.peek(reference)?.kind ?? 'missing') !== 'missing',
    withdrawnBytes: () => media.withdrawnBytes(),
    withdrawn: (): readonly Withdrawal[] => media.withdrawn(),
    lookUp: (reference: string) => media.lookUp(reference),
    /** Withdraws a picture or file from the content, every release and the cache. Cut off, it is completed by the next rebuild. */
    async purge(reference: string, trigger?: Trigger): Promise<Result<Purged>> {
      // Asked before anything is withdrawn: the rebuild would refuse.
      if (isOutdated()) return fail('outdated', OUTDATED);
      const purged = await withdrawAndRemove(reference, trigger).catch(thrownFailure);
      if (purged.ok || purged.reason === 'refused') return purged;
      const name = media.lookUp(reference).reference;
      const isWithdrawn = media.withdrawn().some((one) => one.reference === name);
      const how = isWithdrawn ? 'is withdrawn, but not yet removed everywhere: purge it again' : 'is not withdrawn';
      return fail(purged.reason, `${reference} ${how}. ${purged.message}`);
    },
    /** Takes a withdrawal back; the next rebuild publishes it again, unless the same bytes stay withdrawn by another name. */
    async allow(reference: string): Promise<Result<Allowed>> {
      const allowed = await locked(
        'allow',
        async () => {
          const name = media.withdrawnAs(reference);
          const withdrawn = media.withdrawn().find((one) => one.reference === name);
          if (!withdrawn) {
            const message = `${reference} is not withdrawn, so there is nothing to allow. "npm run withdrawn" names what is.`;
            return fail('not-withdrawn', message);
          }
          const others = media.withdrawn().filter((one) => one !== withdrawn);
          engine.keepPurged(others.flatMap(({ groups }) => groups));
          return succeed(withdrawn);
        },
        (withdrawn) => ({ allowed: withdrawn.reference }),
        // Not before all machines can know of it: one that is stopped or fails until then leaves it withdrawn.
        (withdrawn) => media.allow(withdrawn.reference),
      );
      if (!allowed.ok) return allowed;
      const other = media.withdrawn().find((one) => isHeldBy(allowed.value, one));
      return succeed({ staysAs: other?.reference ?? null });
    },
    /** Drops what no kept release needs; the bytes freed. */
    async gc() {
      const dropped = await locked('gc', async () => succeed(engine.gc()));
      if (!dropped.ok) return dropped;
      // Kept releases have their files in the store; the media cache serves the content as it is now.
      return succeed(removeAllLeftOver() + dropped.value.bytes + (await media.gc(mediaGroups(database))));
    },
    removeLeftOver: removeAllLeftOver,
    async close() {
      await engine.worker.end();
      await rebuilder.close();
      database.close();
    },
  };
}
