/** Workers that share a cache folder: legitimate behind a balancer, a slip on one's own machine. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { digestOf } from '../../src/lib/digest.ts';
import { errorCode, readIfPresent } from '../../src/lib/files.ts';
import { messageOf } from '../../src/lib/result.ts';
import type { Settings } from '../../src/lib/settings.ts';

/** Where a worker has its content from, and for which address it publishes it. */
type Sources = Pick<Settings, 'siteUrl' | 'contentServiceUrl'>;

interface Presence {
  readonly pid: number;
  /** Start of the process in the kernel's ticks: a process id is used again. Empty where the system does not tell. */
  readonly started: string;
  readonly host: string;
  readonly cacheDir: string;
  /** What it publishes. */
  readonly siteUrl?: string;
  /** A digest of the service's address, which may hold a password. */
  readonly contentService?: string;
  readonly restartNeeded?: boolean;
}

function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

const serviceOf = ({ contentServiceUrl }: Sources) => digestOf(contentServiceUrl ?? '');

export function thisProcess(cacheDir: string, sources?: Sources): Presence {
  const word = { pid: process.pid, started: startOf(process.pid), host: hostname(), cacheDir };
  return sources ? { ...word, siteUrl: sources.siteUrl, contentService: serviceOf(sources) } : word;
}

/** False also for a process of another machine, which cannot be seen. */
function isRunning({ pid, started, host }: Presence): boolean {
  if (host !== hostname()) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (errorCode(error) === 'ESRCH') return false;
  }
  return started === startOf(pid);
}

/** Where a worker leaves word for others of the same project, which write the same `dist/`. */
const projectIn = (root: string) => join(root, '.compiled');
const fileIn = (cacheDir: string) => join(cacheDir, 'worker.json');
const read = (cacheDir: string) => readIfPresent(fileIn(cacheDir))?.toString('utf8') ?? '';

/** The worker that left word in a folder and runs on this machine. */
function workerIn(folder: string): Presence | null {
  try {
    const word = JSON.parse(read(folder)) as Presence | null;
    return word && Number.isInteger(word.pid) && word.pid > 0 && isRunning(word) ? word : null;
  } catch {
    return null;
  }
}

/** One line about another worker that runs on this machine with the same cache folder, or the same `dist/`; null: none is known. */
export function otherWorker(cacheDir: string, root: string): string | null {
  const [pid, distPid] = [cacheDir, projectIn(root)].map((folder) => {
    const found = workerIn(folder)?.pid;
    return found === process.pid ? undefined : found;
  });
  if (pid === undefined && distPid !== undefined)
    return `Another worker (process ${distPid}) writes the same dist/, in ${root}, from another CACHE_DIR: each undoes what the other publishes there. Stop one of them, or give both the same CACHE_DIR.`;
  if (pid === undefined) return null;
  return `Another worker (process ${pid}) uses the same CACHE_DIR, ${cacheDir}: they rebuild in turns, and each serves what either publishes. Unless that is meant, stop one of them or set another CACHE_DIR.`;
}

/** Why no second worker may begin, in one line: the one that runs publishes the pages of another address; null: it may. */
export function otherSite(cacheDir: string, siteUrl: string): string | null {
  const { pid, siteUrl: other = siteUrl } = workerIn(cacheDir) ?? {};
  if (pid === process.pid || other === siteUrl) return null;
  return `Another worker (process ${pid}) publishes ${other} from the same CACHE_DIR, ${cacheDir}. This one would publish ${siteUrl}, and each would undo what the other does: give both the same SITE_URL, or this one a CACHE_DIR of its own.`;
}

/** One line for whoever publishes beside a worker that was started with other settings; null: there is none. */
export function otherSources(cacheDir: string, sources: Sources): string | null {
  const word = workerIn(cacheDir);
  const isOther = {
    SITE_URL: word?.siteUrl !== sources.siteUrl,
    CONTENT_SERVICE_URL: word?.contentService !== serviceOf(sources),
  };
  const names = Object.entries(isOther).flatMap(([name, other]) => (other ? [name] : []));
  if (!word?.contentService || names.length === 0) return null;
  return `The worker (process ${word.pid}) that uses ${cacheDir} was started with another ${names.join(' and another ')}, and publishes with that again: restart it.`;
}

/** Whether a worker runs here with code or programs that were replaced since. */
export function needsRestart(cacheDir: string): boolean {
  return workerIn(cacheDir)?.restartNeeded === true;
}

/** Whether a worker runs here with this cache folder, which may have been deleted under it. */
export function isWorkersCache(cacheDir: string, root: string): boolean {
  return workerIn(projectIn(root))?.cacheDir === cacheDir;
}

/** A worker's word in its cache folder. */
export type Announced = ReturnType<typeof announceWorker>;

/**
 * Leaves word in the cache folder, and in the project's, that this process is its worker; of several the last one is known.
 * What cannot be written, as on a full disk, is told in one line, and the worker goes on serving.
 */
export function announceWorker(cacheDir: string, root: string, tell: (line: string) => void, sources?: Sources) {
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
  announce(thisProcess(cacheDir, sources));
  return {
    /** Says that its own code was replaced. */
    needsRestart: () => announce({ ...thisProcess(cacheDir, sources), restartNeeded: true }),
    /** Takes it away. */
    leave() {
      for (const folder of folders) if (mine !== '' && read(folder) === mine) rmSync(fileIn(folder), { force: true });
    },
  };
}
