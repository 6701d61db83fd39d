/** What runs in the rebuild thread: the site, called by messages. It stays open, so that a rebuild finds everything read. */
import { parentPort, workerData } from 'node:worker_threads';
import { answerCalls, postNotice } from '../lib/threads.ts';
import { openSite } from '../site/open.ts';
import type { SiteEvent, SiteOptions } from '../site/types.ts';
import { type Call, doCall, type ThreadNotice, type ThreadOptions } from './protocol.ts';

/** Milliseconds between two counts of pages or pictures: each page by itself would keep the serving thread busy. */
const COUNT_INTERVAL = 100;

const FORWARDED: readonly SiteEvent['type'][] = [
  'compiling',
  'fetch-failed',
  'lock-waiting',
  'begun-anew',
  'shared-state',
  'live',
  'maintenance-failed',
];

/** Passes on the events that somebody is shown. */
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

/** Opens the site and answers calls for as long as the thread runs. */
export function runRebuildThread(options: Pick<SiteOptions, 'now' | 'codeVersion'>): void {
  if (!parentPort) throw new Error('This program runs in a thread of the worker.');
  const port = parentPort;
  const tell = (notice: ThreadNotice) => postNotice(port, notice);
  const site = openSite({
    ...(workerData as ThreadOptions),
    ...options,
    onEvent: forwardEvents(tell),
  });
  answerCalls(port, (task) => doCall(site, task as Call));
  tell('ready');
}
