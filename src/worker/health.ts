import { Hono } from 'hono';
import type { LiveRelease } from '../engine/index.ts';
import type { SiteStatus } from '../site/status.ts';
import { uncachedJson } from './json.ts';

export interface HealthSource {
  live(): Pick<LiveRelease, 'release' | 'builtAt' | 'held'> | null;
  status(): Promise<SiteStatus>;
  /** Whether the worker's own code or programs were replaced. */
  isReplaced(): boolean;
}

/** ISO 8601 in UTC of epoch milliseconds. */
const moment = (at: number) => new Date(at).toISOString();

/** `GET /healthz` and `GET /readyz` (contract, section 4). Anybody may ask: no message, address or path. */
export function createHealth({ live: liveRelease, status, isReplaced }: HealthSource): Hono {
  const app = new Hono();
  const statusCode = () => (liveRelease() ? 200 : 503);

  app.get('/healthz', async () => {
    const live = liveRelease();
    const { checkedAt, stale, leftOut, lastFailure } = await status();
    return uncachedJson(statusCode(), {
      release: live?.release ?? null,
      builtAt: live ? moment(live.builtAt) : null,
      checkedAt: checkedAt === null ? null : moment(checkedAt),
      held: live?.held ?? false,
      stale,
      leftOut: leftOut.length,
      lastFailure: lastFailure && moment(lastFailure.at),
      restartNeeded: isReplaced(),
    });
  });
  app.get('/readyz', () => uncachedJson(statusCode(), { ready: liveRelease() !== null }));
  return app;
}
