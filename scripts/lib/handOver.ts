import type { Result } from '../../src/lib/result.ts';
import type { Rebuilt } from '../../src/site/open.ts';

interface HandOverOptions {
  /** The name of the live release; undefined: there is none. */
  readonly live: () => string | undefined;
  /** Settles when no picture is under way any more, with true when some came: a rebuild that shows them follows. */
  readonly mediaArrived: () => Promise<boolean>;
  /** Has a rebuild tell what is missing now. */
  readonly rebuild: () => void;
  readonly deploy: () => void;
  readonly onFailed: (error: unknown) => void;
  /** Nothing is known here, as where the cache was lost: the host may show pictures that have yet to be fetched again. */
  readonly isHostAhead: boolean;
}

/** Milliseconds for which a host is left as it is while the service lacks pictures, which it may never have again. */
const LONGEST_HOLD = 10 * 60_000;

/** Decides when what is live is handed to the host. */
export function createHandOver({ live, mediaArrived, rebuild, deploy, onFailed, isHostAhead }: HandOverOptions) {
  const until = performance.now() + LONGEST_HOLD;
  let isHeld = isHostAhead;
  let handedOver: string | undefined;

  function handOver(): void {
    isHeld = false;
    handedOver = live();
    deploy();
  }

  function waitForMedia(): void {
    mediaArrived().then((came) => came || rebuild(), onFailed);
  }

  return {
    /** What went live before, or while no worker ran. */
    begin(): void {
      if (live() === undefined) return;
      if (isHeld) waitForMedia();
      else handOver();
    },
    /**
     * After each rebuild, also when nothing changed: another machine may have put an older page where the site is shown, and
     * have died. And what was taken in from others before something else failed.
     */
    ended(ended: Result<Pick<Rebuilt, 'isMediaAway' | 'isMediaPending'>>): void {
      if (!ended.ok && (ended.reason === 'unshared' || live() === handedOver)) return;
      const { isMediaPending, isMediaAway } = ended.ok ? ended.value : { isMediaPending: false, isMediaAway: true };
      if (isHeld && isMediaPending) waitForMedia();
      else if (!isHeld || !isMediaAway || performance.now() > until) handOver();
    },
  };
}
