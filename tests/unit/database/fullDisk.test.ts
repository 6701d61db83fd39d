import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../support/trees.ts';

/** Runs commands in a shell that sees a file system of 4 MB at a folder of its own; null: this system allows none. */
function onSmallDisk(folder: string, commands: readonly string[]): { readonly output: string; readonly errors: string } | null {
  const script = ['mount -t tmpfs -o size=4m tmpfs "$0" || exit 77', ...commands].join('\n');
  const done = spawnSync('unshare', ['--map-root-user', '--mount', 'sh', '-c', script, folder], { encoding: 'utf8' });
  if (done.error || done.status === 77 || /unshare/.test(done.stderr)) return null;
  return { output: done.stdout, errors: done.stderr };
}

const PROGRAM = new URL('../../support/fullDisk.ts', import.meta.url).pathname;
const run = (what: string) => `"${process.execPath}" "${PROGRAM}" "$0" ${what}`;

test('a full disk is recorded, by the process under which it became full and by those that come after it', (context) => {
  const { path, remove } = temporaryFolder();
  const done = onSmallDisk(path, [
    run('fill-open'),
    run('fill'),
    run('one'),
    run('another'),
    run('fill'),
    run('a third'),
    run('the last'),
  ]);
  remove();
  if (!done) return context.skip('a file system of its own needs unshare');
  expect(done).toEqual({ output: '1 2 3 4 5 6 7 ', errors: '' });
});
