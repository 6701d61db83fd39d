/** The ports of the media store. `src/media/store.ts` makes one. */
import type { Digest } from '../lib/digest.ts';
import type { Media } from './entities.ts';

/** A published file of a media group; the same shape as the engine's. */
export interface SuppliedMedia {
  readonly path: string;
  readonly source: string;
  readonly digest: Digest;
  readonly size: number;
}

export interface ObtainOptions {
  /** Milliseconds to wait; the downloads go on afterwards. `Infinity` waits for each one's own time-out. */
  readonly budget: number;
  /** Ask the service again, conditionally, for references that are known. */
  readonly refresh?: boolean;
  readonly onProgress?: (done: number, total: number) => void;
}

export interface Obtained {
  /** Null when nothing is under way any more; else settles when all is done, with true when at least one picture came. */
  readonly pending: Promise<boolean> | null;
}

export interface MediaStore {
  /**
   * Changes whenever what a known reference resolves to may have changed for another reason than its arrival:
   * a purge or an allow, also by another process, or other hosts that may be asked. Entities resolved under another generation are resolved again.
   */
  generation(): Promise<Digest>;
  /** What is known about a reference, without asking the service. Undefined: not known yet, or worth another try. */
  peek(reference: string): Media | undefined;
  /** Fetches and prepares what is not known yet. Bounded in parallel; a failure leaves the reference unknown. */
  obtain(references: Iterable<string>, options: ObtainOptions): Promise<Obtained>;
  /** The files of a group, verified (made again when the cache was damaged); null when they cannot be had. Paths are relative to `dist/`. */
  supply(group: string): Promise<readonly SuppliedMedia[] | null>;
  /** Withdraws a reference: its bytes leave the cache and are neither fetched nor published again, under any reference, until `allow`. */
  purge(reference: string): Promise<Purged>;
  /** Takes a withdrawal back. False when there was none. */
  allow(reference: string): Promise<boolean>;
  /** Deletes the media no kept release needs; the bytes freed. */
  collect(keep: ReadonlySet<string>): Promise<number>;
  /** Waits for downloads under way and lets go of kept connections. */
  close(): Promise<void>;
}

/** What a purge withdrew, for the engine to remove from every release. */
export interface Purged {
  /** Groups that no longer exist: `/media/{id}/`. */
  readonly groups: readonly string[];
  /** Digests of the published files of those groups. */
  readonly digests: readonly Digest[];
}
