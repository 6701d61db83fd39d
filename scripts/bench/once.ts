/**
 * One build, rebuild or gc in a process of its own, as the commands do it, on the benchmark's folders:
 * `node scripts/bench/once.ts build|rebuild|gc SERVICE FOLDER`. Prints counts, times and the peak memory of the first two as JSON.
 */
import '../lib/shortLived.ts';
import { join } from 'node:path';
import { readSettings } from '../../src/lib/settings.ts';
import { openSite } from '../../src/site/open.ts';
import { ROOT } from '../lib/command.ts';

const [, , kind, contentServiceUrl = '', folder = ''] = process.argv;
const settings = readSettings({ ...process.env, CACHE_DIR: join(folder, 'cache'), DATA_DIR: join(folder, 'data') });
if (!settings.ok) throw new Error(settings.message);
const site = openSite({ root: ROOT, settings: settings.value, contentServiceUrl, distDir: join(folder, 'dist') });
if (kind === 'gc') {
  await import('../lib/lowPriority.ts');
  const freed = await site.gc();
  if (!freed.ok) throw new Error(freed.message);
  await site.close();
  process.exit();
}
const rebuilt = await site.rebuild({ clean: kind === 'build' });
if (!rebuilt.ok) throw new Error(rebuilt.message);
await site.close();
const { rendered, written, removed, milliseconds } = rebuilt.value.report;
const counts = { rendered: rendered.length, written: written.length, removed: removed.length };
process.stdout.write(`${JSON.stringify({ ...counts, milliseconds, peak: process.resourceUsage().maxRSS * 1024 })}\n`);
