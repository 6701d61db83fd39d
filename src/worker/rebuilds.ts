import type { Logger } from 'pino';
import { fail, type Result, succeed } from '../lib/result.ts';
import { observedIn } from '../site/alerts.ts';
import type { RebuildRequest, Rebuilt } from '../site/types.ts';
import { type MeasuredRebuild, measuredOf } from './metrics.ts';
import { createQueue, type Queue, type Work } from './queue.ts';
import type { ServedSite } from './servedSite.ts';

/** How long new pictures may hold up the words of a publish, in milliseconds; they follow in a rebuild of their own. */
const MEDIA_BUDGET = 2500;

/** Milliseconds for which readers of a lost file are told to wait, and between rebuilds that make such files anew. */
export const RESTORE_INTERVAL = 60_000;

export interface RebuildsOptions {
  readonly site: Pick<ServedSite, 'calls' | 'status' | 'alerts'>;
  readonly log: Logger;
  readonly measured: (rebuild: MeasuredRebuild) => void;
  /** Called after each release that went live. */
  readonly onPublished?: () => void;
  /** Called after each rebuild. */
  readonly onEnded?: (ended: Result<Rebuilt>) => void;
}

/** The worker's queue of rebuilds: logs each, alerts on failures, and publishes pictures that came late. */
export function createRebuilds({ site, log, measured, onPublished, onEnded }: RebuildsOptions): Queue {
  function follow({ state, isMediaPending }: Rebuilt): void {
    site.calls
      .settled()
      .catch((err: unknown) =>
        log.error({ err }, 'what was published could not be written down; it is rebuilt at the next start'),
      );
    if (isMediaPending) {
      site.calls.mediaArrived().then(
        (hasNew) => {
          if (hasNew) queue.request({ trigger: 'media', collections: [] });
        },
        (err: unknown) => log.warn({ err }, 'pictures under way did not come; the next rebuild tries them again'),
      );
    }
    void site.status().then((status) => site.alerts.observe(observedIn(status, isMediaPending)));
    if (state === 'published') onPublished?.();
  }

  const failed = ({ trigger = 'command' }: RebuildRequest, started: number, message: string) => {
    const milliseconds = Math.round(performance.now() - started);
    measured({ trigger, result: 'failed', pages: 0, milliseconds });
    log.error({ trigger, milliseconds, message }, 'rebuild failed');
    void site.alerts.observe({ failure: message });
    const ended = fail('rebuild-failed', message);
    onEnded?.(ended);
    return ended;
  };

  const work: Work = async (request) => {
    const started = performance.now();
    try {
      const rebuilt = await site.calls.rebuild({ ...request, mediaBudget: MEDIA_BUDGET });
      if (!rebuilt.ok) return failed(request, started, rebuilt.message);
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
      onEnded?.(rebuilt);
      follow(rebuilt.value);
      return succeed({ state: state === 'published' ? 'published' : 'unchanged', report });
    } catch (err) {
      // A bug must not end the worker, which goes on serving what is live; it is told like any other failure.
      log.error({ err }, 'rebuild threw');
      return failed(request, started, err instanceof Error ? err.message : String(err));
    }
  };

  const queue = createQueue(work);
  return queue;
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
