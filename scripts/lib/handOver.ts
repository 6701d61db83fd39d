import type { Result } from '../../src/lib/result.ts';
import type { RebuildRequest } from '../../src/site/open.ts';

interface HandOverOptions {
  /** The name of the live release; undefined: there is none. */
  readonly live: () => string | undefined;
  /** Settles when no picture is under way any more, with true when some came: a rebuild that shows them follows. */
  readonly mediaArrived: () => Promise<boolean>;
  /** Whether lists, pictures or files could not be had of the content service. */
  readonly isLacking: () => boolean;
  readonly deploy: () => void;
  readonly onFailed: (error: unknown) => void;
  /**
   * Whether the host shows what is not known here, as where the cache was lost or an older one put back: it may be more, and newer.
   * `isAnew`: what was known before the first release here is not known any more.
   */
  readonly isHostAhead: (isAnew: boolean) => Promise<boolean>;
}

/** Milliseconds for which such a host is left as it is: for pictures under way, and for what cannot be had. */
const LONGEST_WAIT = 10 * 60_000;

/** Decides when what is live is handed to the host. */
export function createHandOver({ live, mediaArrived, isLacking, deploy, onFailed, isHostAhead }: HandOverOptions) {
  let hadRelease = live() !== undefined;
  /** The release that is handed over, or waits to be. */
  let known = live();
  let hasBegun = false;
  let isWaiting = false;

  function handOver(): void {
    known = live();
    hasBegun = true;
    isWaiting = false;
    deploy();
  }

  const handOverLate = () => {
    if (isWaiting) handOver();
  };

  async function handOverWhole(): Promise<void> {
    const came = await mediaArrived();
    if (!came && !isLacking()) handOverLate();
  }

  function failed(error: unknown): void {
    isWaiting = false;
    onFailed(error);
  }

  async function start(): Promise<void> {
    hasBegun = true;
    isWaiting = true;
    known = live();
    if (!(await isHostAhead(!hadRelease))) return handOverLate();
    setTimeout(handOverLate, LONGEST_WAIT).unref();
    await handOverWhole().catch(failed);
  }

  return {
    /** The database was damaged, and knows nothing any more: the next release is the first one. */
    begunAnew(): void {
      hadRelease = false;
      hasBegun = false;
    },
    /** What went live before, while no worker ran, or as this one started. An older cache is rebuilt first. */
    async begin(): Promise<void> {
      known = live();
      if (known === undefined || (hadRelease && (await isHostAhead(false)))) return;
      if (!hasBegun) await start();
    },
    /**
     * After each rebuild, also when nothing changed: another machine may have put an older page where the site is shown, and
     * have died. And what was taken in from others before something else failed. What was ordered at the desk, such as a
     * withdrawal, waits for nothing.
     */
    ended(ended: Result<unknown>, { trigger, collections }: Pick<RebuildRequest, 'trigger' | 'collections'>): void {
      const mayWait = ended.ok && trigger !== 'desk';
      if (isWaiting && mayWait) {
        known = live();
        void handOverWhole().catch(failed);
      } else if (!hasBegun && mayWait) {
        // The service came up later than the worker, of which this is the first release; or an older cache is rebuilt.
        // What asks for no list takes in what other processes did, or brings pictures.
        if (hadRelease && collections?.length === 0) known = live();
        else void start();
      } else if (ended.ok || (ended.reason !== 'unshared' && live() !== undefined && live() !== known)) handOver();
    },
  };
}
