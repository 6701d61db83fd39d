/**
 * One writer per cache folder. The file names its holder, so that a dead one can be told from a slow one at once, also
 * after kill -9 and when its process id is in use again (proper-lockfile waits for a timeout and tells nobody's name).
 */
import { linkSync, mkdirSync, rmdirSync, rmSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { threadId } from 'node:worker_threads';
import { errorCode, readIfPresent } from '../lib/files.ts';
import { isRunning, type ProcessIdentity, readProcess, thisProcess } from '../lib/processes.ts';
import { fail, type Result, succeed } from '../lib/result.ts';

interface Holder extends ProcessIdentity {
  /** Which thread of the process. */
  readonly thread: number;
  readonly purpose: string;
}

/** Milliseconds between two attempts. */
const POLL_INTERVAL = 40;
/** Age in milliseconds at which a lock of another host, whose processes cannot be seen, counts as left behind. */
const FOREIGN_TIMEOUT = 10 * 60_000;
/** Age in milliseconds at which the takeover folder of a killed process is removed. */
const TAKEOVER_TIMEOUT = 10_000;

function isDead(holder: Holder | null, file: string): boolean {
  if (!holder) return true;
  const runs = isRunning(holder);
  if (runs !== null) return !runs;
  const lock = statSync(file, { throwIfNoEntry: false });
  return lock !== undefined && Date.now() - lock.mtimeMs > FOREIGN_TIMEOUT;
}

/**
 * Removes the lock of a dead holder; the system's reason when it refuses. Only one process at a time may, or two could each
 * remove the other's new lock.
 */
function removeDead(file: string, seen: string): string | null {
  const takeover = `${file}.takeover`;
  try {
    mkdirSync(takeover);
  } catch {
    const age = Date.now() - (statSync(takeover, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > TAKEOVER_TIMEOUT) rmSync(takeover, { recursive: true, force: true });
    return null;
  }
  try {
    removeIfSame(file, seen);
    return null;
  } catch (error) {
    return errorCode(error) || String(error);
  } finally {
    rmdirSync(takeover);
  }
}

function removeIfSame(file: string, content: string): void {
  if (readIfPresent(file)?.toString('utf8') === content) unlinkSync(file);
}

function tryToCreate(file: string, content: string): boolean {
  const staged = `${file}.${process.pid}-${performance.now()}.staged`;
  try {
    writeFileSync(staged, content);
    linkSync(staged, file);
    return true;
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(staged, { force: true });
  }
}

const lockIn = (cacheDir: string) => join(cacheDir, 'lock');

/** Removes the lock that a thread of this process left when it ended: the process itself is alive. */
export function dropLockOfThread(cacheDir: string, thread: number): void {
  const content = readIfPresent(lockIn(cacheDir))?.toString('utf8');
  const holder = content === undefined ? null : readProcess<Holder>(content);
  if (!content || holder?.pid !== process.pid || holder.thread !== thread || holder.host !== hostname()) return;
  removeIfSame(lockIn(cacheDir), content);
}

/**
 * Takes the lock and gives the function that releases it, or says in one line who holds it after `timeout` milliseconds.
 * The lock of a process that no longer runs is taken over.
 */
export async function takeLock(
  cacheDir: string,
  purpose: string,
  timeout: number,
  onWait: (holder: string) => void,
): Promise<Result<() => void, 'locked'>> {
  const holder: Holder = { ...thisProcess(), thread: threadId, purpose };
  const mine = JSON.stringify(holder);
  const file = lockIn(cacheDir);
  const deadline = performance.now() + timeout;
  mkdirSync(cacheDir, { recursive: true });
  for (let isWaiting = false; ; isWaiting = true) {
    if (tryToCreate(file, mine)) return succeed(() => removeIfSame(file, mine));
    const seen = readIfPresent(file)?.toString('utf8');
    const other = seen === undefined ? null : readProcess<Holder>(seen);
    const isLeftBehind = seen !== undefined && isDead(other, file);
    const refusal = isLeftBehind ? removeDead(file, seen) : null;
    const who = refusal
      ? `a lock that cannot be removed (${refusal})`
      : other
        ? `process ${other.pid} on ${other.host} (${other.purpose})`
        : 'a lock that cannot be read';
    if (performance.now() >= deadline) {
      const seconds = Math.round(timeout / 1000);
      return fail('locked', `${cacheDir} is in use by ${who}; waited ${seconds} s. Try again when it has ended.`);
    }
    if (!isWaiting) onWait(who);
    await setTimeout(POLL_INTERVAL);
  }
}
