import type { Digest } from '../lib/digest.ts';
import type { Result } from '../lib/result.ts';

/** A file to be uploaded. */
export interface DeployFile {
  /** Relative to the published tree. */
  readonly path: string;
  readonly digest: Digest;
  /** Bytes. */
  readonly size: number;
  /** Null: missing or damaged. */
  read(): Promise<Uint8Array | null>;
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
}

/** `transient`: worth another attempt. */
export type DeployReason = 'transient' | 'refused' | 'stopped';

export interface Target {
  /** Tells targets apart: what was deployed to one is unknown to another. */
  readonly name: string;
  /** Files beside the site's that this target needs, by path. */
  readonly extra: Readonly<Record<string, string>>;
  /** Uploads a plan's release; as a whole or not at all. */
  upload(plan: DeployPlan, signal: AbortSignal): Promise<Result<null, DeployReason>>;
}

/** Whether an HTTP status may be another one a moment later. */
export function isTransientStatus(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}
