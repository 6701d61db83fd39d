/** One writer per cache folder. The file names its holder, so that a dead one can be told from a slow one. */
import { linkSync, mkdirSync, readFileSync, rmdirSync, rmSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fail, type Result, succeed } from '../lib/result.ts';
import type { Lock } from './api.ts';
import { codeOf, readIfThere } from './files.ts';

interface Holder {
  readonly pid: number;
  /** Start of the process in the kernel's ticks: a pid alone is given out again. Empty where the system does not tell. */
  readonly started: string;
  readonly host: string;
  readonly purpose: string;
}

const POLL = 40;
/** A holder on another host cannot be asked; no rebuild takes this long. */
const FOREIGN_PATIENCE = 10 * 60_000;
const TAKEOVER_PATIENCE = 10_000;

function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

function readHolder(text: string): Holder | null {
  try {
    const value: unknown = JSON.parse(text);
    const holder = value as Holder;
    return typeof value === 'object' && value !== null && Number.isInteger(holder.pid) && holder.pid > 0 ? holder : null;
  } catch {
    return null;
  }
}

function isDead(holder: Holder | null, file: string): boolean {
  if (!holder) return true;
  if (holder.host !== hostname()) return Date.now() - statSync(file).mtimeMs > FOREIGN_PATIENCE;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return true;
  }
  return holder.started !== startOf(holder.pid);
}

/** Removes the lock of a dead holder. Only one process at a time judges, or two could each remove the other's fresh lock. */
function clearDead(file: string, seen: string): void {
  const turn = `${file}.takeover`;
  try {
    mkdirSync(turn);
  } catch {
    const age = Date.now() - (statSync(turn, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > TAKEOVER_PATIENCE) rmSync(turn, { recursive: true, force: true });
    return;
  }
  try {
    if (readIfThere(file)?.toString('utf8') === seen) unlinkSync(file);
  } finally {
    rmdirSync(turn);
  }
}

function tryToTake(file: string, mine: string): boolean {
  const staged = `${file}.${process.pid}-${performance.now()}`;
  writeFileSync(staged, mine);
  try {
    linkSync(staged, file);
    return true;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    return false;
  } finally {
    unlinkSync(staged);
  }
}

/**
 * Takes the lock, or says in one line who holds it after waiting `patience` milliseconds.
 * The lock of a process that no longer runs is taken over.
 */
export async function takeLock(
  file: string,
  purpose: string,
  patience: number,
  onWait: (holder: string) => void,
): Promise<Result<Lock, 'locked'>> {
  const mine = JSON.stringify({ pid: process.pid, started: startOf(process.pid), host: hostname(), purpose } satisfies Holder);
  const deadline = performance.now() + patience;
  mkdirSync(dirname(file), { recursive: true });
  for (let told = false; ; ) {
    if (tryToTake(file, mine)) return succeed(heldLock(file, mine));
    const seen = readIfThere(file)?.toString('utf8');
    if (seen === undefined) continue;
    const holder = readHolder(seen);
    if (isDeadSafely(holder, file)) clearDead(file, seen);
    const who = holder ? `process ${holder.pid} on ${holder.host} (${holder.purpose})` : 'an unreadable lock file';
    if (performance.now() >= deadline) {
      const seconds = Math.round(patience / 1000);
      return fail('locked', `${dirname(file)} is in use by ${who}; waited ${seconds} s. Try again when it has ended.`);
    }
    if (!told) onWait(who);
    told = true;
    await setTimeout(POLL);
  }
}

function isDeadSafely(holder: Holder | null, file: string): boolean {
  try {
    return isDead(holder, file);
  } catch {
    return false;
  }
}

function heldLock(file: string, mine: string): Lock {
  let held = true;
  return {
    get held() {
      return held;
    },
    release() {
      if (held) giveBack(file, mine);
      held = false;
    },
  };
}

function giveBack(file: string, mine: string): void {
  if (readIfThere(file)?.toString('utf8') === mine) unlinkSync(file);
}
