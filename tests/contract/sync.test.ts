import { afterEach, beforeEach, expect, test } from 'vitest';
import { COLLECTION_NAMES } from '../../src/collections/index.ts';
import type { SyncInput } from '../../src/snapshot/sync/types.ts';
import type { StubAnswer } from '../support/stubService.ts';
import {
  entitiesOf,
  etagOf,
  IMPATIENT,
  news,
  openSyncRig,
  pathOf,
  type Store,
  type SyncRig,
  status,
  titlesOf,
} from '../support/syncRig.ts';

/** Their rows: an item keeps its own for as long as it goes on. */
const rowsOf = ({ database }: Pick<Store, 'database'>) =>
  database
    .prepare("SELECT row FROM item WHERE collection = 'news' ORDER BY place")
    .all()
    .map(({ row }) => row);

let rig: SyncRig;
beforeEach(async () => {
  rig = await openSyncRig();
});
afterEach(() => rig.close());

test('a sync reads every collection, and the next one finds nothing changed without a body', async () => {
  rig.answers.news = news('One', 'Two');
  const store = rig.open();
  const first = await rig.sync(store);
  expect(titlesOf(first)).toEqual(['One', 'Two']);
  expect(first).toMatchObject({
    changed: COLLECTION_NAMES.map((collection) => ({ collection })),
    stale: [],
    neverLoaded: [],
    leftOut: [],
    failures: [],
    unreachable: false,
  });
  const second = await rig.sync(store);
  expect(second.changed).toEqual([]);
  expect(rig.requests('news')[1]?.headers['if-none-match']).toBe(etagOf(rig.answers.news));
});

test('what another process has stored of another address of the service is asked for, whatever the sync is to fetch', async () => {
  rig.answers.news = news('One', 'Two');
  const store = rig.open();
  await rig.sync(store);
  await rig.sync(rig.open(), { origin: 'http://the-same.example' });
  expect(titlesOf(await rig.sync(store, { collections: [] }))).toEqual(['One', 'Two']);
  await rig.sync(rig.open(), { origin: 'http://the-same.example' });
  for (const name of COLLECTION_NAMES) rig.answers[name] = status(503);
  const outcome = await rig.sync(store, { collections: [] });
  expect(outcome).toMatchObject({ unreachable: true, changed: [] });
});

test('a list that the service does not give at its new address stays, and is named; that of another school, or of the sample, goes', async () => {
  const at = (origin: string) => rig.sync(rig.open(), { origin });
  rig.answers.news = news('One', 'Two');
  await at('http://old.example HTSJ');
  rig.answers.news = status(401);
  const moved = await at('http://new.example HTSJ');
  expect(titlesOf(moved)).toEqual(['One', 'Two']);
  expect(moved).toMatchObject({ changed: [], staleCollections: [{ collection: 'news' }], neverLoaded: [] });
  rig.answers.news = news('One', 'Three');
  expect(await at('http://new.example HTSJ')).toMatchObject({
    changed: [{ collection: 'news', count: 2 }],
    staleCollections: [],
  });
  rig.answers.news = status(401);
  const other = await at('http://new.example ABCD');
  expect([titlesOf(other), other.neverLoaded]).toEqual([[], ['news']]);
  rig.answers.news = news('Sample');
  await at('embedded ABCD');
  rig.answers.news = status(401);
  expect(titlesOf(await at('http://new.example ABCD'))).toEqual([]);
});

test('a sync goes on from disk in another process, without reading what has not changed', async () => {
  rig.answers.news = news('One', 'Two');
  await rig.sync(rig.open());
  const store = rig.open();
  const outcome = await rig.sync(store);
  expect(outcome.changed).toEqual([]);
  expect(titlesOf(outcome)).toEqual(['One', 'Two']);
  rig.answers.news = news('One', 'Three', 'Two');
  expect((await rig.sync(rig.open())).changed).toEqual([
    { collection: 'news', count: 1, items: [{ id: 'three', title: 'Three', kind: 'new', fields: [] }] },
  ]);
});

test('a sync names each item that changed and the fields that did, as the service names them', async () => {
  const item = { _id: 'a', title: 'A', fromDate: '2025-03-05', description: 'x' };
  const list = (...items: object[]) => {
    rig.answers.news = JSON.stringify(items);
  };
  list(item, { _id: 'b', title: 'B' });
  const first = await rig.sync(rig.open());
  expect(first.changed.find(({ collection }) => collection === 'news')).toMatchObject({ count: 2, items: [] });
  list({ ...item, fromDate: '2025-03-06', description: 'y', updatedAt: 'now' });
  expect((await rig.sync(rig.open())).changed[0]?.items).toEqual([
    { id: 'a', title: 'A', kind: 'changed', fields: ['description', 'fromDate'] },
    { id: 'b', title: 'B', kind: 'gone', fields: [] },
  ]);
});

test('a sync keeps the rows of unchanged items, and of those that moved', async () => {
  rig.answers.news = news('One', 'Two', 'Three');
  const store = rig.open();
  const before = rowsOf(await rig.sync(store));
  rig.answers.news = news('One', 'Changed', 'Three', 'Four');
  const after = rowsOf(await rig.sync(store));
  expect(after.map((row) => before.includes(row))).toEqual([true, false, true, false]);
  rig.answers.news = news('Four', 'Three', 'Changed', 'One');
  const moved = rowsOf(await rig.sync(store));
  expect(moved.map((row) => after.includes(row))).toEqual([true, true, true, true]);
});

test('a sync fetches only the collections it is told to', async () => {
  const store = rig.open();
  await rig.sync(store);
  rig.service.arrived.length = 0;
  await rig.sync(store, { collections: ['news', 'video'] });
  expect(rig.service.arrived.map(({ url }) => url).sort()).toEqual([pathOf('news'), pathOf('video')]);
});

test('a sync of a clean build fetches everything whole', async () => {
  const store = rig.open();
  await rig.sync(store);
  rig.service.arrived.length = 0;
  await rig.sync(store, { force: true });
  expect(rig.service.arrived.map(({ headers }) => headers['if-none-match'])).toEqual(COLLECTION_NAMES.map(() => undefined));
});

test.each<[string, string | StubAnswer]>([
  ['HTTP 500', status(500)],
  ['HTTP 401', status(401)],
  ['HTML', '<!doctype html><p>Down for maintenance</p>'],
  ['truncated JSON', '[{"_id":"one","title":"On'],
  ['an item that is malformed', '[{"_id":"one","title":nope}]'],
  ['no list', '{"message":"no"}'],
  ['silence', () => undefined],
])('a sync keeps the last good content when a collection answers %s', async (_name, answer) => {
  rig.answers.news = news('One');
  const store = rig.open();
  await rig.sync(store);
  rig.answers.news = answer;
  const client = rig.clientWith(IMPATIENT);
  const failed = await rig.sync(store, { client });
  client.close();
  expect(failed).toMatchObject({ changed: [], stale: ['news'], neverLoaded: [], unreachable: false });
  expect(failed.failures).toMatchObject([{ collection: 'news', message: expect.stringMatching(/\.$/) }]);
  expect(titlesOf(failed)).toEqual(['One']);
  // It stays stale, also in another process, until it is fetched again.
  expect((await rig.sync(rig.open(), { collections: ['video'] })).stale).toEqual(['news']);
  rig.answers.news = news('Two');
  const recovered = await rig.sync(rig.open());
  expect(recovered).toMatchObject({ changed: [{ collection: 'news' }], stale: [] });
  expect(titlesOf(recovered)).toEqual(['Two']);
});

test('a sync names what has never been fetched', async () => {
  rig.answers.gallery = status(500);
  const outcome = await rig.sync(rig.open());
  expect(outcome).toMatchObject({ neverLoaded: ['gallery'], stale: ['gallery'], unreachable: false });
  expect(outcome.changed.map(({ collection }) => collection)).toEqual(COLLECTION_NAMES.filter((name) => name !== 'gallery'));
});

test('a sync of one collection asks for those too that were never asked for, as when the cache is gone', async () => {
  rig.answers.news = news('One');
  rig.answers.gallery = status(500);
  const store = rig.open();
  expect(await rig.sync(store, { collections: ['news'] })).toMatchObject({ neverLoaded: ['gallery'], stale: ['gallery'] });
  rig.answers.gallery = '[]';
  expect(await rig.sync(store, { collections: ['news'] })).toMatchObject({ neverLoaded: ['gallery'] });
});

test('a sync changes nothing when the whole service is unreachable', async () => {
  rig.answers.news = news('One');
  const store = rig.open();
  await rig.sync(store);
  rig.service.answer = (_arrived, response) => response.destroy();
  const all = await rig.sync(store);
  expect(all).toMatchObject({ unreachable: true, changed: [], stale: [] });
  expect(titlesOf(all)).toEqual(['One']);
  expect(await rig.sync(store, { collections: ['news'] })).toMatchObject({ unreachable: true });
  rig.service.answer = status(502);
  expect(await rig.sync(store)).toMatchObject({ unreachable: true });
  // One collection that fails while the service answers is only stale.
  expect(await rig.sync(store, { collections: ['news'] })).toMatchObject({ unreachable: false, stale: ['news'] });
});

test('what every list fails of is left to the rebuild to tell, once; another cause is told by its list', async () => {
  rig.service.answer = status(403);
  const told: unknown[] = [];
  const onEvent: SyncInput['onEvent'] = (event) => void told.push(event);
  expect(await rig.sync(rig.open(), { onEvent })).toMatchObject({ unreachable: true });
  expect(told).toEqual([]);
  rig.service.answer = (arrived, response) =>
    arrived.url === pathOf('video') ? response.writeHead(404).end() : response.writeHead(403).end();
  await rig.sync(rig.open(), { onEvent });
  expect(told).toMatchObject([{ type: 'fetch-failed', collection: 'video', message: expect.stringContaining('HTTP 404') }]);
});

test('a sync leaves out and names what cannot be read, and publishes the rest', async () => {
  rig.answers.news = JSON.stringify({
    data: [{ _id: 'a', title: 'A' }, 'nonsense', null, { _id: 'empty' }, { _id: 'a', title: 'Again' }, { title: 'No identity' }],
  });
  rig.answers.gallery = JSON.stringify([
    { _id: 'x'.repeat(65), title: 'Long', category: 'PhotoGallery' },
    { _id: 'other', title: 'Other', category: 'Other' },
  ]);
  const store = rig.open();
  const outcome = await rig.sync(store);
  expect(titlesOf(outcome)).toEqual(['A', 'No identity']);
  const leftOut = [
    { collection: 'gallery', item: 'x'.repeat(65), why: '"Long": its identity is longer than 64 characters' },
    { collection: 'news', item: '#2', why: 'it is not an object' },
    { collection: 'news', item: '#3', why: 'it is not an object' },
    { collection: 'news', item: 'empty', why: 'it has no title, text, picture or attachment to show' },
    { collection: 'news', item: 'a', why: 'an earlier item has the same identity, this one, "Again", is left out' },
  ];
  expect(outcome.leftOut).toEqual(leftOut);
  expect((await rig.sync(rig.open(), { collections: ['video'] })).leftOut).toEqual(leftOut);
});

test('a sync lets a second item of an identity in once the first is gone', async () => {
  rig.answers.news = JSON.stringify([
    { _id: 'a', title: 'First' },
    { _id: 'a', title: 'Second' },
  ]);
  const store = rig.open();
  expect(titlesOf(await rig.sync(store))).toEqual(['First']);
  rig.answers.news = JSON.stringify([{ _id: 'a', title: 'Second' }]);
  const outcome = await rig.sync(store);
  expect(titlesOf(outcome)).toEqual(['Second']);
  expect(outcome.leftOut).toEqual([]);
});

test('a sync is the same content for the same items, however the service writes its JSON', async () => {
  const list = [{ _id: 'a', title: 'A', description: 'ñ/é' }];
  rig.answers.news = JSON.stringify(list);
  const store = rig.open();
  await rig.sync(store);
  rig.answers.news = JSON.stringify({ data: list }, null, 3).replace('ñ', '\\u00f1').replace('/', '\\/');
  expect((await rig.sync(store)).changed).toEqual([]);
});

test('a sync reads kept items again under another version of the reading code, without asking for them whole', async () => {
  rig.answers.news = JSON.stringify([{ _id: 'a', title: 'A', fromDate: '2025-03-05T20:00:00Z' }]);
  await rig.sync(rig.open());
  rig.service.arrived.length = 0;
  const outcome = await rig.sync(rig.open('another zone'), { timeZone: 'UTC' });
  expect(entitiesOf(outcome, 'news')[0]?.date?.day).toBe('2025-03-05');
  expect(outcome.changed).toMatchObject([{ collection: 'news', count: 1 }]);
  expect(rig.requests('news')[0]?.headers['if-none-match']).toBe(etagOf(rig.answers.news));
});
