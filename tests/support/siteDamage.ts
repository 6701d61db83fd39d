/** Damages files between two rebuilds. */

import { appendFileSync, mkdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { digests } from './trees.ts';

export const DAMAGES = ['remove', 'empty', 'cut', 'lengthen', 'overwrite', 'folder'] as const;
export type Damage = (typeof DAMAGES)[number];

function overwrite(file: string): void {
  const bytes = readFileSync(file);
  for (let at = Math.floor(bytes.length / 2); at < bytes.length; at += 97) bytes[at] = (bytes[at] ?? 0) ^ 0x55;
  writeFileSync(file, bytes);
}

export function replaceByFolder(file: string): void {
  rmSync(file);
  mkdirSync(join(file, 'inside'), { recursive: true });
  writeFileSync(join(file, 'inside', 'foreign.txt'), 'foreign');
}

function damageFile(file: string, how: Damage): void {
  if (how === 'lengthen') appendFileSync(file, 'garbage');
  else if (how === 'empty') truncateSync(file, 0);
  else if (how === 'cut') truncateSync(file, Math.floor(statSync(file).size / 2));
  else if (how === 'overwrite') overwrite(file);
  else if (how === 'folder') replaceByFolder(file);
  else rmSync(file);
}

/** Damages one of the files below a folder, chosen by a number. Gives the file's path; undefined: there is none. */
export function damageOne(folder: string, how: Damage, at: number): string | undefined {
  const files = [...digests(folder).keys()];
  const file = files[at % files.length];
  if (file !== undefined) damageFile(join(folder, file), how);
  return file;
}
