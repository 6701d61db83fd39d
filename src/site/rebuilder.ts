import { setImmediate } from 'node:timers/promises';
import type { WriteLock } from '../database/siteDatabase.ts';
import type { Engine, Reason } from '../engine/index.ts';
import { dayOf } from '../lib/dates.ts';
import { fail, type Result, succeed, thrownFailure } from '../lib/result.ts';
import { OUTDATED } from '../render/code.ts';
import type { CompiledSite } from '../render/compiled.ts';
import { secretsOf } from '../render/secrets.ts';
import { createWorld, preloadRef } from '../render/world.ts';
import type { FileWarning } from '../service/fileWarnings.ts';
import { contentOn } from '../snapshot/source.ts';
import type { StaleCollection, SyncOutcome } from '../snapshot/sync/types.ts';
import { addUnpublished, clearUnpublished, type ReleaseNote } from './changes.ts';
import { deadLinks } from './deadLinks.ts';
import { isPage, reportOf } from './report.ts';
import type { SiteLock } from './siteLock.ts';
import type { Sources } from './sources.ts';
import { readFound, recordFailure, recordRebuild } from './status.ts';
import type { RebuildRequest, Rebuilt, SiteOptions } from './types.ts';

/** Why no list could be had: a service that answers is not said to be out of reach. */
export function unreachableMessage(outcome: Pick<SyncOutcome, 'failures'>, url: string): string {
  const { failures } = outcome;
  const [first] = failures;
  if (failures.every(({ reason }) => reason === 'down'))
    return `The content service at ${url} cannot be reached${first ? ` (${first.message.replace(/\.$/, '')})` : ''}. Nothing was changed; check CONTENT_SERVICE_URL, and that the service runs.`;
  return `No list could be had of the content service at ${url}. ${first?.message} Nothing was changed.`;
}

function strictMessage(outcome: SyncOutcome): string {
  return `Never read and without a last good copy: ${outcome.neverLoaded.join(', ')}. Nothing was published, because the build is strict.`;
}

/** A list that came back empty, with what of its files explains that, before what was made of it. */
function withCause(list: StaleCollection, warnings: readonly FileWarning[]): StaleCollection {
  const causes = warnings.filter(({ collection }) => list.held && collection === list.collection);
  return { ...list, why: [...causes.map(({ item, why }) => `${item}: ${why}`), list.why].join(' ') };
}

function noteOf(
  who: Pick<ReleaseNote, 'trigger' | 'by'>,
  rendered: ReadonlyMap<string, Reason>,
  milliseconds: number,
  changed: ReleaseNote['changed'],
): string {
  const pages = [...rendered.keys()].filter(isPage).length;
  const isNewCode = rendered.values().some(({ kind }) => kind === 'code');
  return JSON.stringify({
    ...who,
    pages,
    milliseconds: Math.round(milliseconds),
    isNewCode,
    changed,
    earlier: 0,
  } satisfies ReleaseNote);
}

/** Syncs, renders and publishes under the lock of the cache folder: one rebuild at a time. */
export function createRebuilder(options: SiteOptions, engine: Engine, sources: Sources, siteLock: SiteLock) {
  const { settings, contentServiceUrl, onEvent = () => {}, now = Date.now } = options;
  const { timeZone, publicContentServiceUrl } = settings;
  const { database, media } = sources;
  const origins = { contentService: publicContentServiceUrl ? new URL(publicContentServiceUrl).origin : null };
  let pending: Promise<boolean> = Promise.resolve(false);

  /** A clean build renders every page: this thread and the render worker load the site's code while content is fetched. */
  async function openWarm(clean: boolean): Promise<Result<CompiledSite>> {
    const site = await sources.compiled();
    if (!site.ok || !clean) return site;
    engine.warmUp(preloadRef(site.value));
    await site.value.open();
    return site;
  }

  async function publish(request: RebuildRequest, lock: WriteLock): Promise<Result<Rebuilt>> {
    const started = performance.now();
    const { clean = false, audit, trigger = 'command', by } = request;
    const mistake = await sources.mistakeInWords();
    // The mistake may have been mended since this program was started.
    if (mistake !== null) return sources.isOutdated() ? fail('outdated', OUTDATED) : fail('wrong-words', mistake);
    // The bundler (or the bundle's start) and the fetches have nothing to wait for in each other.
    const opening = openWarm(clean);
    const syncing = sources.sync(request);
    // While the service answers, and under the lock: nobody publishes a newer version between this check and the release.
    const checking = setImmediate().then(sources.isOutdated);
    const [site, outcome, isOutdated] = await Promise.all([opening, syncing, checking]);
    if (isOutdated) return fail('outdated', OUTDATED);
    if (!site.ok) return site;
    if (outcome.unreachable) return fail('unreachable', unreachableMessage(outcome, contentServiceUrl));
    if (request.strict && outcome.neverLoaded.length > 0) return fail('never-loaded', strictMessage(outcome));
    const content = contentOn(database, dayOf(now(), timeZone));
    const world = createWorld({ site: site.value, content, media, origins, secrets: secretsOf(settings) });
    const changed = addUnpublished(database, outcome.changed);
    const who = { trigger, by };
    const note = (rendered: ReadonlyMap<string, Reason>) => noteOf(who, rendered, performance.now() - started, changed);
    const result = await engine.rebuild(world, { clean, audit, lock, note });
    if (!result.ok) return result;
    const { state, isNewCode } = result.value;
    clearUnpublished(database, state);
    // What was not asked for now is as it was.
    const fileWarnings = (await sources.fileWarnings()) ?? readFound(database).fileWarnings;
    const total = performance.now() - started;
    const warned = { ...outcome, warnings: [...outcome.warnings, ...deadLinks(database, settings.siteUrl, engine.live())] };
    const report = reportOf({ trigger, outcome: warned, changed, fileWarnings, result: result.value, total });
    const at = now();
    const { stale, left_out: leftOut, warnings, rendered, milliseconds } = report;
    const staleCollections = outcome.staleCollections.map((list) => withCause(list, fileWarnings));
    recordRebuild(
      database,
      {
        at,
        ...who,
        isNewCode,
        result: state,
        pages: rendered.length,
        milliseconds: milliseconds.total,
        changed,
      },
      { checkedAt: at, stale, staleCollections, leftOut, warnings, fileWarnings },
    );
    pending = outcome.pending ?? Promise.resolve(false);
    return succeed({ state, report, neverLoaded: outcome.neverLoaded, isMediaPending: outcome.pending !== null });
  }

  return {
    /**
     * Ends when the release is live and everything is written down. Fails as `outdated` when the code on disk is no longer the
     * one that this program has loaded: nothing older is published over it.
     */
    async rebuild(request: RebuildRequest = {}) {
      const started = performance.now();
      const { clean: isWhole = false } = request;
      const act = (lock: WriteLock) => publish(request, lock);
      const outcome = await siteLock.run('rebuild', act, () => ({ isWhole })).catch(thrownFailure);
      if (!outcome.ok && outcome.reason !== 'outdated' && outcome.reason !== 'locked') {
        const { trigger = 'command', by } = request;
        const { message } = outcome;
        // The failure is told all the same where it cannot be written down.
        await recordFailure(database, { at: now(), message }, { trigger, by, milliseconds: performance.now() - started }).catch(
          (error) => onEvent({ type: 'maintenance-failed', error }),
        );
      }
      return outcome;
    },
    /** Settles when the pictures that the last rebuild did not wait for are done; true: another rebuild would publish some. */
    mediaArrived: () => pending,
  };
}
