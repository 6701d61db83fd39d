import type { Logger } from 'pino';
import { printable } from '../../src/lib/printable.ts';
import { messageOf } from '../../src/lib/result.ts';
import type { SiteEvent } from '../../src/site/open.ts';

/** How many log lines a long step is given where there is no terminal. */
const LOG_STEPS = 10;

/** Where lines go, and whether it is a terminal. */
type Lines = { write(text: string): unknown; readonly isTTY?: boolean };

/**
 * Shows what a build does: one line that counts on a terminal, plain lines elsewhere. `quiet` shows nothing, for
 * commands whose output is for machines. Everything goes to stderr, so that stdout stays the command's.
 */
export function progress(quiet: boolean, stream: Lines = process.stderr): (event: SiteEvent) => void {
  if (quiet) return () => {};
  const line = (text: string) => stream.write(`${printable(text)}\n`);
  const count = (what: string, done: number, of: number) => {
    if (stream.isTTY) stream.write(`\r\x1b[K${what}: ${done} of ${of}${done === of ? '\n' : ''}`);
    else if (done === of || done % Math.max(1, Math.ceil(of / LOG_STEPS)) === 0) stream.write(`${what}: ${done} of ${of}\n`);
  };
  return (event) => {
    if (event.type === 'compiling') line('Compiling the site (once for each change of the code) ...');
    else if (event.type === 'fetch-failed') line(`Could not fetch ${event.collection}: ${event.message}`);
    else if (event.type === 'media') count('Pictures and files', event.done, event.total);
    else if (event.type === 'rendered') count('Pages, feeds and data files', event.done, event.of);
    else if (event.type === 'alert-failed' || event.type === 'notice') line(event.message);
    else if (event.type === 'lock-waiting') line(`Waiting for another writer (${event.holder}) ...`);
    else if (event.type === 'begun-anew') line(`${event.why}: everything is fetched and rendered anew.`);
    else if (event.type === 'maintenance-failed')
      line(`What follows a rebuild failed, and the next one tries it again: ${messageOf(event.error)}`);
  };
}

const PROBLEMS: ReadonlySet<SiteEvent['type']> = new Set(['fetch-failed', 'alert-failed', 'begun-anew', 'maintenance-failed']);

/** The same as lines of the worker's log. */
export function loggedProgress(log: Pick<Logger, 'info' | 'warn'>): (event: SiteEvent) => void {
  let level: 'info' | 'warn' = 'info';
  const show = progress(false, { write: (text) => log[level](text.trimEnd()) });
  return (event) => {
    level = PROBLEMS.has(event.type) ? 'warn' : 'info';
    show(event);
  };
}
