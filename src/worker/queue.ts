import { randomUUID } from 'node:crypto';
import type { Result } from '../lib/result.ts';
import type { Report } from '../site/report.ts';
import type { RebuildRequest } from '../site/types.ts';

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

export interface Queue {
  /** Adds to the rebuild that is waiting, or makes one. Answers its id. */
  request(request: RebuildRequest): string;
  job(id: string): Job | null;
  /** Takes no more requests, and settles when the rebuild under way has ended. */
  stop(): Promise<void>;
}

const KEPT_JOBS = 1000;
/** So many calls during one rebuild are a burst; whoever publishes one thing after the other never waits. */
const BURST = 2;
/** A burst is over when no call came for so many milliseconds a call, because the larger it is the more it comes in fits. */
const QUIET = 25;
const LONGEST_QUIET = 1500;
/** Milliseconds that a burst puts its rebuild off at most. */
const LONGEST_BURST = 5000;

function merged(a: RebuildRequest, b: RebuildRequest): RebuildRequest {
  const collections = a.collections && b.collections ? [...new Set([...a.collections, ...b.collections])] : undefined;
  const acceptEmpty = a.acceptEmpty || b.acceptEmpty ? [...(a.acceptEmpty ?? []), ...(b.acceptEmpty ?? [])] : undefined;
  return {
    trigger: a.trigger,
    by: a.by,
    collections,
    acceptEmpty,
    refreshMedia: a.refreshMedia || b.refreshMedia,
    audit: a.audit || b.audit,
  };
}

interface Waiting {
  readonly id: string;
  request: RebuildRequest;
  calls: number;
}

/**
 * Runs one rebuild at a time; whatever is requested meanwhile becomes one following rebuild. When that is a burst of calls,
 * the following rebuild waits for its end, because a warm rebuild is over before a thousand calls have come in. What a failed
 * rebuild was asked for is asked again with the next.
 */
export function createQueue(work: Work): Queue {
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
    request(request) {
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
    job: (id) => jobs.get(id) ?? null,
    async stop() {
      stopped = true;
      await running;
    },
  };
}
