/** Requests to hosts. */
import pLimit from 'p-limit';
import { type Failure, fail, type Result, succeed } from '../lib/result.ts';
import { retry } from '../lib/retry.ts';

/** `transient`: worth another attempt. `overtaken`: another machine has begun a deploy to the same target. */
type DeployReason = 'transient' | 'refused' | 'stopped' | 'overtaken';
export type Outcome<Value, Further extends string = never> = Result<Value, DeployReason | Further>;

/** Runs tasks, so many at a time, until one fails. */
export async function untilFailure<Item>(
  items: readonly Item[],
  concurrency: number,
  task: (item: Item) => Promise<Outcome<unknown>>,
): Promise<Outcome<unknown>> {
  let all: Outcome<unknown> = succeed(null);
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

/** Bytes that an upload carries in a millisecond at least, where thirty share a slow line: beyond its `timeout` it has so much time. */
const SLOWEST = 10;

/** Milliseconds for an upload of so many bytes. */
export const timeFor = (bytes: number, timeout: number): number => timeout + Math.ceil(bytes / SLOWEST);

/** A request to a host, and what its answer means. */
export function exchange<Value, Reason extends string = never>(
  send: (signal: AbortSignal) => Promise<Response>,
  read: (response: Response) => Promise<Outcome<Value, Reason>>,
  { signal, timeout, backOff, stopped, unreachable }: ExchangeOptions,
): Promise<Outcome<Value, Reason>> {
  async function attempt(): Promise<Outcome<Value, Reason>> {
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
