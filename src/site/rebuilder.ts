import { setImmediate } from 'node:timers/promises';
import type { Engine, Lock } from '../engine/index.ts';
import { dayOf } from '../lib/dates.ts';
import { fail, type Result, succeed, thrownFailure } from '../lib/result.ts';
import { OUTDATED } from '../render/code.ts';
import type { CompiledSite } from '../render/compiled.ts';
import { secretsOf } from '../render/secrets.ts';
import { createWorld, preloadRef } from '../render/world.ts';
import type { StaleCollection, SyncOutcome } from '../snapshot/sync/types.ts';
import type { FileWarning } from '../types/service.ts';
import { reportOf } from './report.ts';
import type { Sources } from './sources.ts';
import { readStatus, recordFailure, withRebuild, writeStatus } from './status.ts';
import type { Rebuilder, RebuildRequest, Rebuilt, SiteOptions } from './types.ts';

function unreachableMessage(outcome: SyncOutcome, url: string): string {
  const [first] = outcome.failures;
  return `The content service at ${url} cannot be reached${first ? ` (${first.message})` : ''}. Nothing was changed; check the address and the service.`;
}

function strictMessage(outcome: SyncOutcome): string {
  return `Never read and without a last good copy: ${outcome.neverLoaded.join(', ')}. Nothing was published, because the build is strict.`;
}

/** A list that came back empty, with what of its files explains that, before what was made of it. */
function withCause(list: StaleCollection, warnings: readonly FileWarning[]): StaleCollection {
  const causes = warnings.filter(({ collection }) => list.held && collection === list.collection);
  return { ...list, why: [...causes.map(({ item, why }) => `${item}: ${why}`), list.why].join(' ') };
}

/** Syncs, renders and publishes under the cache folder's lock. */
export function createRebuilder(options: SiteOptions, engine: Engine, sources: Sources): Rebuilder {
  const { settings, contentServiceUrl, onEvent = () => {}, now = Date.now } = options;
  const { timeZone, publicContentServiceUrl } = settings;
  const { cacheDir, media } = sources;
  const origins = { contentService: publicContentServiceUrl ? new URL(publicContentServiceUrl).origin : null };
  const tellFailure = (error: unknown) => onEvent({ type: 'maintenance-failed', error });
  let writing: Promise<void> = Promise.resolve();
  let pending: Promise<boolean> = Promise.resolve(false);

  /** A clean build renders every page: this thread and the render worker load the site's code while content is fetched. */
  async function openWarm(clean: boolean): Promise<Result<CompiledSite>> {
    const site = await sources.compiled();
    if (!site.ok || !clean) return site;
    engine.warmUp(preloadRef(site.value));
    await site.value.open();
    return site;
  }

  async function publish(request: RebuildRequest, lock: Lock): Promise<Result<Rebuilt>> {
    const started = performance.now();
    const { clean = false, audit, trigger = 'command' } = request;
    const store = await sources.store();
    // The bundler (or the bundle's start) and the fetches have nothing to wait for in each other.
    const opening = openWarm(clean);
    const mistake = await sources.mistakeInWords();
    // The mistake may have been mended while its compile still runs.
    if (mistake !== null) return sources.isOutdated() ? fail('outdated', OUTDATED) : fail('wrong-words', mistake);
    const syncing = sources.sync(store, request);
    // While the service answers, and under the lock: nobody publishes a newer version between this check and the release.
    const checking = setImmediate().then(sources.isOutdated);
    const [site, outcome, isOutdated] = await Promise.all([opening, syncing, checking]);
    if (isOutdated) return fail('outdated', OUTDATED);
    if (!site.ok) return site;
    if (outcome.unreachable) return fail('unreachable', unreachableMessage(outcome, contentServiceUrl));
    if (request.strict && outcome.neverLoaded.length > 0) return fail('never-loaded', strictMessage(outcome));
    const cached = sources.queryCache.on(dayOf(now(), timeZone), outcome.snapshot, clean);
    const world = createWorld({ site: site.value, ...cached, media, origins, secrets: secretsOf(settings) });
    const result = await engine.rebuild(world, { clean, audit, lock });
    if (!result.ok) return result;
    const { state, isNewCode } = result.value;
    const before = await readStatus(cacheDir);
    // What was not asked for now is as it was.
    const fileWarnings = (await sources.fileWarnings()) ?? before.fileWarnings;
    const total = performance.now() - started;
    const report = reportOf({ trigger, outcome, fileWarnings, result: result.value, pages: world.pages(), total });
    const pages = report.rendered.length;
    const summary = { at: now(), trigger, isNewCode, result: state, pages, milliseconds: report.milliseconds.total };
    const recent = withRebuild(before, summary);
    const { stale, left_out: leftOut, warnings } = report;
    const staleCollections = outcome.staleCollections.map((list) => withCause(list, fileWarnings));
    const status = { checkedAt: now(), stale, staleCollections, leftOut, warnings, fileWarnings, lastFailure: null, recent };
    // Before the rebuild is told to have ended: whoever asks then is told what came of it.
    await writeStatus(cacheDir, status);
    pending = outcome.pending ?? Promise.resolve(false);
    writing = (async () => {
      try {
        await outcome.persist();
        await sources.queryCache.persist();
      } finally {
        await lock.release();
      }
    })();
    // Whoever waits for `settled` is told; nobody has to.
    writing.catch(() => {});
    return succeed({ state, report, neverLoaded: outcome.neverLoaded, isMediaPending: outcome.pending !== null });
  }

  return {
    async rebuild(request = {}) {
      await writing.catch(() => {});
      const lock = await engine.lock('rebuild').catch(thrownFailure);
      if (!lock.ok) return lock;
      const started = performance.now();
      let outcome: Result<Rebuilt> | undefined;
      try {
        outcome = await publish(request, lock.value).catch(thrownFailure);
        if (!outcome.ok && outcome.reason !== 'outdated') {
          const { trigger = 'command' } = request;
          const rebuild = { trigger, milliseconds: performance.now() - started };
          // The failure is told all the same where it cannot be written down, as on a full disk.
          await recordFailure(cacheDir, outcome.message, now(), rebuild).catch(tellFailure);
        }
        return outcome;
      } finally {
        // The failure of the rebuild is the one to report.
        if (!outcome?.ok) await lock.value.release().catch(tellFailure);
      }
    },
    settled: () => writing,
    mediaArrived: () => pending,
  };
}
