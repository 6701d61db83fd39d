import type { Digest } from '../lib/digest.ts';
import type { Result } from '../lib/result.ts';

/** A file to be handed over. */
export interface DeployFile {
  /** Relative to the published tree. */
  readonly path: string;
  readonly digest: Digest;
  /** Bytes. */
  readonly size: number;
  /** Null: missing or damaged. */
  read(): Promise<Uint8Array | null>;
}

/** What a deploy would cost. */
export interface DeployPlan {
  readonly release: string;
  /** Every file of the release, by path. */
  readonly files: ReadonlyMap<string, DeployFile>;
  /** New or with other bytes than at the last deploy to the same target, by path. */
  readonly changed: readonly DeployFile[];
  readonly removed: readonly string[];
  /** Of the changed files. */
  readonly bytes: number;
}

/** `passing`: worth another attempt. */
export type DeployReason = 'passing' | 'refused' | 'stopped';

/** Hands a plan's release over; whole or not at all. */
export type HandOver = (plan: DeployPlan, signal: AbortSignal) => Promise<Result<null, DeployReason>>;

export interface Target {
  /** Tells targets apart: what was deployed to one is nothing to another. */
  readonly name: string;
  /** Files that this target needs beside the site's. */
  readonly extra: Readonly<Record<string, string>>;
  readonly handOver: HandOver;
}
