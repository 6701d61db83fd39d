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

/**
 * Leaves word in the cache folder that this process is its worker; of several the last one is known. Returns what takes it
 * away. What cannot be written, as on a full disk, is told in one line, and the worker goes on serving.
 */
export function announceWorker(cacheDir: string, tell: (line: string) => void): () => void {
  const mine = JSON.stringify(thisProcess());
  try {
    mkdirSync(cacheDir, { recursive: true });
    writeAtomicSync(fileIn(cacheDir), mine);
  } catch (error) {
    tell(`No other worker will be warned that this one uses ${cacheDir}: ${messageOf(error)}`);
    return () => {};
  }
  return () => {
    if (read(cacheDir) === mine) rmSync(fileIn(cacheDir), { force: true });
  };
}
