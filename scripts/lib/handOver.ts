import type { Result } from '../../src/lib/result.ts';
import { settlesWithin } from '../../src/lib/timeLimit.ts';

interface HandOverOptions {
  /** The name of the live release; undefined: there is none. */
  readonly live: () => string | undefined;
  /** Settles when no picture is under way any more, with true when some came: a rebuild that shows them follows. */
  readonly mediaArrived: () => Promise<boolean>;
  readonly deploy: () => void;
  readonly onFailed: (error: unknown) => void;
  /** Nothing is known here, as where the cache was lost: the host may show pictures that have yet to be fetched again. */
  readonly isHostAhead: boolean;
}

/** Milliseconds for which such a host is left as it is. */
const LONGEST_WAIT = 60_000;

/** Decides when what is live is handed to the host. */
export function createHandOver({ live, mediaArrived, deploy, onFailed, isHostAhead }: HandOverOptions) {
  let handedOver: string | undefined;
  let hasBegun = false;
  let isWaiting = false;

  function handOver(): void {
    handedOver = live();
    isWaiting = false;
    deploy();
  }

  async function waitForMedia(): Promise<void> {
    isWaiting = true;
    try {
      const arrived = mediaArrived();
      const came = (await settlesWithin(LONGEST_WAIT, arrived)) && (await arrived);
      if (!came && live() !== handedOver) handOver();
    } finally {
      isWaiting = false;
    }
  }

  function begin(): void {
    if (live() === undefined) return;
    hasBegun = true;
    if (isHostAhead) waitForMedia().catch(onFailed);
    else handOver();
  }

  return {
    /** What went live before, while no worker ran, or as this one started. */
    begin,
    /**
     * After each rebuild, also when nothing changed: another machine may have put an older page where the site is shown, and
     * have died. And what was taken in from others before something else failed. `mayWait`: it is neither an
     * operator's order, such as a withdrawal, nor brings pictures.
     */
    ended(ended: Result<unknown>, mayWait = false): void {
      if (isWaiting && mayWait) return;
      // The service came up later than the worker, of which this is the first release.
      if (!hasBegun && ended.ok) begin();
      else if (ended.ok || (ended.reason !== 'unshared' && live() !== handedOver)) handOver();
    },
  };
}
