/** `DATA_DIR`: what cannot be had again, readable by its owner alone. */
import { chmodSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from './files.ts';
import { Refusal } from './result.ts';

export const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;

function changeMode(path: string, mode: number): void {
  try {
    chmodSync(path, mode);
  } catch (error) {
    if (errorCode(error) !== 'EPERM') throw error;
    throw new Refusal(`${path} belongs to another user, so it cannot be kept private. Run the command as its owner.`);
  }
}

/** Takes a folder and all that it holds from everybody but its owner. Nothing happens when it does not exist. */
export function restrictAccess(folder: string): void {
  if (!existsSync(folder)) return;
  changeMode(folder, PRIVATE_FOLDER);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) restrictAccess(path);
    else if (entry.isFile()) changeMode(path, PRIVATE_FILE);
  }
}

/** Makes a folder inside `DATA_DIR`, or takes an existing one from everybody but its owner. */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
  restrictAccess(folder);
}
