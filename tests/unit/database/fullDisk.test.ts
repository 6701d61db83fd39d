import { expect, test } from 'vitest';
import { onSmallDisk } from '../../support/smallDisk.ts';
import { temporaryFolder } from '../../support/trees.ts';

const MOMENTS = ['fill-open', 'fill', 'one', 'another', 'fill', 'third', 'last'];

test('a full disk is recorded, by the process under which it became full and by those that come after it', (context) => {
  const { path: folder, remove } = temporaryFolder();
  const done = onSmallDisk(
    { folder, megabytes: 4 },
    new URL('./fullDiskChild.ts', import.meta.url),
    MOMENTS.map((moment) => [moment]),
  );
  remove();
  if (!done) return context.skip('a file system of its own needs unshare');
  expect(done).toEqual({ output: '1 2 3 4 5 6 7 ', errors: '' });
});
