/** Locks that go with their process: the write lock of an empty SQLite database (https://sqlite.org/lockingv3.html). */
import { lstatSync, mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';

const BUSY = 5;
export const IO_ERROR = 10;
const CORRUPT = 11;
const NO_DATABASE = 26;

/** SQLite's primary result code of an error (https://sqlite.org/rescode.html); undefined for any other error. */
export function resultCode(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : undefined;
}

/** Whether the bytes are no sound database, which often shows only where they are read. */
export const isDamage = (error: unknown): boolean => [CORRUPT, NO_DATABASE].includes(resultCode(error) ?? 0);

/** What Node says of a database that was closed, under a code that other errors share. */
const CLOSED = /^(?:database is not open|statement has been finalized)/;

/** Whether a database cannot be read, or not any more, as where its log was deleted under it. */
export function isUnreadable(error: unknown): boolean {
  const isClosed = error instanceof Error && CLOSED.test(error.message);
  return isDamage(error) || resultCode(error) === IO_ERROR || isClosed;
}

/** Writes; false: another connection has the lock. */
export function tryToWrite(write: () => void): boolean {
  try {
    write();
    return true;
  } catch (error) {
    if (resultCode(error) === BUSY) return false;
    throw error;
  }
}

export const tryToBegin = (connection: DatabaseSync) => tryToWrite(() => connection.exec('BEGIN IMMEDIATE'));

/** Does something with a database, of whose file SQLite's messages say nothing. */
export function naming<Value>(file: string, work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    if (error instanceof Error && resultCode(error) !== undefined) error.message += `: ${file}`;
    throw error;
  }
}

/** Opens a file for its lock. Nothing is ever written to it, so that it needs no room: whatever else stands there goes. */
export function openLockFile(file: string): DatabaseSync {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found && !(found.isFile() && found.size === 0)) rmSync(file, { recursive: true });
  return naming(file, () => new DatabaseSync(file, { timeout: 0 }));
}

interface Wait {
  /** ms */
  readonly patience: number;
  readonly signal: AbortSignal;
  /** Called once, when somebody else has the lock. */
  readonly onWait?: () => void;
}

/** Waits for the lock of a file, which is made, and gives what lets go of it; null: it was not to be had in time, or `signal` came. */
export async function waitForLock(file: string, { patience, signal, onWait }: Wait): Promise<(() => void) | null> {
  mkdirSync(dirname(file), { recursive: true });
  const database = openLockFile(file);
  const deadline = performance.now() + patience;
  for (let isFirst = true; !naming(file, () => tryToBegin(database)); isFirst = false) {
    if (isFirst) onWait?.();
    if (performance.now() >= deadline || (await pause(100, false, { signal }).catch(() => true))) {
      database.close();
      return null;
    }
  }
  return () => database.close();
}
