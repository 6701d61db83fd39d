import type { Result } from '../../src/lib/result.ts';

interface HandOverOptions {
  /** The name of the live release; undefined: there is none. */
  readonly live: () => string | undefined;
  /** Settles when no picture is under way any more, with true when some came: a rebuild that shows them follows. */
  readonly mediaArrived: () => Promise<boolean>;
  /** Whether lists, pictures or files could not be had of the content service. */
  readonly isLacking: () => boolean;
  readonly deploy: () => void;
  readonly onFailed: (error: unknown) => void;
  /** The host shows what is not known here, as where the cache was lost or an older one put back: it may be more, and newer. */
  readonly isHostAhead: Promise<boolean>;
}

/** Milliseconds for which such a host is left as it is: for pictures under way, and for what cannot be had. */
const LONGEST_WAIT = 10 * 60_000;

/** Decides when what is live is handed to the host. */
export function createHandOver({ live, mediaArrived, isLacking, deploy, onFailed, isHostAhead }: HandOverOptions) {
  const hadRelease = live() !== undefined;
  /** The release that is handed over, or waits to be. */
  let known = live();
  let hasBegun = false;
  let isWaiting = false;
  let arePicturesDone = false;

  function handOver(): void {
    known = live();
    isWaiting = false;
    deploy();
  }

  const handOverLate = () => {
    if (isWaiting) handOver();
  };

  async function start(): Promise<void> {
    hasBegun = true;
    isWaiting = true;
    known = live();
    try {
      if (!(await isHostAhead)) return handOverLate();
      setTimeout(handOverLate, LONGEST_WAIT).unref();
      const came = await mediaArrived();
      arePicturesDone = true;
      if (!came && !isLacking()) handOverLate();
    } catch (error) {
      isWaiting = false;
      onFailed(error);
    }
  }

  return {
    /** What went live before, while no worker ran, or as this one started. An older cache is rebuilt first. */
    async begin(): Promise<void> {
      if (live() === undefined) return;
      if (hadRelease && (await isHostAhead)) known = live();
      else if (!hasBegun) await start();
    },
    /**
     * After each rebuild, also when nothing changed: another machine may have put an older page where the site is shown, and
     * have died. And what was taken in from others before something else failed. `mayWait`: it is no operator's order, such as a
     * withdrawal.
     */
    ended(ended: Result<unknown>, mayWait = false): void {
      if (isWaiting && ended.ok && mayWait && !(arePicturesDone && !isLacking())) known = live();
      // The service came up later than the worker, of which this is the first release.
      else if (!hasBegun && ended.ok) void start();
      else if (ended.ok || (ended.reason !== 'unshared' && live() !== known)) handOver();
    },
  };
}
