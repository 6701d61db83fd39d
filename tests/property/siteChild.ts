/**
 * One rebuild in a process of its own. Arguments: the site's folder, the content service's address, the time in epoch
 * milliseconds. Writes a line on stdout before the rebuild and after its success; otherwise one line on stderr, exit status 1.
 */
import { join } from 'node:path';
import { Refusal } from '../../src/lib/result.ts';
import { openSite } from '../../src/site/open.ts';
import { ROOT, settingsFor } from '../support/rig.ts';

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
  if (rebuilt.ok) process.stdout.write('done\n');
  else refuse(rebuilt.message);
} catch (error) {
  if (!(error instanceof Refusal || (error instanceof Error && 'syscall' in error))) throw error;
  refuse(error.message);
} finally {
  await site.close();
}
