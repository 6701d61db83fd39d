import { spawnSync } from 'node:child_process';

/**
 * Runs programs of this folder one after another in a shell that sees a small file system at a folder of its own, which each
 * is given before its words; null: this system allows none.
 */
export function onSmallDisk(
  { folder, megabytes }: { folder: string; megabytes: number },
  programs: readonly (readonly [program: string, ...words: string[]])[],
): { readonly output: string; readonly errors: string } | null {
  const commands = programs.map(([program, ...words]) =>
    [`"${process.execPath}" "${import.meta.dirname}/${program}" "$0"`, ...words].join(' '),
  );
  const script = [`mount -t tmpfs -o size=${megabytes}m tmpfs "$0" || exit 77`, ...commands].join('\n');
  const done = spawnSync('unshare', ['--map-root-user', '--mount', 'sh', '-c', script, folder], { encoding: 'utf8' });
  if (done.error || done.status === 77 || /unshare/.test(done.stderr)) return null;
  return { output: done.stdout, errors: done.stderr };
}
