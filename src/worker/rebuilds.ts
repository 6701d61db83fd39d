import type { Logger } from 'pino';
import { fail, succeed } from '../lib/result.ts';
import type { Rebuilt, Site } from '../site/open.ts';
import { type Alert, sendAlert } from './alert.ts';
import { createQueue, type Order, type Queue, type Work } from './queue.ts';

/** How long new pictures may hold up the words of a publish, in milliseconds; they follow in a rebuild of their own. */
const MEDIA_BUDGET = 2500;

export interface RebuildsOptions {
  readonly site: Site;
  readonly alertUrl: string | null;
  readonly log: Logger;
  /** Called after each release that went live. */
  readonly onPublished?: (rebuilt: Rebuilt) => void;
}

/** The worker's queue of rebuilds: logs each, alerts on failures, and publishes pictures that came late. */
export function createRebuilds({ site, alertUrl, log, onPublished }: RebuildsOptions): Queue {
  let finishing: Promise<void> = Promise.resolve();
  const alert = (event: Alert['event'], message: string, stale: readonly string[]) => {
    if (alertUrl === null) return;
    const release = site.engine.live()?.release ?? null;
    void sendAlert(alertUrl, { event, message, release, stale, at: new Date().toISOString() }, log);
  };

  function follow(rebuilt: Rebuilt): void {
    finishing = rebuilt
      .finish()
      .catch((error: unknown) =>
        log.error({ error }, 'what was published could not be written down; it is rebuilt at the next start'),
      );
    void rebuilt.pending?.then((arrived) => {
      if (arrived) queue.order({ collections: [] });
    });
    const { stale } = rebuilt.report;
    if (stale.length > 0) alert('rebuild-stale', `Could not be fetched, shown as last known: ${stale.join(', ')}.`, stale);
    if (rebuilt.state === 'published') onPublished?.(rebuilt);
  }

  const failed = (message: string) => {
    log.error({ message }, 'rebuild failed');
    alert('rebuild-failed', message, []);
    return fail('rebuild-failed', message);
  };

  const work: Work = async (order: Order) => {
    await finishing;
    try {
      const rebuilt = await site.rebuild({ ...order, mediaBudget: MEDIA_BUDGET });
      if (!rebuilt.ok) return failed(rebuilt.message);
      const { state, report } = rebuilt.value;
      const { rendered, written, removed, left_out: leftOut, ...rest } = report;
      log.info(
        { ...rest, rendered: rendered.length, written: written.length, removed: removed.length, leftOut: leftOut.length },
        `rebuild ${state}`,
      );
      follow(rebuilt.value);
      return succeed({ state: state === 'published' ? 'published' : 'unchanged', report });
    } catch (error) {
      // A bug must not end the worker, which goes on serving what is live; it is told like any other failure.
      log.error({ error }, 'rebuild threw');
      return failed(error instanceof Error ? error.message : String(error));
    }
  };

  const queue = createQueue(work);
  return {
    ...queue,
    async stop() {
      await queue.stop();
      await finishing;
    },
  };
}
