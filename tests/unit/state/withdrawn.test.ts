import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { toChecksummed } from '../../../src/lib/files.ts';
import { succeed } from '../../../src/lib/result.ts';
import { openWithdrawals } from '../../../src/media/withdrawals.ts';
import { mergeWithdrawn, SharedWithdrawals } from '../../../src/state/withdrawn.ts';
import type { S3Client } from '../../../src/targets/s3/client.ts';
import { temporaryFolder } from '../../support/trees.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

/** A bucket of one object. */
function bucketWith(content: string | null): { readonly client: Pick<S3Client, 'get' | 'put'>; content(): string | null } {
  let current = content;
  const client: Pick<S3Client, 'get' | 'put'> = {
    get: async () => succeed(current === null ? null : { bytes: Buffer.from(current), tag: '"1"', age: 0 }),
    put: async ({ bytes }) => {
      current = Buffer.from(bytes).toString();
      return succeed(null);
    },
  };
  return { client, content: () => current };
}

const purge = (reference: string) => ({ reference, source: null, at: null, published: null, groups: [] });

describe('the withdrawn references of two machines', () => {
  test('are those of both, but what one of them has allowed since they last met', () => {
    const [a, b, c] = ['a.jpg', 'b.jpg', 'c.jpg'].map((reference) => ({ reference }));
    if (!a || !b || !c) throw new Error('three entries');
    expect(mergeWithdrawn([a], [b], new Set())).toEqual([a, b]);
    expect(mergeWithdrawn([a, b], [b, c], new Set(['a.jpg', 'b.jpg']))).toEqual([b, c]);
  });

  test('reach a machine that had none', async () => {
    const list = openWithdrawals(folder.path);
    await new SharedWithdrawals(bucketWith(toChecksummed([purge('a.jpg')])).client, list, folder.path).pull();
    expect(list.read().has('a.jpg')).toBe(true);
  });

  test.each([
    ['a cut file', toChecksummed([purge('a.jpg')]).slice(0, -9)],
    ['no list', toChecksummed({})],
  ])('%s in the bucket stops the rebuild in one line, and nothing is written', async (_, stored) => {
    const list = openWithdrawals(folder.path);
    await list.write([purge('b.jpg')]);
    const { client, content } = bucketWith(stored);
    await expect(new SharedWithdrawals(client, list, folder.path).pull()).rejects.toThrow(
      /^The list of withdrawn references in STATE_URL[^\n]*is damaged[^\n]*$/,
    );
    expect(list.read().list.map(({ reference }) => reference)).toEqual(['b.jpg']);
    expect(content()).toBe(stored);
  });
});

test('a list of this machine that cannot be read stops the rebuild with the reason', () => {
  mkdirSync(join(folder.path, 'purged.json'));
  expect(() => openWithdrawals(folder.path).read()).toThrow(
    /^The list of withdrawn references, [^\n]*cannot be read \(EISDIR\)[^\n]*$/,
  );
});
