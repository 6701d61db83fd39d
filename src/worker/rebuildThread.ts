/** What runs in the rebuild thread: the site, called by messages. It stays open, so that a rebuild finds everything read. */
import { parentPort, workerData } from 'node:worker_threads';
import { answerCalls, postNotice } from '../lib/threads.ts';
import { createCodeVersion } from '../site/codeVersion.ts';
import type { SiteCalls, SiteEvent, SiteOptions } from '../site/open.ts';

export interface Call {
  readonly name: keyof SiteCalls;
  readonly args: readonly unknown[];
}

export type ThreadOptions = Required<Pick<SiteOptions, 'root' | 'settings' | 'contentServiceUrl' | 'distDir'>>;

/** What the rebuild thread says without having been asked; `ready`: it answers calls from now on. */
export type ThreadNotice = 'ready' | SiteEvent;

/** Milliseconds between two counts of pages or pictures: each page by itself would keep the serving thread busy. */
const COUNT_INTERVAL = 100;

const FORWARDED: readonly SiteEvent['type'][] = [
  'compiling',
  'fetch-failed',
  'lock-waiting',
  'begun-anew',
  'notice',
  'live',
  'maintenance-failed',
];

function forwardEvents(tell: (event: SiteEvent) => void): (event: SiteEvent) => void {
  let countedAt = 0;
  return (event) => {
    if (event.type === 'rendered' || event.type === 'media') {
      const { done } = event;
      const of = event.type === 'rendered' ? event.of : event.total;
      if (done < of && performance.now() - countedAt < COUNT_INTERVAL) return;
      countedAt = performance.now();
      tell(event);
    } else if (FORWARDED.includes(event.type)) tell(event);
  };
}

export async function runRebuildThread(now?: SiteOptions['now']): Promise<void> {
  if (!parentPort) throw new Error('This program runs in a thread of the worker.');
  const port = parentPort;
  const options = workerData as ThreadOptions;
  const codeVersion = createCodeVersion(options.root, options.settings, { isWatched: true });
  // Before the code is loaded: what changes from here on is newer than what this thread runs.
  codeVersion();
  const { openSite } = await import('../site/open.ts');
  const tell = (notice: ThreadNotice) => postNotice(port, notice);
  const site = openSite({ ...options, now, codeVersion, onEvent: forwardEvents(tell) });
  answerCalls(port, (task) => {
    const { name, args } = task as Call;
    const call: (...args: never[]) => unknown = site[name];
    return call(...(args as never[]));
  });
  tell('ready');
}
