import { expect, test } from 'vitest';
import { SiteDatabase } from '../../../src/database/siteDatabase.ts';
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

test('what cannot be opened is named with its path', () => {
  // Not even root makes a file there.
  expect(() => new SiteDatabase({ file: '/proc/self/site.db', schema: [] })).toThrow(/: \/proc\/self\/site\.db$/);
});
