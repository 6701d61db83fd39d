import type { Result } from '../../src/lib/result.ts';
import type { Rebuilt } from '../../src/site/open.ts';

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

/** Decides when what is live is handed to the host. */
export function createHandOver({ live, mediaArrived, deploy, onFailed, isHostAhead }: HandOverOptions) {
  let isHeld = isHostAhead;
  let handedOver: string | undefined;

  function handOver(isMediaPending: boolean): void {
    if (isHeld && isMediaPending) {
      mediaArrived().then((came) => came || handOver(false), onFailed);
      return;
    }
    isHeld = false;
    handedOver = live();
    deploy();
  }

  return {
    /** What went live before, or while no worker ran. */
    begin(): void {
      if (live() !== undefined) handOver(true);
    },
    /**
     * After each rebuild, also when nothing changed: another machine may have put an older page where the site is shown, and
     * have died. And what was taken in from others before something else failed.
     */
    ended(ended: Result<Pick<Rebuilt, 'isMediaPending'>>): void {
      if (ended.ok) handOver(ended.value.isMediaPending);
      else if (ended.reason !== 'unshared' && live() !== handedOver) handOver(true);
    },
  };
}
