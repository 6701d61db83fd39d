/** The worker's rebuilds: one at a time, asked for by webhook, desk and clock. */
import { randomUUID } from 'node:crypto';
import { Cron } from 'croner';
import type { Logger } from 'pino';
import { COLLECTION_NAMES, type CollectionName } from '../collections/index.ts';
import { dayOf } from '../lib/dates.ts';
import { type Failure, fail, messageOf, type Result, succeed } from '../lib/result.ts';
import { observedIn } from '../site/alerts.ts';
import type { RebuildRequest, Rebuilt } from '../site/open.ts';
import { countOf, endedInWords, type Report } from '../site/report.ts';
import { type MeasuredRebuild, measuredOf } from './health.ts';
import type { ServedSite } from './servedSite.ts';

export interface Job {
  readonly id: string;
  readonly state: 'queued' | 'running' | 'published' | 'unchanged' | 'failed';
  readonly report: Report | null;
  /** How it ended, or why it failed, in one line. */
  readonly message?: string;
}

/** Ends with what was published; throws nothing. */
export type Work = (
  request: RebuildRequest,
) => Promise<Result<Pick<Job, 'report' | 'message'> & { readonly state: 'published' | 'unchanged' }>>;

const KEPT_JOBS = 1000;
/** So many calls during one rebuild are a burst; whoever publishes one thing after the other never waits. */
const BURST = 2;
/** A burst is over when no call came for so many milliseconds a call, because the larger it is the more it comes in fits. */
const QUIET = 25;
const LONGEST_QUIET = 1500;
/** Milliseconds that a burst puts its rebuild off at most. */
const LONGEST_BURST = 5000;

function union<Item>(one?: readonly Item[], other?: readonly Item[]): readonly Item[] | undefined {
  return one && other ? [...new Set([...one, ...other])] : (one ?? other);
}

function merged(a: RebuildRequest, b: RebuildRequest): RebuildRequest {
  return {
    ...a,
    collections: a.collections && b.collections && union(a.collections, b.collections),
    acceptEmpty: union(a.acceptEmpty, b.acceptEmpty),
    refreshMedia: a.refreshMedia || b.refreshMedia,
    changedMedia: union(a.changedMedia, b.changedMedia),
    audit: a.audit || b.audit,
    checkDatabase: a.checkDatabase || b.checkDatabase,
  };
}

interface Waiting {
  readonly id: string;
  request: RebuildRequest;
  calls: number;
}

export type Queue = ReturnType<typeof createQueue>;

/**
 * Runs one rebuild at a time; whatever is requested meanwhile becomes one following rebuild. When that is a burst of calls,
 * the following rebuild waits for its end, because a warm rebuild is over before a thousand calls have come in. What a failed
 * rebuild was asked for is asked again with the next.
 */
export function createQueue(work: Work) {
  const jobs = new Map<string, Job>();
  let waiting: Waiting | null = null;
  let running: Promise<void> | null = null;
  let stopped = false;
  /** What failed rebuilds should have published: the next one does. */
  let missed: RebuildRequest | null = null;

  const record = (job: Job) => {
    jobs.set(job.id, job);
    const [oldest] = jobs.keys();
    if (jobs.size > KEPT_JOBS && oldest !== undefined) jobs.delete(oldest);
  };

  async function burstOver(): Promise<void> {
    const until = performance.now() + LONGEST_BURST;
    // Calls that have come in but were not looked at while the rebuild kept the machine busy.
    await new Promise((resolve) => setImmediate(resolve));
    let seen = waiting?.calls ?? 0;
    while (seen >= BURST && !stopped && performance.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, Math.min(LONGEST_QUIET, seen * QUIET)));
      if (waiting?.calls === seen) return;
      seen = waiting?.calls ?? 0;
    }
  }

  async function run({ id, request: asked }: Waiting): Promise<void> {
    record({ id, state: 'running', report: null });
    const request = missed ? merged(asked, missed) : asked;
    const done = await work(request);
    missed = done.ok ? null : request;
    record(done.ok ? { id, ...done.value } : { id, state: 'failed', report: null, message: done.message });
  }

  async function runAll(): Promise<void> {
    for (let runs = 0; waiting && !stopped; runs += 1) {
      if (runs > 0) await burstOver();
      if (stopped || !waiting) break;
      const next: Waiting = waiting;
      waiting = null;
      await run(next);
    }
    running = null;
  }

  return {
    /** Adds to the rebuild that is waiting, or makes one. Answers its id. */
    request(request: RebuildRequest): string {
      if (waiting) {
        waiting.request = merged(waiting.request, request);
        waiting.calls += 1;
        return waiting.id;
      }
      const id = randomUUID();
      waiting = { id, request, calls: 1 };
      record({ id, state: 'queued', report: null });
      // Started in the next turn, so that calls that arrive together share one rebuild.
      running ??= Promise.resolve().then(runAll);
      return id;
    },
    job: (id: string): Job | null => jobs.get(id) ?? null,
    /** Takes no more requests, and settles when the rebuild under way has ended. */
    async stop() {
      stopped = true;
      await running;
    },
  };
}

/** Milliseconds before what the content service or shared storage could not give is asked for again; then the schedule does. */
const RETRY_PAUSES = [5000, 30_000, 120_000];

/** Why rebuilds fail that may succeed a moment later: content service or shared storage are away, or somebody else publishes. */
const PASSING: ReadonlySet<string> = new Set(['unreachable', 'never-loaded', 'unshared', 'superseded', 'locked']);

interface Retry {
  readonly attempts: number;
  /** Of the next attempt; null: it is being made, or there is none. */
  readonly timer: NodeJS.Timeout | null;
}

/**
 * Asks again a few times for each list that could not be fetched, so that a service that is away for a moment delays what it has
 * just told by no more than that. The count begins anew once the list was had, or somebody asks for it by name or while the
 * service is away: a service may never have a list.
 */
function createRetries(request: Queue['request']) {
  const retries = new Map<CollectionName, Retry>();
  const stop = (name: CollectionName) => clearTimeout(retries.get(name)?.timer ?? undefined);

  function askAgain(names: readonly CollectionName[], attempts: number): void {
    const pause = RETRY_PAUSES[attempts];
    if (pause === undefined) return;
    const timer = setTimeout(() => {
      const due = names.filter((name) => retries.get(name)?.timer === timer);
      for (const name of due) retries.set(name, { attempts: attempts + 1, timer: null });
      if (due.length > 0) request({ trigger: 'schedule', collections: due });
    }, pause);
    for (const name of names) retries.set(name, { attempts, timer });
  }

  return {
    /** After each rebuild. */
    ended({ trigger, collections }: RebuildRequest, ended: Result<Rebuilt>): void {
      const isAway = !ended.ok && PASSING.has(ended.reason);
      // What failed otherwise waits for somebody to mend it.
      if (!ended.ok && !isAway) return;
      const { stale = [], held_lists: held = [] } = ended.ok ? ended.value.report : {};
      const isMissing = (name: CollectionName) => isAway || (stale.includes(name) && !held.includes(name));
      const isOrdered = trigger !== 'schedule' && (isAway || collections !== undefined);
      // What failed though it asked for no list had to ask for all, as where the database was begun anew.
      const asked = collections && !(isAway && collections.length === 0) ? collections : COLLECTION_NAMES;
      for (const name of asked.filter((one) => isOrdered || !isMissing(one))) {
        stop(name);
        retries.delete(name);
      }
      // A rebuild asks for those too that were never asked for.
      const again = (isAway ? asked : COLLECTION_NAMES).filter((name) => isMissing(name) && !retries.get(name)?.timer);
      const byAttempts = Map.groupBy(again, (name) => retries.get(name)?.attempts ?? 0);
      for (const [attempts, names] of byAttempts) askAgain(names, attempts);
    },
    stop() {
      for (const name of retries.keys()) stop(name);
    },
  };
}

/** How long new pictures may hold up the words of a publish, in milliseconds; they follow in a rebuild of their own. */
const MEDIA_BUDGET = 2500;

/** Milliseconds for which what is served stays as it is while the service lacks something of it, which it may never have again. */
const LONGEST_LACKING = 10 * 60_000;

export interface RebuildsOptions {
  readonly site: Pick<ServedSite, 'calls' | 'status' | 'alerts' | 'servedUntil'>;
  readonly log: Logger;
  readonly measured: (rebuild: MeasuredRebuild) => void;
  /** No rebuild begins before it settles. */
  readonly after?: Promise<void>;
  readonly onEnded?: (ended: Result<Rebuilt>, request: RebuildRequest) => void;
}

export type Rebuilds = ReturnType<typeof createRebuilds>;

/** Logs each rebuild, alerts on failures, and publishes pictures that came late. */
export function createRebuilds({ site, log, measured, after, onEnded }: RebuildsOptions) {
  const { calls, alerts } = site;
  const observe = (isMediaPending: boolean) => alerts.observe(observedIn(site.status(), isMediaPending));
  let underWay = 0;
  /** Since when rebuilds have lacked something of what is served, by the monotonic clock; null: they do not. */
  let lackingSince: number | null = null;

  async function follow({ isMediaPending }: Rebuilt): Promise<void> {
    await observe(isMediaPending);
    if (!isMediaPending) return;
    if (await calls.mediaArrived()) queue.request({ trigger: 'media', collections: [] });
    // What has not come by now cannot be had. A rebuild under way may ask for it again, and observes when it has ended.
    else if (underWay === 0) await observe(false);
  }

  function failed({ trigger = 'command' }: RebuildRequest, started: number, failure: Failure): Failure {
    const { message } = failure;
    const milliseconds = Math.round(performance.now() - started);
    measured({ trigger, result: 'failed', pages: 0, milliseconds });
    log.error({ trigger, milliseconds, message }, 'rebuild failed');
    void alerts.observe({ failing: message });
    return failure;
  }

  async function attempt(request: RebuildRequest): Promise<Result<Rebuilt>> {
    const started = performance.now();
    underWay += 1;
    try {
      const keepServed = started - (lackingSince ?? started) < LONGEST_LACKING ? site.servedUntil() : undefined;
      const rebuilt = await calls.rebuild({ ...request, keepServed, mediaBudget: MEDIA_BUDGET });
      if (rebuilt.ok) lackingSince = null;
      else if (rebuilt.reason === 'never-loaded') lackingSince ??= started;
      if (!rebuilt.ok) return failed(request, started, rebuilt);
      const { state, report } = rebuilt.value;
      const { rendered, written, removed, left_out: leftOut, ...rest } = report;
      measured(measuredOf(rebuilt.value));
      const counts = { rendered: rendered.length, written: written.length, removed: removed.length, leftOut: countOf(leftOut) };
      log.info({ collections: request.collections ?? 'all', ...rest, ...counts }, `rebuild ${state}`);
      follow(rebuilt.value).catch((err: unknown) =>
        log.warn({ err }, 'pictures under way did not come; the next rebuild tries them again'),
      );
      return rebuilt;
    } catch (err) {
      // A bug must not end the worker, which goes on serving what is live; it is told like any other failure.
      log.error({ err }, 'rebuild threw');
      return failed(request, started, fail('rebuild-threw', messageOf(err)));
    } finally {
      underWay -= 1;
    }
  }

  /** A rebuild outside the queue: the first one. Throws nothing. */
  async function run(request: RebuildRequest): Promise<Result<Rebuilt>> {
    const ended = await attempt(request);
    retries.ended(request, ended);
    return ended;
  }

  const queue = createQueue(async (request) => {
    await after;
    const ended = await run(request);
    onEnded?.(ended, request);
    if (!ended.ok) return ended;
    const { state, report } = ended.value;
    const isPublished = state === 'published';
    return succeed({ state: isPublished ? 'published' : 'unchanged', report, message: endedInWords(isPublished, report) });
  });
  const retries = createRetries(queue.request);
  return {
    ...queue,
    run,
    isUnderWay: () => underWay > 0,
    async stop() {
      retries.stop();
      await queue.stop();
      // The rebuild that was under way may have ordered one more.
      retries.stop();
    },
  };
}

/** Milliseconds for which readers of a lost file are told to wait, and between rebuilds that make such files anew. */
export const RESTORE_INTERVAL = 60_000;

/** Has lost files made anew, or all of a damaged database, however often they are asked for, without fetching content that is known. */
export function createRestorer({ request }: Pick<Queue, 'request'>): () => void {
  let requestedAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() - requestedAt < RESTORE_INTERVAL) return;
    requestedAt = performance.now();
    request({ trigger: 'schedule', collections: [], audit: true, checkDatabase: true });
  };
}

/** Orders rebuilds by a cron line and the clock of the school; the first of a day asks again for every picture. Returns what stops it. */
export function startSchedule(line: string, timeZone: string, now: () => number, queue: Pick<Queue, 'request'>): () => void {
  let refreshedOn: string | null = null;
  const job = new Cron(line, { timezone: timeZone, protect: true }, () => {
    const today = dayOf(now(), timeZone);
    queue.request({ trigger: 'schedule', refreshMedia: refreshedOn !== today, audit: true });
    refreshedOn = today;
  });
  return () => job.stop();
}
