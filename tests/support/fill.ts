import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const NAME = 'fill-';

/** Fills the disk of a folder to its last block. */
export function fill(folder: string): void {
  for (let file = 0; ; file += 1) {
    try {
      writeFileSync(join(folder, `${NAME}${file}`), Buffer.alloc(4096, file));
    } catch {
      return;
    }
  }
}

export function makeRoom(folder: string): void {
  for (const name of readdirSync(folder)) if (name.startsWith(NAME)) rmSync(join(folder, name));
}
