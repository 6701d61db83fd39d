import { randomUUID } from 'node:crypto';
import type { Result } from '../lib/result.ts';
import type { Report } from '../site/report.ts';
import type { CollectionName } from '../types/entities.ts';

/** What one rebuild is asked to do. Absent collections: all of them. */
export interface Order {
  readonly collections?: readonly CollectionName[];
  readonly refreshMedia?: boolean;
  /** Compare the whole published tree with the release, in case somebody else changed it. */
  readonly audit?: boolean;
}

export interface Job {
  readonly id: string;
  readonly state: 'queued' | 'running' | 'published' | 'unchanged' | 'failed';
  readonly report: Report | null;
  /** Why it failed, in one line. */
  readonly message?: string;
}

/** Ends with what was published; throws nothing. */
export type Work = (order: Order) => Promise<Result<{ readonly state: 'published' | 'unchanged'; readonly report: Report }>>;

export interface Queue {
  /** Adds to the rebuild that is waiting, or makes one. Answers its id. */
  order(order: Order): string;
  job(id: string): Job | null;
  /** Takes no more orders, and settles when the rebuild under way has ended. */
  stop(): Promise<void>;
}

const KEPT_JOBS = 1000;

function merged(a: Order, b: Order): Order {
  const collections = a.collections && b.collections ? [...new Set([...a.collections, ...b.collections])] : undefined;
  return { collections, refreshMedia: a.refreshMedia || b.refreshMedia, audit: a.audit || b.audit };
}

/** Runs one rebuild at a time; whatever is ordered meanwhile becomes one following rebuild. */
export function createQueue(work: Work): Queue {
  const jobs = new Map<string, Job>();
  let waiting: { readonly id: string; order: Order } | null = null;
  let running: Promise<void> | null = null;
  let stopped = false;

  const record = (job: Job) => {
    jobs.set(job.id, job);
    const [oldest] = jobs.keys();
    if (jobs.size > KEPT_JOBS && oldest !== undefined) jobs.delete(oldest);
  };

  async function runAll(): Promise<void> {
    while (waiting && !stopped) {
      const { id, order } = waiting;
      waiting = null;
      record({ id, state: 'running', report: null });
      const done = await work(order);
      record(done.ok ? { id, ...done.value } : { id, state: 'failed', report: null, message: done.message });
    }
    running = null;
  }

  return {
    order(order) {
      if (waiting) {
        waiting.order = merged(waiting.order, order);
        return waiting.id;
      }
      const id = randomUUID();
      waiting = { id, order };
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
