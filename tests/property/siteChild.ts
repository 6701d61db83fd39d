/**
 * One rebuild in a process of its own. Arguments: the site's folder, the content service's address, the time in epoch
 * milliseconds; if it is to be killed, the type of an event and the number of such events. Writes one line on stderr when it
 * fails, and ends with status 1.
 */
import { join } from 'node:path';
import { Refusal } from '../../src/lib/result.ts';
import { openSite } from '../../src/site/open.ts';
import { ROOT, settingsFor } from '../support/rig.ts';

const [, , folder = '', contentServiceUrl = '', time, last, number = '1'] = process.argv;
let left = Number(number);

function refuse(message: string): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}

const site = openSite({
  root: ROOT,
  settings: settingsFor(folder),
  contentServiceUrl,
  distDir: join(folder, 'dist'),
  now: () => Number(time),
  onEvent({ type }) {
    if (type === last) left -= 1;
    if (left === 0) process.kill(process.pid, 'SIGKILL');
  },
});
try {
  const rebuilt = await site.rebuild();
  if (!rebuilt.ok) refuse(rebuilt.message);
} catch (error) {
  if (!(error instanceof Refusal || (error instanceof Error && 'syscall' in error))) throw error;
  refuse(error.message);
} finally {
  await site.close();
}
