/** What the serving thread asks of the rebuild thread, and what it is told without asking. All of it is plain data. */

import type { Site } from '../site/open.ts';
import type { Trigger } from '../site/report.ts';
import type { RebuildRequest, SiteEvent, SiteOptions } from '../site/types.ts';

/** What the thread opens its site with. */
export type ThreadOptions = Required<Pick<SiteOptions, 'root' | 'settings' | 'contentServiceUrl' | 'distDir'>>;

/** What the rebuild thread says without having been asked; `ready`: it answers calls from now on. */
export type ThreadNotice = 'ready' | SiteEvent;

/** The calls, written once: both threads derive from them. */
const CALLS = {
  rebuild: (site: Site, request?: RebuildRequest) => site.rebuild(request),
  mediaArrived: (site: Site) => site.mediaArrived(),
  lookUp: (site: Site, reference: string) => site.lookUp(reference),
  purge: (site: Site, reference: string, trigger?: Trigger) => site.purge(reference, trigger),
  allow: (site: Site, reference: string) => site.allow(reference),
  withdrawn: (site: Site) => site.withdrawn(),
  titleOf: (site: Site, collection: string, item: string) => site.titleOf(collection, item),
  isWithdrawn: ({ knownMedia }: Site, reference: string) => knownMedia.isWithdrawn(reference),
  isPublished: ({ knownMedia }: Site, reference: string) => knownMedia.isPublished(reference),
  withdrawnBytes: ({ knownMedia }: Site) => knownMedia.withdrawnBytes(),
  releases: ({ engine }: Site) => engine.releases(),
  rollback: (site: Site, release?: string) => site.rollback(release),
  resume: (site: Site) => site.resume(),
  explain: (site: Site, page: string) => site.explain(page),
  compare: (site: Site, one: string, other: string) => site.compare(one, other),
  repair: ({ engine }: Site) => engine.repair(),
  markDamaged: ({ engine }: Site, path: string) => engine.markDamaged(path),
  removeLeftOver: (site: Site) => site.removeLeftOver(),
  close: (site: Site) => site.close(),
};

type Calls = typeof CALLS;
type ArgumentsOf<Act> = Act extends (site: Site, ...args: infer Args) => unknown ? Args : never;

/** The calls as the serving thread makes them. */
export type RebuildCalls = {
  readonly [Name in keyof Calls]: (...args: ArgumentsOf<Calls[Name]>) => Promise<Awaited<ReturnType<Calls[Name]>>>;
};

/** One call, as it is sent. */
export interface Call {
  readonly name: keyof RebuildCalls;
  readonly args: readonly unknown[];
}

/** The calls as functions that `send` them. */
export function remoteCalls(send: (call: Call) => Promise<unknown>): RebuildCalls {
  const names = Object.keys(CALLS) as (keyof Calls)[];
  return Object.fromEntries(names.map((name) => [name, (...args: unknown[]) => send({ name, args })])) as unknown as RebuildCalls;
}

/** Does what a call says. */
export function doCall(site: Site, { name, args }: Call): unknown {
  return (CALLS[name] as (site: Site, ...args: readonly unknown[]) => unknown)(site, ...args);
}
