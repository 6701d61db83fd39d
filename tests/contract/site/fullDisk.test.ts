import { expect, test } from 'vitest';
import { onSmallDisk } from '../../support/smallDisk.ts';
import { temporaryFolder } from '../../support/trees.ts';

const FINE = { ok: true, isFailing: false };
const FAILED = { ok: false, isFailing: true };

test('rebuilds on a full disk fail, /healthz says so, and the first one that has room again ends well', (context) => {
  const { path: folder, remove } = temporaryFolder();
  const done = onSmallDisk({ folder, megabytes: 24 }, new URL('./fullDiskChild.ts', import.meta.url), [[]]);
  remove();
  if (!done) return context.skip('a file system of its own needs unshare');
  expect(done.errors).toBe('');
  expect(JSON.parse(done.output)).toEqual([FINE, FAILED, FAILED, FINE]);
});

test('a purge on a full disk says whether the picture is withdrawn, and one that has room for its list removes it', (context) => {
  const { path: folder, remove } = temporaryFolder();
  const done = onSmallDisk({ folder, megabytes: 24 }, new URL('./fullDiskPurgeChild.ts', import.meta.url), [[]]);
  remove();
  if (!done) return context.skip('a file system of its own needs unshare');
  expect(done.errors).toBe('');
  expect(JSON.parse(done.output)).toEqual([
    { said: expect.stringMatching(/^sports\.jpg is not withdrawn\. [^\n]*full[^\n]*$/), isWithdrawn: false, isPublished: true },
    { said: 'done', isWithdrawn: true, isPublished: false },
    { said: 'done', isWithdrawn: true, isPublished: false },
  ]);
});
