/** The worker's rebuilds: one at a time, asked for by webhook, desk and clock. */
import { randomUUID } from 'node:crypto';
import { Cron } from 'croner';
import type { Logger } from 'pino';
import { COLLECTION_NAMES, type CollectionName } from '../collections/index.ts';
import { dayOf } from '../lib/dates.ts';
import { type Failure, fail, messageOf, type Result, succeed } from '../lib/result.ts';
import { observedIn } from '../site/alerts.ts';
import type { RebuildRequest, Rebuilt } from '../site/open.ts';
import { endedInWords, type Report } from '../site/report.ts';
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
const PASSING: ReadonlySet<string> = new Set(['unreachable', 'unshared', 'superseded', 'locked']);

/**
 * Asks again for lists that could not be fetched: those of a rebuild that was asked for them by name, or that failed for the
 * first time, so that a service that is away for a moment delays what it has just told by no more than that.
 */
function createRetries(request: Queue['request']) {
  let due: readonly CollectionName[] = [];
  let attempt = 0;
  let timer: NodeJS.Timeout | undefined;
  return {
    /** After each rebuild. `before`: the lists that could not be fetched before it, as one that the service never has. */
    ended({ trigger, collections }: RebuildRequest, before: readonly string[], ended: Result<Rebuilt>): void {
      const asked = collections ?? COLLECTION_NAMES;
      const isAway = !ended.ok && PASSING.has(ended.reason);
      // What failed otherwise waits for somebody to mend it.
      if (!ended.ok && !isAway) return;
      const { stale = [], held_lists: held = [] } = ended.ok ? ended.value.report : {};
      const failed = isAway ? asked : asked.filter((name) => stale.includes(name) && !held.includes(name));
      const missing = failed.filter((name) => isAway || collections || !before.includes(name) || due.includes(name));
      due = [...new Set([...due.filter((name) => !asked.includes(name)), ...missing])];
      // Others are still due.
      if (due.length > 0 && missing.length === 0) return;
      clearTimeout(timer);
      if (due.length === 0 || trigger !== 'schedule') attempt = 0;
      const pause = RETRY_PAUSES[attempt];
      if (due.length === 0 || pause === undefined) return;
      attempt += 1;
      timer = setTimeout(() => request({ trigger: 'schedule', collections: due }), pause);
    },
    stop: () => clearTimeout(timer),
  };
}

/** How long new pictures may hold up the words of a publish, in milliseconds; they follow in a rebuild of their own. */
const MEDIA_BUDGET = 2500;

export interface RebuildsOptions {
  readonly site: Pick<ServedSite, 'calls' | 'status' | 'alerts'>;
  readonly log: Logger;
  readonly measured: (rebuild: MeasuredRebuild) => void;
  /** No rebuild begins before it settles. */
  readonly after?: Promise<void>;
  readonly onEnded?: (ended: Result<Rebuilt>) => void;
}

export type Rebuilds = ReturnType<typeof createRebuilds>;

/** Logs each rebuild, alerts on failures, and publishes pictures that came late. */
export function createRebuilds({ site, log, measured, after, onEnded }: RebuildsOptions) {
  const { calls, alerts } = site;
  const observe = (isMediaPending: boolean) => alerts.observe(observedIn(site.status(), isMediaPending));
  let underWay = 0;

  async function follow({ isMediaPending }: Rebuilt): Promise<void> {
    await observe(isMediaPending);
    if (!isMediaPending) return;
    if (await calls.mediaArrived()) queue.request({ trigger: 'media', collections: [] });
    // What has not come by now cannot be had.
    else await observe(false);
  }

  function failed({ trigger = 'command' }: RebuildRequest, started: number, failure: Failure): Failure {
    const { message } = failure;
    const milliseconds = Math.round(performance.now() - started);
    measured({ trigger, result: 'failed', pages: 0, milliseconds });
    log.error({ trigger, milliseconds, message }, 'rebuild failed');
    void alerts.observe({ failing: message });
    return failure;
  }

  /** A rebuild outside the queue: the first one. Throws nothing. */
  async function run(request: RebuildRequest): Promise<Result<Rebuilt>> {
    const started = performance.now();
    underWay += 1;
    try {
      const rebuilt = await calls.rebuild({ ...request, mediaBudget: MEDIA_BUDGET });
      if (!rebuilt.ok) return failed(request, started, rebuilt);
      const { state, report } = rebuilt.value;
      const { rendered, written, removed, left_out: leftOut, ...rest } = report;
      measured(measuredOf(rebuilt.value));
      const counts = { rendered: rendered.length, written: written.length, removed: removed.length, leftOut: leftOut.length };
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

  /** The lists that could not be fetched, after the last rebuild. */
  let stale: readonly string[] | undefined;
  const queue = createQueue(async (request) => {
    await after;
    const before = stale ?? site.status().stale;
    const ended = await run(request);
    onEnded?.(ended);
    stale = ended.ok ? ended.value.report.stale : before;
    retries.ended(request, before, ended);
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

/** Has lost files made anew, however often they are asked for: all that is lost at once, without fetching content. */
export function createRestorer({ request }: Pick<Queue, 'request'>): () => void {
  let requestedAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() - requestedAt < RESTORE_INTERVAL) return;
    requestedAt = performance.now();
    request({ trigger: 'schedule', collections: [], audit: true });
  };
}

/** Orders rebuilds by a cron line and the clock of the school; the first of a day asks again for every picture. Returns what stops it. */
export function startSchedule(
  line: string,
  timeZone: string,
  now: () => number,
  { request }: Pick<Queue, 'request'>,
): () => void {
  let refreshedOn: string | null = null;
  const job = new Cron(line, { timezone: timeZone, protect: true }, () => {
    const today = dayOf(now(), timeZone);
    request({ trigger: 'schedule', refreshMedia: refreshedOn !== today, audit: true });
    refreshedOn = today;
  });
  return () => job.stop();
}
