import { expect, test } from 'vitest';
import { waitForLock } from '../../../src/lib/fileLock.ts';

test('a lock that cannot be made is named by its path', async () => {
  const file = '/proc/self/.deploying';
  await expect(waitForLock(file, { patience: 0, signal: new AbortController().signal })).rejects.toThrow(file);
});
