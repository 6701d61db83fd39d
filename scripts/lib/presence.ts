/** Workers that share a cache folder: legitimate behind a balancer, a slip on one's own machine. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readIfPresent, writeAtomicSync } from '../../src/lib/files.ts';
import { isRunning, type ProcessIdentity, readProcess, thisProcess } from '../../src/lib/processes.ts';

export interface Presence {
  /** One line about another worker that runs on this machine with the same cache folder; null: none is known. */
  readonly warning: string | null;
  leave(): void;
}

/** Leaves word in the cache folder that this process is its worker. Of several workers the last one is known. */
export function announceWorker(cacheDir: string): Presence {
  const file = join(cacheDir, 'worker.json');
  const mine = JSON.stringify(thisProcess());
  const read = () => readIfPresent(file)?.toString('utf8') ?? '';
  const other = readProcess<ProcessIdentity>(read());
  mkdirSync(cacheDir, { recursive: true });
  writeAtomicSync(file, mine);
  const isAnother = other !== null && other.pid !== process.pid && isRunning(other) === true;
  return {
    warning: isAnother
      ? `Another worker (process ${other.pid}) uses the same CACHE_DIR, ${cacheDir}: they rebuild in turns, and each serves what either publishes. Unless that is meant, stop one of them or set another CACHE_DIR.`
      : null,
    leave() {
      if (read() === mine) rmSync(file, { force: true });
    },
  };
}
