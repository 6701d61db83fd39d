/** Tells a process that runs from one that is gone, also when its process id is in use again. */
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { errorCode } from '../../src/lib/files.ts';

export interface ProcessIdentity {
  readonly pid: number;
  /** Start of the process in the kernel's ticks: a process id is used again. Empty where the system does not tell. */
  readonly started: string;
  readonly host: string;
}

function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

export function thisProcess(): ProcessIdentity {
  return { pid: process.pid, started: startOf(process.pid), host: hostname() };
}

/** Whether a process runs on this machine; null: it is another machine's, and cannot be seen. */
export function isRunning({ pid, started, host }: ProcessIdentity): boolean | null {
  if (host !== hostname()) return null;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (errorCode(error) === 'ESRCH') return false;
  }
  return started === startOf(pid);
}

/** Reads what names a process; null: it names none. */
export function readProcess<Kind extends ProcessIdentity>(text: string): Kind | null {
  try {
    const value: unknown = JSON.parse(text);
    const read = value as Kind;
    return typeof value === 'object' && value !== null && Number.isInteger(read.pid) && read.pid > 0 ? read : null;
  } catch {
    return null;
  }
}
