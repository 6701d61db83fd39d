import { spawnSync } from 'node:child_process';
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

/**
 * Runs a program once for each list of words in a shell that sees a small file system at a folder of its own, which it is
 * given before the words; null: this system allows none.
 */
export function onSmallDisk(
  { folder, megabytes }: { folder: string; megabytes: number },
  program: URL,
  runs: readonly (readonly string[])[],
): { readonly output: string; readonly errors: string } | null {
  const commands = runs.map((words) => [`"${process.execPath}" "${program.pathname}" "$0"`, ...words].join(' '));
  const script = [`mount -t tmpfs -o size=${megabytes}m tmpfs "$0" || exit 77`, ...commands].join('\n');
  const done = spawnSync('unshare', ['--map-root-user', '--mount', 'sh', '-c', script, folder], { encoding: 'utf8' });
  if (done.error || done.status === 77 || /unshare/.test(done.stderr)) return null;
  return { output: done.stdout, errors: done.stderr };
}
