/**
 * The program of a rebuild thread that goes wrong where a file in the cache folder says so: each rebuild looks at the
 * clock. `die` ends the thread, once; `block` keeps it from doing anything else while the file is there.
 */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { workerData } from 'node:worker_threads';
import type { ThreadOptions } from '../../src/worker/protocol.ts';
import { runRebuildThread } from '../../src/worker/rebuildThreadMain.ts';
import { TODAY } from './today.ts';

const { settings } = workerData as ThreadOptions;
const asked = (fault: string) => join(settings.cacheDir, fault);
const neverNotified = new Int32Array(new SharedArrayBuffer(4));

runRebuildThread({
  now() {
    if (existsSync(asked('die'))) {
      rmSync(asked('die'));
      process.exit(3);
    }
    while (existsSync(asked('block'))) Atomics.wait(neverNotified, 0, 0, 10);
    return TODAY;
  },
});
