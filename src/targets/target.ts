/** What a host is to a deploy, and what all of them need. */
import pLimit from 'p-limit';
import type { Engine, ReleaseFile } from '../engine/index.ts';
import type { Digest } from '../lib/digest.ts';
import { type Result, succeed } from '../lib/result.ts';
import type { Difference } from './order.ts';

/** What is deployed: the live release of an engine. */
export interface ReleaseSource {
  live(): { readonly release: string; files(): Iterable<ReleaseFile> } | null;
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
  /** The bytes, or one line that says what to do. */
  read(): Promise<Result<Uint8Array, 'refused'>>;
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
  /** Of the files: what the storage calls the version that was written, where it says so. */
  readonly tags?: Readonly<Record<string, string>>;
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

/** `transient`: worth another attempt. */
export type DeployReason = 'transient' | 'refused' | 'stopped';

export interface Target {
  /** Tells targets apart: what was deployed to one is unknown to another. */
  readonly name: string;
  /** Files beside the site's that this target needs, by path. */
  readonly extra?: Readonly<Record<string, string>>;
  /** Reads what the target holds from the target itself; absent: the local record tells it. */
  readonly deployed?: (signal: AbortSignal) => Promise<Result<Deployed | null, DeployReason>>;
  /** Waits until no other deploy goes to the target, and gives what lets the next one; absent: the target notices another one. */
  readonly hold?: (signal: AbortSignal) => Promise<Result<() => void, DeployReason>>;
  /** Whether a file that the release lacks stays for now; absent: none does. */
  readonly retains?: ((path: string, deployed: Deployed) => boolean) | undefined;
  /** Uploads a plan's release. Cut off at any point it leaves a working site. */
  upload(plan: DeployPlan, signal: AbortSignal): Promise<Result<null, DeployReason>>;
}

/** What machines that share their state know of each other's deploys. */
export interface SharedDeploys {
  /** The live release of all of them; null: none is known. */
  newest(): Promise<Result<string | null>>;
  /** The release that was handed to a target last; null: none is known, or another machine has begun a deploy and not ended it. */
  last(target: string): Promise<Result<string | null>>;
  /** Tells the others that a target is being handed a release, or has been. */
  note(target: string, release: string, isDone: boolean): Promise<Result<null>>;
}

/** How long a deploy that was not ended may still change what the host shows, ms: its process was killed, a command goes on. */
const OPEN_FOR = 20 * 60_000;

/** Deploys that were begun and not ended, by process: since when, epoch milliseconds. */
export type OpenDeploys = Readonly<Record<string, number>>;

/** Those of a record, which may be damaged, that are another process's and may still change what the host shows. */
export function openDeploysOf(record: unknown, self: string): OpenDeploys {
  const isOpen = ([id, at]: [string, unknown]) => id !== self && Math.abs(Date.now() - Number(at)) < OPEN_FOR;
  return Object.fromEntries(Object.entries(record ?? {}).filter(isOpen));
}

/** What a target holds of which nothing but the names is known. */
export function listed(target: string, paths: readonly string[]): Deployed {
  return { format: 1, target, release: '', at: 0, files: withoutDigests(paths), unrecorded: paths };
}

export function withoutDigests(paths: readonly string[]): Record<string, string> {
  return Object.fromEntries(paths.map((path) => [path, '']));
}

/** Digests by path. */
export function digestsOf(files: Iterable<DeployFile>): Record<string, string> {
  return Object.fromEntries(Array.from(files, ({ path, digest }) => [path, digest]));
}

/** Null for anything but a record of what is deployed. */
export function parseDeployed(text: string): Deployed | null {
  try {
    const record = JSON.parse(text) as Deployed | null;
    return record?.format === 1 && typeof record.files === 'object' && record.files !== null ? record : null;
  } catch {
    return null;
  }
}

/** Runs tasks, so many at a time, until one fails. */
export async function untilFailure<Item>(
  items: readonly Item[],
  concurrency: number,
  task: (item: Item) => Promise<Result<null, DeployReason>>,
): Promise<Result<null, DeployReason>> {
  let all: Result<null, DeployReason> = succeed(null);
  await pLimit(concurrency).map(items, async (item) => {
    const done = all.ok ? await task(item) : all;
    if (all.ok) all = done;
  });
  return all;
}
