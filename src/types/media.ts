/** Pictures and files as they are published, and what the media store (`src/media/store.ts`) says of them. */
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

/** `missing`: could not be had or read; shown as the drawn fallback, or as text without a link. */
export type Media = Picture | PublishedFile | { readonly kind: 'missing' };

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

/** A reference that was withdrawn. */
export interface Withdrawal {
  readonly reference: string;
  /** Epoch milliseconds; null in a list of an older version. */
  readonly at: number | null;
  /** The address as which it was published, a picture's folder (`/media/{id}/`); null when it was not. */
  readonly published: string | null;
  /** The folders of all that was ever published by this name, and of the same bytes by other names. */
  readonly groups: readonly string[];
}

/** A withdrawal as its list keeps it. */
export interface RecordedWithdrawal extends Withdrawal {
  /** Digest of the bytes it had; null when they were never seen. */
  readonly source: Digest | null;
  /** Those of bytes that it had before them. */
  readonly earlierSources: readonly Digest[];
}
