/** The one object that changes, as it is read: whose state it is, which packs it lies in, and which machine may change it now. */
import type { S3Found } from '../deploy/s3/answers.ts';
import type { Digest } from '../lib/digest.ts';
import { fromChecksummed } from '../lib/files.ts';

/** Raised whenever the shape of head, packs or tree changes: an older state is then not read but made anew. */
export const FORMAT = 1;

/** Whose state it is. */
export interface Owner {
  readonly schoolCode: string;
  readonly siteUrl: string;
}

export interface Root {
  /** The blob that lists the files of the state. */
  readonly tree: Digest;
  readonly packs: readonly Digest[];
}

export interface Holder {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  readonly purpose: string;
  /** Counts renewals, so that each writes another object: its tag may be a digest. */
  readonly beat: number;
}

export interface Head extends Owner {
  readonly format: number;
  readonly holder: Holder | null;
  readonly root: Root | null;
}

export type HeadState = 'absent' | 'sound' | 'damaged' | 'foreign';

export interface Read {
  readonly state: HeadState;
  readonly head: Head | null;
  readonly found: S3Found | null;
}

export function parseHead(found: S3Found | null, owner: Owner): Read {
  if (!found) return { state: 'absent', head: null, found };
  const head = fromChecksummed(found.bytes) as Head | null;
  if (head?.format !== FORMAT) return { state: 'damaged', head: null, found };
  const isOwn = head.schoolCode === owner.schoolCode && head.siteUrl === owner.siteUrl;
  return { state: isOwn ? 'sound' : 'foreign', head, found };
}

/** Tells a living holder from a dead one. */
export class Watch {
  readonly #lifetime: number;
  #seen = { tag: '', since: 0 };

  constructor(lifetime: number) {
    this.#lifetime = lifetime;
  }

  /** The holder, when it has renewed its lease: by the storage's clock, or, where that tells no times, by what was seen. */
  living({ head, found }: Read): Holder | null {
    const now = performance.now();
    if (found && found.tag !== this.#seen.tag) this.#seen = { tag: found.tag, since: now };
    const isAlive = (found?.age ?? 0) < this.#lifetime && now - this.#seen.since < this.#lifetime;
    return isAlive ? (head?.holder ?? null) : null;
  }
}
