import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { SiteDatabase } from '../../../src/database/siteDatabase.ts';
import { digestOf } from '../../../src/lib/digest.ts';
import { fail, succeed } from '../../../src/lib/result.ts';
import { openStoredFiles, packFiles, putObject, STATE_SCHEMA } from '../../../src/state/objects.ts';
import { temporaryFolder } from '../../support/trees.ts';

function openDatabase() {
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  const database = new SiteDatabase({ file: join(folder.path, 'site.db'), schema: [STATE_SCHEMA] });
  onTestFinished(() => database.close());
  return database;
}

test('bringing files fails once none is under way any more, and begins no other', async () => {
  const database = openDatabase();
  const stored = new Map<string, Buffer>();
  const asked: string[] = [];
  const late = Promise.withResolvers<void>();
  const bucket = {
    async put({ key, bytes }: { readonly key: string; readonly bytes: Uint8Array }) {
      stored.set(key, Buffer.from(bytes));
      return succeed('');
    },
    async get(key: string) {
      const isFirst = asked.push(key) === 1;
      if (isFirst) return fail('transient', 'The storage answered HTTP 503.');
      await late.promise;
      return succeed({ bytes: stored.get(key) ?? Buffer.of(), tag: '' });
    },
  };
  const digests = await Promise.all(
    Array.from({ length: 12 }, async (_, at) => {
      const bytes = Buffer.from(`file ${at}`);
      const pack = await putObject(bucket, 'files', packFiles([[digestOf(bytes), bytes]]));
      database.run('INSERT INTO packed VALUES (?, ?)', digestOf(bytes), pack);
      return digestOf(bytes);
    }),
  );
  const taken: string[] = [];
  const fetching = openStoredFiles(database, bucket, null).fetch(digests, (digest) => taken.push(digest));
  setImmediate(late.resolve);
  await expect(fetching).rejects.toThrow('The storage answered HTTP 503.');
  expect({ taken: taken.length, asked: asked.length }).toEqual({ taken: 3, asked: 4 });
});

test('what is handed over again has a key of its own, as another machine may be removing the first', async () => {
  const database = openDatabase();
  const keys: string[] = [];
  const bucket = {
    async put({ key }: { readonly key: string }) {
      keys.push(key);
      return succeed('');
    },
    get: async () => succeed(null),
  };
  const bytes = Buffer.from('a file');
  const file = { digest: digestOf(bytes), size: bytes.length };
  const files = openStoredFiles(database, bucket, null);
  for (let times = 0; times < 2; times += 1) {
    await files.add([file], () => bytes);
    files.forget([file.digest]);
  }
  expect(new Set(keys).size).toBe(2);
});
