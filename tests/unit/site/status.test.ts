import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SiteDatabase } from '../../../src/database/siteDatabase.ts';
import { readStatus, recordFailure, recordRebuild, STATUS_SCHEMA } from '../../../src/site/report.ts';
import { temporaryFolder } from '../../support/trees.ts';

let folder: ReturnType<typeof temporaryFolder>;
let database: SiteDatabase;

beforeEach(() => {
  folder = temporaryFolder();
  database = new SiteDatabase({ file: join(folder.path, 'site.db'), schema: [STATUS_SCHEMA] });
});
afterEach(() => {
  database.close();
  folder.remove();
});

const found = { checkedAt: 5, stale: ['news'], staleCollections: [], leftOut: [], warnings: [], fileWarnings: [] };
const published = (at: number) => ({ at, trigger: 'webhook', result: 'published', pages: 1, milliseconds: 2 }) as const;

test('before the first rebuild nothing is known, also when that one failed', async () => {
  expect(readStatus(database)).toMatchObject({ checkedAt: null, lastFailure: null, recent: [] });
  await recordFailure(database, { at: 1, message: 'It failed.' });
  expect(readStatus(database)).toMatchObject({ checkedAt: null, stale: [], lastFailure: { at: 1, message: 'It failed.' } });
});

test('a rebuild that ends well ends the failure before it, and keeps what it found through the next failure', async () => {
  await recordFailure(database, { at: 1, message: 'It failed.' }, { trigger: 'start', milliseconds: 3 });
  recordRebuild(database, published(2), found);
  expect(readStatus(database)).toMatchObject({ ...found, lastFailure: null });
  await recordFailure(database, { at: 3, message: 'It failed again.' }, { trigger: 'desk', milliseconds: 4 });
  expect(readStatus(database)).toMatchObject({ ...found, lastFailure: { at: 3 } });
  expect(readStatus(database).recent.map(({ at, trigger, result, message }) => [at, trigger, result, message])).toEqual([
    [3, 'desk', 'failed', 'It failed again.'],
    [2, 'webhook', 'published', undefined],
    [1, 'start', 'failed', 'It failed.'],
  ]);
});

test('the last thirty rebuilds are kept, newest first', () => {
  for (let at = 1; at <= 35; at += 1) recordRebuild(database, published(at), found);
  expect(readStatus(database).recent.map(({ at }) => at)).toEqual(Array.from({ length: 30 }, (_, index) => 35 - index));
});
