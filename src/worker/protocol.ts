/** What the serving thread asks of the rebuild thread, and what it is told without asking. All of it is plain data. */
import type { Engine, ReleaseUpdate } from '../engine/index.ts';
import type { KnownMedia } from '../gateway/index.ts';
import type { Site, SiteEvent, SiteOptions } from '../site/types.ts';

/** What the thread opens its site with. */
export type ThreadOptions = Required<Pick<SiteOptions, 'root' | 'settings' | 'contentServiceUrl' | 'distDir'>>;

type SiteCalls = Pick<
  Site,
  'rebuild' | 'settled' | 'mediaArrived' | 'lookUp' | 'purge' | 'allow' | 'withdrawn' | 'titleOf' | 'removeLeftOver' | 'close'
>;
type EngineCalls = Pick<Engine, 'releases' | 'rollback' | 'resume' | 'repair' | 'explain' | 'markDamaged'>;

export type RebuildCalls = SiteCalls & EngineCalls & KnownMedia;

/** One call, as it is sent. */
export interface Call {
  readonly name: keyof RebuildCalls;
  readonly args: readonly unknown[];
}

/** The same calls from another thread. */
export type Remote<Calls> = {
  readonly [Name in keyof Calls]: Calls[Name] extends (...args: infer Args) => infer Value
    ? (...args: Args) => Promise<Awaited<Value>>
    : never;
};

/** What the rebuild thread says without having been asked. */
export type ThreadNotice =
  /** The thread answers calls from now on; the live release, if there is one, was told before. */
  | { readonly type: 'ready' }
  | { readonly type: 'release'; readonly update: ReleaseUpdate }
  | { readonly type: 'event'; readonly event: SiteEvent };

const CALLS: Readonly<Record<keyof RebuildCalls, true>> = {
  rebuild: true,
  settled: true,
  mediaArrived: true,
  lookUp: true,
  purge: true,
  allow: true,
  withdrawn: true,
  titleOf: true,
  removeLeftOver: true,
  close: true,
  releases: true,
  rollback: true,
  resume: true,
  repair: true,
  explain: true,
  markDamaged: true,
  isWithdrawn: true,
  isPublished: true,
};

/** The calls as functions that `send` them. */
export function remoteCalls(send: (call: Call) => Promise<unknown>): Remote<RebuildCalls> {
  const functions = Object.keys(CALLS).map((name) => [
    name,
    (...args: readonly unknown[]) => send({ name: name as keyof RebuildCalls, args }),
  ]);
  return Object.fromEntries(functions) as Remote<RebuildCalls>;
}

/** Does what a call says. */
export function doCall(calls: RebuildCalls, { name, args }: Call): unknown {
  return (calls[name] as (...given: readonly unknown[]) => unknown)(...args);
}
