/** What a deploy asks of a host, and what it knows of it. */
import type { Result } from '../lib/result.ts';
import type { DeployReason } from './exchange.ts';
import type { S3Client } from './s3Client.ts';
import type { Difference, TreeFile } from './tree.ts';

export interface DeployFile extends TreeFile {
  /** The bytes, or one line that says what to do. */
  read(): Promise<Result<Uint8Array, 'refused'>>;
  /** The compressed bytes; null when the file does not gain by it. */
  readonly encoded?: (encoding: 'br' | 'gzip') => Promise<Uint8Array | null>;
}

/** By path, what a target calls the version of a file that was written; recorded with it. */
export type Tags = Readonly<Record<string, string>>;

/** What a target holds after a whole update. */
export interface Deployed {
  readonly format: 1;
  readonly target: string;
  readonly release: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Of the journal of the same update. */
  readonly id?: string;
  /** Digests by path; an empty one for a file that is half uploaded or half removed. */
  readonly files: Readonly<Record<string, string>>;
  readonly tags?: Tags;
  /** Of the files that no page needs any more: since when, epoch milliseconds. */
  readonly unneeded?: Readonly<Record<string, number>>;
  /** Those of the files that a list of the target names and no record does: they may never have been the site's. */
  readonly unrecorded?: readonly string[];
}

/** What a deploy would do: the difference of the live release to what the target holds. */
export interface DeployPlan extends Difference<DeployFile> {
  readonly release: string;
  /** Every file of the release, by path. */
  readonly files: ReadonlyMap<string, DeployFile>;
  /** Of the changed files. */
  readonly bytes: number;
  /** What the target held before; null when that is not known. */
  readonly previous: Deployed | null;
}

export interface Listed {
  readonly path: string;
  /** As the answer to its write was; empty where the target does not tell. */
  readonly tag: string;
}

/** Fails when another machine has begun a deploy to the same target since. */
export type Confirm = () => Promise<Result<null, DeployReason>>;

/** Where JSON values lie that several processes replace: a bucket, or a folder that stands for one. */
export type RecordPlace = Pick<S3Client, 'get' | 'swap'>;

/** A host that takes files one by one, and tells which ones it has. */
export interface FileHost {
  readonly records: RecordPlace;
  /** All that it has. */
  list(): Promise<Result<readonly Listed[], DeployReason>>;
  readonly concurrency: number;
  /** Gives the tag of what was written. */
  put(file: DeployFile): Promise<Result<string, DeployReason>>;
  remove(path: string): Promise<Result<null, DeployReason>>;
  finish?(plan: DeployPlan): Promise<Result<null, DeployReason>>;
}

/** A host that takes a release as a whole, and cannot be asked what it shows. */
export interface ReleaseHost {
  readonly records: RecordPlace;
  /** `confirm`: for a host that shows a release only when it is asked to; asked right before that. */
  upload(plan: DeployPlan, confirm: Confirm): Promise<Result<Tags, DeployReason>>;
}
