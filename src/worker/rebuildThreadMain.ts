/** What runs in the rebuild thread: the site, called by messages. It stays open, so that a rebuild finds everything read. */
import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { isDigestNamed } from '../lib/headers.ts';
import { answerCalls, giveNotice } from '../lib/threads.ts';
import { openSite } from '../site/open.ts';
import type { SiteEvent, SiteOptions } from '../site/types.ts';
import { type Call, doCall, type RebuildCalls, type ThreadNotice, type ThreadOptions } from './protocol.ts';

/** Milliseconds between two counts of pages or pictures: each page by itself would keep the serving thread busy. */
const COUNT_INTERVAL = 100;

const FORWARDED: readonly SiteEvent['type'][] = ['compiling', 'fetch-failed', 'lock-waiting', 'state-unreadable', 'shared-state'];

/** Passes on the events that somebody is shown. */
function forwardEvents(tell: (notice: ThreadNotice) => void): (event: SiteEvent) => void {
  let countedAt = 0;
  return (event) => {
    if (event.type === 'rendered' || event.type === 'media') {
      const { done } = event;
      const of = event.type === 'rendered' ? event.of : event.total;
      if (done < of && performance.now() - countedAt < COUNT_INTERVAL) return;
      countedAt = performance.now();
      tell({ type: 'event', event });
    } else if (FORWARDED.includes(event.type)) tell({ type: 'event', event });
  };
}

/** Has the serving thread go first when both want a processor. On Linux alone is a priority one thread's. */
function yieldToServing(): void {
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
}

/** Opens the site and answers calls for as long as the thread runs. */
export function runRebuildThread(options: Pick<SiteOptions, 'now' | 'codeVersion'>): void {
  if (!parentPort) throw new Error('This program runs in a thread of the worker.');
  const port = parentPort;
  const tell = (notice: ThreadNotice) => giveNotice(port, notice);
  const site = openSite({ ...(workerData as ThreadOptions), ...options, onEvent: forwardEvents(tell) });
  const { engine } = site;
  const calls: RebuildCalls = {
    rebuild: (request) => site.rebuild(request),
    settled: () => site.settled(),
    mediaArrived: () => site.mediaArrived(),
    lookUp: (reference) => site.lookUp(reference),
    purge: (reference, trigger) => site.purge(reference, trigger),
    allow: (reference) => site.allow(reference),
    withdrawn: () => site.withdrawn(),
    titleOf: (collection, item) => site.titleOf(collection, item),
    removeLeftOver: () => site.removeLeftOver(),
    close: () => site.close(),
    releases: () => engine.releases(),
    rollback: (release) => engine.rollback(release),
    resume: () => engine.resume(),
    repair: () => engine.repair(),
    explain: (page) => engine.explain(page),
    markDamaged: (path) => engine.markDamaged(path),
    isWithdrawn: (reference) => site.knownMedia.isWithdrawn(reference),
    isPublished: (reference) => site.knownMedia.isPublished(reference),
  };
  answerCalls(port, (task) => doCall(calls, task as Call));
  engine.follow((update) => {
    tell({ type: 'release', update });
    // Before there is a release nobody is served, and the first build has all of the machine.
    yieldToServing();
  }, isDigestNamed);
  tell({ type: 'ready' });
}
