import type { Logger } from 'pino';
import { type Failure, fail, messageOf, type Result, succeed } from '../lib/result.ts';
import { observedIn } from '../site/alerts.ts';
import { endedInWords } from '../site/report.ts';
import type { RebuildRequest, Rebuilt } from '../site/types.ts';
import { type MeasuredRebuild, measuredOf } from './metrics.ts';
import { createQueue, type Queue } from './queue.ts';
import type { ServedSite } from './servedSite.ts';

/** How long new pictures may hold up the words of a publish, in milliseconds; they follow in a rebuild of their own. */
const MEDIA_BUDGET = 2500;

/** Milliseconds for which readers of a lost file are told to wait, and between rebuilds that make such files anew. */
export const RESTORE_INTERVAL = 60_000;

export interface RebuildsOptions {
  readonly site: Pick<ServedSite, 'calls' | 'status' | 'alerts'>;
  readonly log: Logger;
  readonly measured: (rebuild: MeasuredRebuild) => void;
  /** No rebuild begins before it settles. */
  readonly after?: Promise<void>;
  /** Called after each rebuild of the queue. */
  readonly onEnded?: (ended: Result<Rebuilt>) => void;
}

export interface Rebuilds extends Queue {
  /** A rebuild outside the queue: the first one. Throws nothing. */
  run(request: RebuildRequest): Promise<Result<Rebuilt>>;
}

/** The worker's rebuilds: logs each, alerts on failures, and publishes pictures that came late. */
export function createRebuilds({ site, log, measured, after, onEnded }: RebuildsOptions): Rebuilds {
  const { calls, alerts } = site;
  const observe = async (isMediaPending: boolean) => alerts.observe(observedIn(await site.status(), isMediaPending));

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
    void alerts.observe({ failure: message });
    return failure;
  }

  async function run(request: RebuildRequest): Promise<Result<Rebuilt>> {
    const started = performance.now();
    try {
      const rebuilt = await calls.rebuild({ ...request, mediaBudget: MEDIA_BUDGET });
      if (!rebuilt.ok) return failed(request, started, rebuilt);
      const { state, report } = rebuilt.value;
      const { rendered, written, removed, left_out: leftOut, ...rest } = report;
      measured(measuredOf(rebuilt.value));
      log.info(
        {
          collections: request.collections ?? 'all',
          ...rest,
          rendered: rendered.length,
          written: written.length,
          removed: removed.length,
          leftOut: leftOut.length,
        },
        `rebuild ${state}`,
      );
      follow(rebuilt.value).catch((err: unknown) =>
        log.warn({ err }, 'pictures under way did not come; the next rebuild tries them again'),
      );
      return rebuilt;
    } catch (err) {
      // A bug must not end the worker, which goes on serving what is live; it is told like any other failure.
      log.error({ err }, 'rebuild threw');
      return failed(request, started, fail('rebuild-threw', messageOf(err)));
    }
  }

  const queue = createQueue(async (request) => {
    await after;
    const ended = await run(request);
    onEnded?.(ended);
    if (!ended.ok) return ended;
    const { state, report } = ended.value;
    const isPublished = state === 'published';
    return succeed({ state: isPublished ? 'published' : 'unchanged', report, message: endedInWords(isPublished, report) });
  });
  return { ...queue, run };
}

/** Has lost files made anew, however often they are asked for: all that is lost at once, without fetching content. */
export function createRestorer(rebuilds: Queue): () => void {
  let requestedAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() - requestedAt < RESTORE_INTERVAL) return;
    requestedAt = performance.now();
    rebuilds.request({ trigger: 'schedule', collections: [], audit: true });
  };
}
