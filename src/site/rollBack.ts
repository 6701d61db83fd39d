import type { Engine, ReleaseSummary } from '../engine/index.ts';
import { type Result, succeed } from '../lib/result.ts';
import type { SiteLock } from './siteLock.ts';

interface RollBackTools {
  readonly engine: Pick<Engine, 'live' | 'releases' | 'rollback'>;
  readonly siteLock: SiteLock;
}

/**
 * Serves an earlier release and holds it: the one before the live one, unless it is named. Several that were called at once
 * without a name go back to the same one, not each one further.
 */
export function rollBack({ engine, siteLock }: RollBackTools, to?: string): Promise<Result<ReleaseSummary>> {
  const seen = engine.live()?.release;
  return siteLock.run<ReleaseSummary>('rollback', async (lock) => {
    const live = engine.releases().find((release) => release.live);
    const isDone = to === undefined && engine.live()?.held && live?.release !== seen;
    return isDone && live ? succeed(live) : engine.rollback(to, lock);
  });
}
