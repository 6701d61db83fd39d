import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { toChecksummed } from '../../../src/lib/files.ts';
import { fail, succeed } from '../../../src/lib/result.ts';
import { openWithdrawals } from '../../../src/media/withdrawals.ts';
import { mergeWithdrawn, shareWithdrawals } from '../../../src/state/withdrawn.ts';
import type { S3Client } from '../../../src/targets/s3Client.ts';
import { temporaryFolder } from '../../support/trees.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

type Bucket = Pick<S3Client, 'get' | 'swap'>;

/** A bucket of one object. */
function bucketWith(content: string | null) {
  let current = content;
  let version = 1;
  const client: Bucket = {
    get: async () => succeed(current === null ? null : { bytes: Buffer.from(current), tag: `"${version}"`, age: 0 }),
    swap: async ({ bytes }, tag) => {
      if (tag !== (current === null ? null : `"${version}"`)) return fail('conflict', 'Another version is there.');
      current = Buffer.from(bytes).toString();
      version += 1;
      return succeed(`"${version}"`);
    },
  };
  const restore = (earlier: string | null) => {
    current = earlier;
    version += 1;
  };
  return { client, content: () => current, restore };
}

const purge = (reference: string) => ({ reference, source: null, earlierSources: [], at: null, published: null, groups: [] });

const isListed = (list: ReturnType<typeof openWithdrawals>, reference: string) =>
  list.read().list.some((entry) => entry.reference === reference);

describe('the withdrawn references of two machines', () => {
  test('are those of the bucket and what was not handed over yet, but for what was allowed there since they last met', () => {
    const [a, b, c] = ['a.jpg', 'b.jpg', 'c.jpg'].map((reference) => ({ reference }));
    if (!a || !b || !c) throw new Error('three entries');
    expect(mergeWithdrawn([a], [b], new Set())).toEqual([a, b]);
    expect(mergeWithdrawn([a], [a, b, c], new Set(['a.jpg', 'b.jpg']))).toEqual([a, c]);
    expect(mergeWithdrawn([a, b], [b, c], new Set(['a.jpg', 'b.jpg']))).toEqual([a, b, c]);
  });

  test('come back to a machine whose own list was deleted or is an earlier one', async () => {
    const list = openWithdrawals(folder.path, null);
    const shared = shareWithdrawals(bucketWith(toChecksummed([purge('a.jpg')])).client, folder.path);
    await shared.pull(1);
    await shared.push();
    await list.write([]);
    expect(await shared.pull(1)).toBeNull();
    expect(isListed(list, 'a.jpg')).toBe(true);
  });

  test('stay withdrawn while one that is allowed cannot be taken from the bucket, and are allowed once it is gone there', async () => {
    const { client, content } = bucketWith(toChecksummed([purge('a.jpg')]));
    const list = openWithdrawals(folder.path, null);
    const refusing = shareWithdrawals({ ...client, swap: async () => fail('refused', 'No.') }, folder.path);
    await refusing.pull(1);
    await expect(refusing.push('a.jpg')).rejects.toThrow('No.');
    const shared = shareWithdrawals(client, folder.path);
    await shared.pull(1);
    expect(isListed(list, 'a.jpg')).toBe(true);
    await shared.push('a.jpg');
    expect(content()).toBe(toChecksummed({ number: 1, list: [] }));
    // The machine was killed before it noted that in its own list.
    await shareWithdrawals(client, folder.path).pull(0);
    expect(isListed(list, 'a.jpg')).toBe(false);
  });

  test('stay withdrawn where the bucket is put back from a copy of before, and are put back there', async () => {
    const { client, content, restore } = bucketWith(null);
    const list = openWithdrawals(folder.path, null);
    const shared = shareWithdrawals(client, folder.path);
    await list.write([purge('a.jpg')]);
    await shared.pull();
    await shared.push();
    const copy = content();
    await list.write([purge('a.jpg'), purge('b.jpg')]);
    await shared.pull(1);
    await shared.push();
    restore(copy);
    expect(await shared.pull(1)).toMatch(/^[^\n]* is an earlier one; what this machine knows is put back\.$/);
    expect(isListed(list, 'b.jpg')).toBe(true);
    await shared.push();
    expect(content()).toContain('b.jpg');
    expect(await shared.pull(2)).toBeNull();
  });

  test('reach a machine that had none', async () => {
    const list = openWithdrawals(folder.path, null);
    await shareWithdrawals(bucketWith(toChecksummed([purge('a.jpg')])).client, folder.path).pull();
    expect(isListed(list, 'a.jpg')).toBe(true);
  });

  test('withdrawn on both at once are withdrawn on both', async () => {
    const { client } = bucketWith(null);
    const machines = ['one', 'two'].map((name) => {
      const list = openWithdrawals(join(folder.path, name), null);
      return { name, list, shared: shareWithdrawals(client, join(folder.path, name)) };
    });
    for (const { shared } of machines) await shared.pull();
    for (const { name, list } of machines) await list.write([purge(`${name}.jpg`)]);
    for (const { shared } of machines) await shared.push();
    for (const { shared } of machines) await shared.pull();
    for (const { list } of machines)
      expect(
        list
          .read()
          .list.map(({ reference }) => reference)
          .sort(),
      ).toEqual(['one.jpg', 'two.jpg']);
  });

  test('are given up in one line where the list is replaced again and again', async () => {
    const { client } = bucketWith(null);
    const list = openWithdrawals(folder.path, null);
    const shared = shareWithdrawals({ ...client, swap: async () => fail('conflict', '') }, folder.path);
    await list.write([purge('a.jpg')]);
    await expect(shared.push()).rejects.toThrow(/^[^\n]*was replaced by other machines again and again\.$/);
  });

  test.each([
    ['a cut file', toChecksummed([purge('a.jpg')]).slice(0, -9)],
    ['no list', toChecksummed({})],
  ])('%s in the bucket stops the rebuild in one line, and nothing is written', async (_, stored) => {
    const list = openWithdrawals(folder.path, null);
    await list.write([purge('b.jpg')]);
    const { client, content } = bucketWith(stored);
    await expect(shareWithdrawals(client, folder.path).pull()).rejects.toThrow(
      /^The list of withdrawn references in STATE_URL[^\n]*is damaged[^\n]*$/,
    );
    expect(list.read().list.map(({ reference }) => reference)).toEqual(['b.jpg']);
    expect(content()).toBe(stored);
  });
});

test('a list of this machine that cannot be read stops the rebuild with the reason', () => {
  mkdirSync(join(folder.path, 'purged.json'));
  expect(() => openWithdrawals(folder.path, null).read()).toThrow(
    /^The list of withdrawn references, [^\n]*cannot be read \(EISDIR\)[^\n]*$/,
  );
});
