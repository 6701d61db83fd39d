/** Pictures and files as they are published, and the ports of the media store. `src/media/store.ts` makes one. */
import type { Digest } from '../lib/digest.ts';

/** A picture that was fetched and turned into variants (`lib/paths.ts` gives their addresses). */
export interface Picture {
  readonly kind: 'image';
  /** 12 characters made of the source's digest and the recipe. */
  readonly id: string;
  /** Pixels, after orientation. */
  readonly w: number;
  readonly h: number;
}

/** A PDF or other attachment, published under a readable name. */
export interface PublishedFile {
  readonly kind: 'file';
  /** `/files/{12 characters}/{readable name}`. */
  readonly href: string;
  /** The readable name, for link texts. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

/** A reference that could not be had or read: shown as the drawn fallback, or as text without a link. */
export interface MissingMedia {
  readonly kind: 'missing';
}

export type Media = Picture | PublishedFile | MissingMedia;

/** A published file of a media group; the same shape as the engine's. */
export interface AssetFile {
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
   * a purge or its end, also by another process, or other hosts that may be asked. Entities resolved under another generation are resolved again.
   */
  generation(): Promise<Digest>;
  /** What is known about a reference, without asking the service. Undefined: not known yet, or worth another try. */
  peek(reference: string): Media | undefined;
  /** Fetches and prepares what is not known yet. Bounded in parallel; a failure leaves the reference unknown. */
  obtain(references: Iterable<string>, options: ObtainOptions): Promise<Obtained>;
  /** Why a reference could not be had when it was last asked for, in one line; null when it was, or was never asked for. */
  failure(reference: string): string | null;
  /** Whether a reference, or the bytes it is known to have, was withdrawn. */
  isWithdrawn(reference: string): boolean;
  /** The files of a group, verified (made again when the cache was damaged); null when they cannot be had. Paths are relative to `dist/`. */
  resolveAssets(group: string): Promise<readonly AssetFile[] | null>;
  /** What a reference, or an address as which one was published, names. */
  lookUp(reference: string): ReferenceLookup;
  /** Deletes the bytes of a reference; they are neither fetched nor published again, under any reference, until `allow`. */
  purge(reference: string): Promise<PurgedMedia>;
  /** What is withdrawn, oldest first. Throws a `Refusal` when the list is damaged. */
  withdrawn(): readonly Withdrawal[];
  /** Takes a purge back. False when there was none. */
  allow(reference: string): Promise<boolean>;
  /** Deletes the media no kept release needs; the bytes freed. */
  gc(keep: ReadonlySet<string>): Promise<number>;
  /** Waits for downloads under way and lets go of kept connections. */
  close(): Promise<void>;
}

/** A reference that was withdrawn. */
export interface Withdrawal {
  readonly reference: string;
  /** Epoch milliseconds; null in a list of an older version. */
  readonly at: number | null;
  /** The address as which it was published, a picture's folder (`/media/{id}/`); null when it was not. */
  readonly published: string | null;
}

/** What is known of a name before it is withdrawn. */
export interface ReferenceLookup {
  /** The reference that was given, or that of the published address that was given. */
  readonly reference: string;
  /** It was fetched, or was withdrawn before. */
  readonly isKnown: boolean;
  /** The known reference that was probably meant by one of which nothing is known. */
  readonly suggestion: string | undefined;
}

/** What a purge deleted, for the engine to remove from every release. */
export interface PurgedMedia extends Pick<ReferenceLookup, 'reference' | 'suggestion'> {
  /** It was a picture or file of the content until now. */
  readonly isKnown: boolean;
  /** It was withdrawn before, and nothing had come since. */
  readonly wasWithdrawn: boolean;
  /** Groups that no release may show any longer: `/media/{id}/`. */
  readonly groups: readonly string[];
}
