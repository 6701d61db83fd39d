import type { Engine, ReleaseFile } from '../engine/index.ts';
import type { Digest } from '../lib/digest.ts';
import type { Result } from '../lib/result.ts';

/** What is deployed: the live release of an engine. */
export interface ReleaseSource {
  live(): { readonly release: string; readonly held?: boolean; files(): Iterable<ReleaseFile> } | null;
  read: Engine['read'];
  /** Compressed copies, for targets that take them. */
  encoded?: Engine['encoded'];
}

/** A file to be uploaded. */
export interface DeployFile {
  /** Relative to the published tree. */
  readonly path: string;
  readonly digest: Digest;
  /** Bytes. */
  readonly size: number;
  /** Null: missing or damaged. */
  read(): Promise<Uint8Array | null>;
  /** The compressed bytes; null when the file does not gain by it. */
  readonly encoded?: (encoding: 'br' | 'gzip') => Promise<Uint8Array | null>;
}

/** What a target holds. */
export interface Deployed {
  readonly format: 1;
  readonly target: string;
  readonly release: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Digests by path; an empty one for a file that is half uploaded or half removed. */
  readonly files: Readonly<Record<string, string>>;
  /** Of the files that no page needs any more: since when, epoch milliseconds. */
  readonly unneeded?: Readonly<Record<string, number>>;
  /** The files are what a list of the target named: those may be among them that were never the site's. */
  readonly isListed?: boolean;
}

/** What a deploy would do. */
export interface DeployPlan {
  readonly release: string;
  /** Every file of the release, by path. */
  readonly files: ReadonlyMap<string, DeployFile>;
  /** New or changed since the last deploy to the same target, by path. */
  readonly changed: readonly DeployFile[];
  readonly removed: readonly string[];
  /** Of the changed files. */
  readonly bytes: number;
  /** What the target held before; null when that is not known. */
  readonly previous: Deployed | null;
}

/** `transient`: worth another attempt. */
export type DeployReason = 'transient' | 'refused' | 'stopped';

export interface Target {
  /** Tells targets apart: what was deployed to one is unknown to another. */
  readonly name: string;
  /** Files beside the site's that this target needs, by path. */
  readonly extra: Readonly<Record<string, string>>;
  /** Reads what the target holds from the target itself; absent: the local record tells it. */
  readonly deployed?: (signal: AbortSignal) => Promise<Result<Deployed | null, DeployReason>>;
  /** Whether a file that the release lacks stays for now; absent: none does. */
  readonly retains?: ((path: string, deployed: Deployed) => boolean) | undefined;
  /** What the target holds below folders such as `/media/{id}/`, whatever its records say; absent: its records are complete. */
  readonly below?: (folders: readonly string[], signal: AbortSignal) => Promise<Result<readonly string[], DeployReason>>;
  /** Uploads a plan's release. Cut off at any point it leaves a working site. */
  upload(plan: DeployPlan, signal: AbortSignal): Promise<Result<null, DeployReason>>;
}

/** Whether an HTTP status may be another one a moment later. */
export function isTransientStatus(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}
