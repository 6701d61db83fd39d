/** Workers that share a cache folder: legitimate behind a balancer, a slip on one's own machine. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readIfPresent } from '../../src/lib/files.ts';
import { messageOf } from '../../src/lib/result.ts';
import { isRunning, type ProcessIdentity, readProcess, thisProcess } from './processes.ts';

/** Where a worker leaves word for others of the same project, which write the same `dist/`. */
const projectIn = (root: string) => join(root, '.compiled');
const fileIn = (cacheDir: string) => join(cacheDir, 'worker.json');
const read = (cacheDir: string) => readIfPresent(fileIn(cacheDir))?.toString('utf8') ?? '';

/** Process id of another worker of this machine that left word in a folder. */
function otherIn(folder: string): number | null {
  const other = readProcess<ProcessIdentity>(read(folder));
  return !other || other.pid === process.pid || isRunning(other) !== true ? null : other.pid;
}

/** One line about another worker that runs on this machine with the same cache folder, or the same `dist/`; null: none is known. */
export function otherWorker(cacheDir: string, root: string): string | null {
  const [pid, distPid] = [otherIn(cacheDir), otherIn(projectIn(root))];
  if (pid === null && distPid !== null)
    return `Another worker (process ${distPid}) writes the same dist/, in ${root}, from another CACHE_DIR: each undoes what the other publishes there. Stop one of them, or give both the same CACHE_DIR.`;
  if (pid === null) return null;
  return `Another worker (process ${pid}) uses the same CACHE_DIR, ${cacheDir}: they rebuild in turns, and each serves what either publishes. Unless that is meant, stop one of them or set another CACHE_DIR.`;
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
export type Announced = ReturnType<typeof announceWorker>;

/**
 * Leaves word in the cache folder, and in the project's, that this process is its worker; of several the last one is known.
 * What cannot be written, as on a full disk, is told in one line, and the worker goes on serving.
 */
export function announceWorker(cacheDir: string, root: string, tell: (line: string) => void) {
  const folders = [cacheDir, projectIn(root)];
  let mine = '';
  function announce(presence: Presence): void {
    for (const folder of folders) {
      try {
        mkdirSync(folder, { recursive: true });
        writeFileSync(fileIn(folder), JSON.stringify(presence));
        mine = JSON.stringify(presence);
      } catch (error) {
        tell(`No other worker will be warned that this one uses ${folder}: ${messageOf(error)}`);
      }
    }
  }
  announce(thisProcess());
  return {
    /** Says that its own code was replaced. */
    needsRestart: () => announce({ ...thisProcess(), restartNeeded: true }),
    /** Takes it away. */
    leave() {
      for (const folder of folders) if (mine !== '' && read(folder) === mine) rmSync(fileIn(folder), { force: true });
    },
  };
}
