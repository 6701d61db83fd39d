import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const MEMORY = '/dev/shm';
/** More than all tests that run at the same time put there. */
const ROOM = 1024 ** 3;

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= ROOM;
  } catch {
    return false;
  }
}

/** Where tests make folders of their own. Thousands of small files come and go: in memory, where the system has room for them. */
export const TEMPORARY = hasRoom(MEMORY) ? MEMORY : tmpdir();
