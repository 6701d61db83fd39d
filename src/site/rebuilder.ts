/** Syncs, renders and publishes under the lock of the cache folder: one rebuild at a time. */
import { relative, resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { CollectionName } from '../collections/index.ts';
import type { WriteLock } from '../database/siteDatabase.ts';
import { storedFile } from '../engine/fileStore.ts';
import type { Reason } from '../engine/types.ts';
import { dayOf } from '../lib/dates.ts';
import type { Digest } from '../lib/digest.ts';
import { readIfPresent } from '../lib/files.ts';
import { fail, messageOf, type Result, succeed, thrownFailure } from '../lib/result.ts';
import { openMediaStore } from '../media/store.ts';
import { OUTDATED } from '../render/code.ts';
import { isVersionCompiled, openCompiledSite } from '../render/compile.ts';
import type { CompiledSite } from '../render/compiled.ts';
import { secretsOf } from '../render/secrets.ts';
import { createWorld, preloadRef } from '../render/world.ts';
import { createContentClient } from '../service/client.ts';
import type { FileWarning } from '../service/fileWarnings.ts';
import { contentOn } from '../snapshot/source.ts';
import { LastResponses } from '../snapshot/sync/split.ts';
import { NOT_YET, WITHDRAWN } from '../snapshot/sync/stored.ts';
import { type SyncOutcome, syncSnapshot } from '../snapshot/sync/sync.ts';
import type { StaleCollection, Warning } from '../snapshot/sync/types.ts';
import { named } from './alerts.ts';
import { addUnpublished, clearUnpublished, type ReleaseNote, type Trigger } from './changes.ts';
import { deadLinks } from './deadLinks.ts';
import type { SiteOptions, SiteReleases } from './releases.ts';
import { type Found, isPage, type Report, readFound, recordFailure, recordRebuild, reportOf } from './report.ts';

/** What one rebuild is asked to do. Plain data, as are its results: a rebuild may run in another thread. */
export interface RebuildRequest {
  readonly trigger?: Trigger;
  /** Who or what asked for it: an address, or a user of this machine. */
  readonly by?: string;
  /** Everything is fetched, read and rendered anew (`npm run build`). */
  readonly clean?: boolean;
  /** With `clean`: fail when a collection cannot be read and has no last good content. */
  readonly strict?: boolean;
  /**
   * Until when it was known what is served, epoch milliseconds: where the cache is gone under it, nothing is published without lists,
   * pictures or files that are away for a moment. Absent: nothing is kept.
   */
  readonly keepServed?: number;
  /** Absent: all of them. */
  readonly collections?: readonly CollectionName[];
  /** Lists that are meant to be empty: published as such, whatever they held. */
  readonly acceptEmpty?: readonly CollectionName[];
  readonly refreshMedia?: boolean;
  /** Media references whose bytes became others. */
  readonly changedMedia?: readonly string[];
  /** Compare all of the published tree with the release, as the first rebuild does anyway, and the store. */
  readonly audit?: boolean;
  /** The database may be damaged: it is looked through, and begun anew where it is. */
  readonly checkDatabase?: boolean;
  /** Milliseconds that new pictures may hold up the words. */
  readonly mediaBudget?: number;
  /** Publishes a withdrawal, for which no list is asked: it does not wait for what others may have published. */
  readonly isWithdrawal?: boolean;
}

export interface Rebuilt {
  readonly state: 'published' | 'unchanged' | 'held';
  readonly report: Report;
  /** Collections without any last good content. */
  readonly neverLoaded: readonly CollectionName[];
  /** Pictures are still under way; see `mediaArrived` of the site. */
  readonly isMediaPending: boolean;
}

/** Why no list could be had: a service that answers is not said to be out of reach. */
export function unreachableMessage({ failures }: Pick<SyncOutcome, 'failures'>, url: string): string {
  const [first] = failures;
  if (failures.every(({ reason }) => reason === 'down'))
    return `The content service at ${url} cannot be reached${first ? ` (${first.message.replace(/\.$/, '')})` : ''}. Nothing was changed; check CONTENT_SERVICE_URL, and that the service runs.`;
  return `No list could be had of the content service at ${url}. ${first?.message} Nothing was changed.`;
}

/**
 * Why nothing is published of what was fetched; null: it is. `before`: what the last rebuild found, where what is served is of this
 * machine. What was lacking then, what is served has not either.
 */
function whyNothing({ strict }: RebuildRequest, isCacheLost: boolean, outcome: SyncOutcome, url: string, before: Found | null) {
  if (outcome.unreachable) return fail('unreachable', unreachableMessage(outcome, url));
  const without = 'what is served may have them; "npm run build" publishes without them';
  const lists = outcome.neverLoaded.filter((name) => strict || !before?.neverLoaded?.includes(name)).join(', ');
  if (lists && (strict || isCacheLost)) {
    const why = isCacheLost ? without : 'the build is strict';
    return fail('never-loaded', `Never read and without a last good copy: ${lists}. Nothing was published, because ${why}.`);
  }
  const lacked = new Set(before?.warnings.map(({ reference }) => reference));
  const media = [...new Set(outcome.warnings.flatMap(({ reference }) => reference ?? []))].filter((one) => !lacked.has(one));
  if (!isCacheLost || !outcome.isMediaAway || media.length === 0) return null;
  const away = named('The content service could not give pictures or files', media);
  return fail('never-loaded', `${away} Nothing was published, because ${without}.`);
}

/** Why nothing is published where others may have published newer lists than those that could not be fetched; null: it is. */
function whyOlder({ keepServed }: RebuildRequest, isOlder: boolean, { staleCollections, neverLoaded }: SyncOutcome) {
  const lists = staleCollections.map(({ collection }) => collection).filter((name) => !neverLoaded.includes(name));
  if (!isOlder || keepServed === undefined || lists.length === 0) return null;
  const message = `Could not be fetched: ${lists.join(', ')}. Nothing was published, because other machines may have published newer ones.`;
  return fail('never-loaded', message);
}

/** A list that came back empty, with what of its files explains that, before what was made of it. */
function withCause(list: StaleCollection, warnings: readonly FileWarning[]): StaleCollection {
  const causes = warnings.filter(({ collection }) => list.held && collection === list.collection);
  return { ...list, why: [...causes.map(({ item, why }) => `${item}: ${why}`), list.why].join(' ') };
}

/** Warnings of media that this process has not asked for, with the reasons that the last rebuild gave. */
function withKnownReasons(warnings: readonly Warning[], before: readonly Pick<Warning, 'reference' | 'why'>[]): Warning[] {
  // What was withdrawn then, and is asked for again, was allowed since.
  const known = new Map(before.flatMap(({ reference, why }) => (why === WITHDRAWN ? [] : [[reference, why] as const])));
  return warnings.map((warning) => {
    const why = warning.why === NOT_YET && warning.reference !== undefined && known.get(warning.reference);
    return why ? { ...warning, why } : warning;
  });
}

/** The pictures that rebuilds of this process did not wait for. */
function createPending() {
  /** Of the last rebuild; null: there was none. Settles as {@link SyncOutcome} says. */
  let last: Promise<boolean> | null = null;
  let isUnderWay = false;
  return {
    isKnown: () => last !== null,
    underWay: () => (isUnderWay ? last : null),
    /**
     * Takes what a rebuild left under way; whether that is anything. One that asked for no picture leaves what was under way as it
     * began (`earlier`); one that asked for some asked for these as well.
     */
    keep(left: Promise<boolean> | null, earlier: Promise<boolean> | null): boolean {
      const underWay = left ?? earlier;
      if (underWay !== null && underWay === last) return true;
      const kept = underWay ?? Promise.resolve(false);
      const end = () => {
        if (last === kept) isUnderWay = false;
      };
      last = kept;
      isUnderWay = underWay !== null;
      kept.then(end, end);
      return isUnderWay;
    },
    /** Settles with true when some have come that another rebuild would publish, with false when nothing is under way any more. */
    async arrived(): Promise<boolean> {
      for (let known: typeof last = null; known !== last; ) {
        known = last;
        if (await known) return true;
      }
      return false;
    },
  };
}

/**
 * Nothing is fetched or compiled before a rebuild is asked for. `code`: the version of the code that is loaded, and whether the
 * code on disk is another.
 */
export function createRebuilder(
  options: SiteOptions,
  { database, engine, locked, shared, cacheDir }: SiteReleases,
  code: { readonly version: Digest; readonly isOutdated: () => boolean },
) {
  const { root, settings, contentServiceUrl: baseUrl, onEvent = () => {}, now = Date.now } = options;
  const { schoolCode, timeZone, closureMark, emptyLists, contentServiceToken: token, publicContentServiceUrl } = settings;
  const timeout = settings.contentServiceTimeout * 1000;
  const client = createContentClient({ baseUrl, schoolCode, token, timeout, deadline: 1.5 * timeout });
  // The embedded service is the same one on whatever port it runs, and another one with other files.
  const embedded = `embedded:${encodeURIComponent(relative(root, resolve(root, settings.contentFolder)))}`;
  const origin = `${settings.contentServiceUrl ?? embedded} ${schoolCode}`;
  const media = openMediaStore({
    database,
    cacheDir,
    dataDir: resolve(root, settings.dataDir),
    isShared: settings.state !== null,
    baseUrl,
    origin,
    hosts: settings.mediaHosts,
    timeout: 1.5 * timeout,
    recover: (digest) => readIfPresent(storedFile(cacheDir, digest)),
    fetchShared: shared?.files.fetch,
    tell: (message) => onEvent({ type: 'notice', message }),
  });
  const responses = new LastResponses();
  const serviceOrigin = publicContentServiceUrl ? new URL(publicContentServiceUrl).origin : null;
  let compiled: Promise<Result<CompiledSite>> | undefined;
  const pending = createPending();

  /** A clean build renders every page: this thread and the render worker load the site's code while content is fetched. */
  async function openCompiled(clean: boolean): Promise<Result<CompiledSite>> {
    // The folder may have been deleted since, with files that are still to be published.
    if (!isVersionCompiled(root, code.version)) compiled = undefined;
    compiled ??= openCompiledSite(root, settings, code.version, () => onEvent({ type: 'compiling' }));
    const site = await compiled;
    // What kept the compiler from its work may be over.
    if (!site.ok) compiled = undefined;
    if (!site.ok || !clean) return site;
    engine.worker.preload(preloadRef(site.value));
    await site.value.open();
    return site;
  }

  /** What is wrong with the words of a site that has yet to be compiled, as the compile would say later; null: nothing. */
  async function mistakeInWords(): Promise<string | null> {
    if (isVersionCompiled(root, code.version)) return null;
    // Loaded for a compile alone: schemas and YAML would cost each start 50 ms. Why code cannot be loaded is the compile's to tell.
    const plugin = await import('../content/plugin.ts').catch(() => null);
    return plugin?.mistakeInWords() ?? null;
  }

  /**
   * Whether what is served must be kept though nothing is known of it: where machines share their state, what the others have
   * published, else also though nothing is known of what it was made from, as where another version has other tables. What was
   * withdrawn since that was known must go.
   */
  const isLost = ({ keepServed }: RebuildRequest) =>
    keepServed !== undefined &&
    (engine.live() === null || engine.isRenewed()) &&
    (shared?.isAnew() ?? true) &&
    media.withdrawn().every(({ at }) => at === null || at < keepServed);

  /** Whether others may have published what is newer than is known here, for which all lists are asked. */
  const isOlder = ({ isWithdrawal }: RebuildRequest) => shared?.isAnew() === true && !isWithdrawal;

  /**
   * Brings the content in the database up to date, under the caller's lock. `isCacheLost`: all is asked for, and slow pictures
   * are waited for.
   */
  function sync(request: RebuildRequest, isCacheLost = false): Promise<SyncOutcome> {
    const { clean: force, acceptEmpty, refreshMedia, changedMedia } = request;
    const collections = isCacheLost || isOlder(request) ? undefined : request.collections;
    const mediaBudget = isCacheLost ? undefined : request.mediaBudget;
    // Where every rebuild is a clean one, as on a host that builds, nothing else would find out that a picture is gone.
    const { checkedAt, warnings } = readFound(database);
    const isFirstOfDay = checkedAt !== null && dayOf(checkedAt, timeZone) !== dayOf(now(), timeZone);
    const refresh = refreshMedia || (force && isFirstOfDay);
    // A thread that was ended, as when the code became another, had them under way.
    const asksForWaiting = mediaBudget !== undefined && !pending.isKnown() && warnings.some(({ why }) => why === NOT_YET);
    const asked = { force, collections, acceptEmpty, refreshMedia: refresh, changedMedia, asksForWaiting, mediaBudget };
    const kept = { database, responses, origin, recipe: code.version };
    return syncSnapshot({ client, media, ...kept, timeZone, closureMark, emptyLists, now, onEvent, ...asked });
  }

  async function publish(request: RebuildRequest, lock: WriteLock): Promise<Result<Rebuilt>> {
    const started = performance.now();
    const { clean = false, audit, trigger = 'command', by } = request;
    const isCacheLost = isLost(request);
    const earlier = pending.underWay();
    const nothing = (outcome: SyncOutcome) =>
      whyNothing(request, isCacheLost, outcome, baseUrl, readFound(database)) ?? whyOlder(request, isOlder(request), outcome);
    const mistake = await mistakeInWords();
    // The mistake may have been mended since this program was started.
    if (mistake !== null) return code.isOutdated() ? fail('outdated', OUTDATED) : fail('wrong-words', mistake);
    // The bundler (or the bundle's start) and the fetches have nothing to wait for in each other.
    const opening = openCompiled(clean);
    const syncing = sync(request, isCacheLost);
    // While the service answers, and under the lock: nobody publishes a newer version between this check and the release.
    const checking = setImmediate().then(code.isOutdated);
    const [site, outcome, isOutdated] = await Promise.all([opening, syncing, checking]);
    if (isOutdated) return fail('outdated', OUTDATED);
    if (!site.ok) return site;
    const failure = nothing(outcome);
    // What came is kept, as the next attempt may lack other lists. Machines that share their state have it from each other.
    if (failure && isCacheLost && !shared) await lock.commit();
    if (failure) return failure;
    const content = contentOn(database, dayOf(now(), timeZone));
    const world = createWorld({ site: site.value, content, media, serviceOrigin, secrets: secretsOf(settings) });
    const changed = addUnpublished(database, outcome.changed);
    const note = (rendered: ReadonlyMap<string, Reason>) =>
      JSON.stringify({
        trigger,
        by,
        pages: [...rendered.keys()].filter(isPage).length,
        milliseconds: Math.round(performance.now() - started),
        isNewCode: rendered.values().some(({ kind }) => kind === 'code'),
        changed,
        earlier: 0,
      } satisfies ReleaseNote);
    const result = await engine.rebuild(world, { clean, audit, lock, note });
    if (!result.ok) return result;
    const { state, isNewCode } = result.value;
    clearUnpublished(database, state);
    // What was not asked for now is as it was.
    const fileWarnings = (await client.fileWarnings()) ?? readFound(database).fileWarnings;
    const total = performance.now() - started;
    const warnings = withKnownReasons(outcome.warnings, readFound(database).warnings);
    const warned = { ...outcome, warnings: [...warnings, ...deadLinks(database, settings.siteUrl, engine.live())] };
    const report = reportOf({ trigger, changed }, warned, fileWarnings, result.value, total);
    const { stale, left_out: leftOut, rendered, milliseconds } = report;
    const { isMediaAway, neverLoaded } = outcome;
    const staleCollections = outcome.staleCollections.map((list) => withCause(list, fileWarnings));
    const ended = { at: now(), result: state, pages: rendered.length, milliseconds: milliseconds.total };
    const found = { stale, staleCollections, leftOut, warnings: report.warnings, isMediaAway, neverLoaded, fileWarnings };
    recordRebuild(database, { trigger, by, isNewCode, changed, ...ended }, { checkedAt: ended.at, ...found });
    const isMediaPending = pending.keep(outcome.pending, earlier);
    return succeed({ state, report, neverLoaded, isMediaPending });
  }

  return {
    media,
    sync,
    /**
     * Ends when the release is live and everything is written down. Fails as `outdated` when the code on disk is no longer the
     * one that this program has loaded: nothing older is published over it.
     */
    async rebuild(request: RebuildRequest = {}): Promise<Result<Rebuilt>> {
      const started = performance.now();
      const { clean: isWhole = false, trigger = 'command', by } = request;
      const noteFailure = async (message: string) => {
        const rebuild = { trigger, by, milliseconds: performance.now() - started };
        // The failure is told all the same where it cannot be written down.
        const failed = (error: unknown) => onEvent({ type: 'maintenance-failed', error });
        await recordFailure(database, { at: now(), message }, rebuild).catch(failed);
      };
      try {
        // What a damaged database served is not kept: it cannot be read.
        const isDamaged = (request.checkDatabase || database.isEmptied()) && database.recoverIfUnsound();
        const asked = isDamaged ? { ...request, keepServed: undefined } : request;
        const act = (lock: WriteLock) => publish(asked, lock);
        const outcome = await locked('rebuild', act, () => ({ isWhole })).catch(thrownFailure);
        if (!outcome.ok && outcome.reason !== 'outdated' && outcome.reason !== 'locked') await noteFailure(outcome.message);
        return outcome;
      } catch (error) {
        // A module that is loaded late may have gone with an upgrade.
        if (code.isOutdated()) return fail('outdated', OUTDATED);
        await noteFailure(messageOf(error));
        throw error;
      }
    },
    mediaArrived: pending.arrived,
    async close() {
      client.close();
      await media.close();
    },
  };
}
