/** What a host is to a deploy. */
import pLimit from 'p-limit';
import type { Engine, ReleaseFile } from '../engine/index.ts';
import { type Failure, fail, type Result, succeed } from '../lib/result.ts';
import { retry } from '../lib/retry.ts';
import type { Deployed, Ledger, RecordPlace } from './ledger.ts';
import type { Difference, TreeFile } from './tree.ts';

export interface ReleaseSource {
  live(): { readonly release: string; files(): Iterable<ReleaseFile> } | null;
  read: Engine['read'];
  encoded?: Engine['encoded'];
  inDist?: Engine['inDist'];
}

export interface DeployFile extends TreeFile {
  /** The bytes, or one line that says what to do. */
  read(): Promise<Result<Uint8Array, 'refused'>>;
  /** The compressed bytes; null when the file does not gain by it. */
  readonly encoded?: (encoding: 'br' | 'gzip') => Promise<Uint8Array | null>;
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

/** `transient`: worth another attempt. `overtaken`: another machine has begun a deploy to the same target. */
export type DeployReason = 'transient' | 'refused' | 'stopped' | 'overtaken';

/** By path, what a target calls the version of a file that was written; recorded with it. */
export type Tags = Readonly<Record<string, string>>;

export interface Listed {
  readonly path: string;
  /** As the answer to its write was; empty where the target does not tell. */
  readonly tag: string;
}

/** Fails when another machine has begun a deploy to the same target since. */
export type Confirm = () => Promise<Result<null, DeployReason>>;

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

export interface Target {
  /** Tells targets apart: what was deployed to one is unknown to another. */
  readonly name: string;
  readonly ledger: Ledger;
  /** Files beside the site's that this target needs, by path. */
  readonly extra?: Readonly<Record<string, string>>;
  /** Lock file of those who deploy to it; absent: that of this machine's deploys. */
  readonly lock?: string;
  /** It is filled from `dist/`, which then has to hold the release. */
  readonly isFromDist?: true;
  /** Whether a file that the release lacks stays for now; absent: none does. */
  readonly retains?: (path: string, deployed: Deployed) => boolean;
  /** What is asked of it and sent to it ends with `signal`. */
  open(signal: AbortSignal): FileHost | ReleaseHost;
}

/** Runs tasks, so many at a time, until one fails. */
export async function untilFailure<Item>(
  items: readonly Item[],
  concurrency: number,
  task: (item: Item) => Promise<Result<unknown, DeployReason>>,
): Promise<Result<unknown, DeployReason>> {
  let all: Result<unknown, DeployReason> = succeed(null);
  await pLimit(concurrency).map(items, async (item) => {
    const done = all.ok ? await task(item) : all;
    if (all.ok) all = done;
  });
  return all;
}

interface ExchangeOptions {
  readonly signal: AbortSignal;
  /** ms */
  readonly timeout: number;
  /** Milliseconds before the first repetition of what fails for the moment; absent: it is not repeated. */
  readonly backOff?: number;
  /** Message for what `signal` has ended. */
  readonly stopped: string;
  /** Message for no answer, given why none came. */
  readonly unreachable: (why: string) => string;
}

/** A request to a host, and what its answer means. */
export function exchange<Value, Reason extends string = never>(
  send: (signal: AbortSignal) => Promise<Response>,
  read: (response: Response) => Promise<Result<Value, DeployReason | Reason>>,
  { signal, timeout, backOff, stopped, unreachable }: ExchangeOptions,
): Promise<Result<Value, DeployReason | Reason>> {
  async function attempt(): Promise<Result<Value, DeployReason | Reason>> {
    try {
      return await read(await send(AbortSignal.any([signal, AbortSignal.timeout(timeout)])));
    } catch (error) {
      if (signal.aborted) return fail('stopped', stopped);
      const { name, message, cause } = error as Error;
      const why = name === 'TimeoutError' ? 'no answer in time' : cause instanceof Error ? cause.message : message;
      return fail('transient', unreachable(why));
    }
  }
  if (backOff === undefined) return attempt();
  return retry<Value, Failure<DeployReason | Reason>>(attempt, ({ reason }) => reason === 'transient', { backOff, signal });
}
