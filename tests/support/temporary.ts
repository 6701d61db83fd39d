import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const MEMORY = '/dev/shm';
/** Bytes; more than all concurrent tests need. */
const ROOM = 1024 ** 3;

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= ROOM;
  } catch {
    return false;
  }
}

/**
 * The folder for tests' temporary folders: that of the run, else in memory where there is room, since tests write thousands of
 * small files.
 */
export const TEMPORARY = process.env.TESTS_FOLDER ?? (hasRoom(MEMORY) ? MEMORY : tmpdir());
