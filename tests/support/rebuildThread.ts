/**
 * The program of a rebuild thread in tests, with a fixed clock and fault injection: the clock, which each rebuild reads, looks for two files in the
 * cache folder. `die` ends the thread, once; `block` blocks it while the file exists.
 */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { workerData } from 'node:worker_threads';
import type { ThreadOptions } from '../../src/worker/rebuildThread.ts';
import { runRebuildThread } from '../../src/worker/rebuildThread.ts';
import { TODAY } from './today.ts';

const { settings } = workerData as ThreadOptions;
const faultFile = (fault: string) => join(settings.cacheDir, fault);
const neverNotified = new Int32Array(new SharedArrayBuffer(4));

await runRebuildThread(() => {
  if (existsSync(faultFile('die'))) {
    rmSync(faultFile('die'));
    process.exit(3);
  }
  while (existsSync(faultFile('block'))) Atomics.wait(neverNotified, 0, 0, 10);
  return TODAY;
});
