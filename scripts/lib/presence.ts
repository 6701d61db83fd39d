/** Workers that share a cache folder: legitimate behind a balancer, a slip on one's own machine. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readIfPresent, writeAtomicSync } from '../../src/lib/files.ts';
import { isRunning, type ProcessIdentity, readProcess, thisProcess } from '../../src/lib/processes.ts';
import { messageOf } from '../../src/lib/result.ts';

const fileIn = (cacheDir: string) => join(cacheDir, 'worker.json');
const read = (cacheDir: string) => readIfPresent(fileIn(cacheDir))?.toString('utf8') ?? '';

/** One line about another worker that runs on this machine with the same cache folder; null: none is known. */
export function otherWorker(cacheDir: string): string | null {
  const other = readProcess<ProcessIdentity>(read(cacheDir));
  if (!other || other.pid === process.pid || isRunning(other) !== true) return null;
  return `Another worker (process ${other.pid}) uses the same CACHE_DIR, ${cacheDir}: they rebuild in turns, and each serves what either publishes. Unless that is meant, stop one of them or set another CACHE_DIR.`;
}

/** Whether a worker runs here with code or programs that were replaced since. */
export function needsRestart(cacheDir: string): boolean {
  const worker = readProcess<Presence>(read(cacheDir));
  return worker?.restartNeeded === true && isRunning(worker) === true;
}

interface Presence extends ProcessIdentity {
  readonly restartNeeded?: boolean;
}

/** A worker's word in its cache folder. */
export interface Announced {
  /** Says that its own code was replaced. */
  needsRestart(): void;
  /** Takes it away. */
  leave(): void;
}

/**
 * Leaves word in the cache folder that this process is its worker; of several the last one is known. What cannot be
 * written, as on a full disk, is told in one line, and the worker goes on serving.
 */
export function announceWorker(cacheDir: string, tell: (line: string) => void): Announced {
  let mine = '';
  function announce(presence: Presence): void {
    try {
      mkdirSync(cacheDir, { recursive: true });
      writeAtomicSync(fileIn(cacheDir), JSON.stringify(presence));
      mine = JSON.stringify(presence);
    } catch (error) {
      tell(`No other worker will be warned that this one uses ${cacheDir}: ${messageOf(error)}`);
    }
  }
  announce(thisProcess());
  return {
    needsRestart: () => announce({ ...thisProcess(), restartNeeded: true }),
    leave() {
      if (mine !== '' && read(cacheDir) === mine) rmSync(fileIn(cacheDir), { force: true });
    },
  };
}
