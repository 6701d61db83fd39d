import type { Result } from '../lib/result.ts';
import type { DeployPlan } from './target.ts';

export interface DeployerOptions {
  /** One deploy with its repetitions. Throws only for bugs. */
  readonly deploy: (signal: AbortSignal) => Promise<Result<DeployPlan>>;
  /** Milliseconds from the start of one deploy to that of the next. */
  readonly minInterval: number;
  /** When the last deploy was, epoch milliseconds. */
  readonly lastAt: number;
  readonly onDone: (plan: DeployPlan) => void;
  /** `pause`: milliseconds from the start of this deploy to that of the next attempt. */
  readonly onFailed: (message: string, pause: number) => void;
}

/** After a failure it is tried again, with twice the pause each time, up to an hour. */
const LONGEST_PAUSE = 3_600_000;

export type Deployer = ReturnType<typeof createDeployer>;

/** Deploys one release after another, never two at once, never more often than set, and always the last. */
export function createDeployer({ deploy, minInterval, lastAt, onDone, onFailed }: DeployerOptions) {
  const stopping = new AbortController();
  // No clock that is set forward or back counts, not even one that was wrong at the last deploy.
  let startedAt = performance.now() - Math.max(0, Date.now() - lastAt);
  let failures = 0;
  let isWanted = false;
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> | null = null;

  const pauseNow = () =>
    failures === 0 ? minInterval : Math.min(LONGEST_PAUSE, Math.max(minInterval, 60_000) * 2 ** (failures - 1));

  async function attempt(): Promise<void> {
    isWanted = false;
    startedAt = performance.now();
    const done = await deploy(stopping.signal).catch((error: unknown) => ({ ok: false as const, message: String(error) }));
    if (stopping.signal.aborted) return;
    failures = done.ok ? 0 : failures + 1;
    if (done.ok) return onDone(done.value);
    isWanted = true;
    onFailed(done.message, pauseNow());
  }

  function schedule(): void {
    if (!isWanted || timer || running || stopping.signal.aborted) return;
    timer = setTimeout(
      () => {
        timer = null;
        running = attempt().finally(() => {
          running = null;
          schedule();
        });
      },
      Math.max(0, startedAt + pauseNow() - performance.now()),
    );
  }

  return {
    /** Orders a deploy of whatever is live when its turn comes. */
    published() {
      isWanted = true;
      schedule();
    },
    /** Cuts a deploy off, which leaves the live site as it is; the next start makes up for it. */
    async stop() {
      stopping.abort();
      if (timer) clearTimeout(timer);
      await running;
    },
  };
}
