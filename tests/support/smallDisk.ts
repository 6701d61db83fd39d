import { spawnSync } from 'node:child_process';

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
