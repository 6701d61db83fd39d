/**
 * One rebuild of a site's life in a process of its own. Arguments: the life's folder, the service's address, the time. Says
 * on stdout when it begins and when it has ended well; otherwise one line on stderr and exit status 1.
 */
import { join } from 'node:path';
import { Refusal } from '../../src/lib/result.ts';
import { openSite } from '../../src/site/open.ts';
import { ROOT, settingsFor } from './rig.ts';

const [, , folder = '', contentServiceUrl = '', time] = process.argv;

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
});
process.stdout.write('begins\n');
try {
  const rebuilt = await site.rebuild();
  await site.settled();
  if (rebuilt.ok) process.stdout.write('done\n');
  else refuse(rebuilt.message);
} catch (error) {
  if (!(error instanceof Refusal || (error instanceof Error && 'syscall' in error))) throw error;
  refuse(error.message);
} finally {
  await site.close();
}
