/**
 * Locks that go with the process that has them: the write lock of an empty SQLite database
 * (https://sqlite.org/lockingv3.html). Also SQLite's result codes, by which one that is taken is known.
 */
import { lstatSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

const BUSY = 5;

/** SQLite's primary result code of an error (https://sqlite.org/rescode.html); undefined for any other error. */
export function resultCode(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : undefined;
}

/** Whether an error says that another connection has the lock. */
export function isBusy(error: unknown): boolean {
  return resultCode(error) === BUSY;
}

/** Begins to write; false: another connection has the lock. */
export function tryToBegin(connection: DatabaseSync): boolean {
  try {
    connection.exec('BEGIN IMMEDIATE');
    return true;
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  }
}

/** Opens a file for its lock. Nothing is ever written to it, so that it needs no room: whatever else stands there goes. */
export function openLockFile(file: string): DatabaseSync {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found && !(found.isFile() && found.size === 0)) rmSync(file, { recursive: true });
  return new DatabaseSync(file, { timeout: 0 });
}
