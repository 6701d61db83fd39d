/**
 * The worker in a process of its own on the benchmark's folders: `node scripts/bench/worker.ts SERVICE FOLDER SECRET`.
 * Prints its address; ends on SIGTERM.
 */
import { join } from 'node:path';
import { pino } from 'pino';
import { readSettings } from '../../src/lib/settings.ts';
import { openServedSite } from '../../src/worker/servedSite.ts';
import { startWorker } from '../../src/worker/worker.ts';
import { ROOT } from '../lib/command.ts';
import { openDeployer } from '../lib/deployer.ts';

const [, , contentServiceUrl = '', folder = '', secret = ''] = process.argv;
const settings = readSettings({
  ...process.env,
  CACHE_DIR: join(folder, 'cache'),
  DATA_DIR: join(folder, 'data'),
  REBUILD_SECRET: secret,
  REBUILD_SCHEDULE: '0 0 1 1 *',
});
if (!settings.ok) throw new Error(settings.message);
const site = openServedSite({ root: ROOT, settings: settings.value, contentServiceUrl, distDir: join(folder, 'dist') });
const log = pino({ level: process.env.BENCH_LOG ?? 'silent' }, pino.destination(2));
const deployer = await openDeployer({ root: folder, settings: settings.value }, site, log);
const worker = await startWorker({ site, settings: settings.value, port: 0, log, onEnded: () => deployer?.published() });
if (!worker.ok) throw new Error(worker.message);
process.stdout.write(`${worker.value.url}\n`);
process.once('SIGTERM', async () => {
  await deployer?.stop();
  await worker.value.stop();
});
