import { afterEach, beforeEach, expect, test } from 'vitest';
import { COLLECTION_NAMES } from '../../src/collections/index.ts';
import { news, openSyncRig, type SyncRig, status, titlesOf } from '../support/syncRig.ts';

let rig: SyncRig;
beforeEach(async () => {
  rig = await openSyncRig();
});
afterEach(() => rig.close());

const HOUR = 3_600_000;
const titles = (count: number) => Array.from({ length: count }, (_, at) => `T${at}`);

/** A store that was filled with so many news items. */
async function filled(count: number) {
  rig.answers.news = news(...titles(count));
  const store = rig.open();
  await rig.sync(store);
  rig.answers.news = '[]';
  return store;
}

test('a list of ten items that comes back empty keeps them and is stale, with the reason and since when', async () => {
  const since = rig.state.now;
  const store = await filled(10);
  const held = await rig.sync(store);
  expect(held).toMatchObject({ changed: [], stale: ['news'], unreachable: false });
  expect(titlesOf(held)).toEqual(titles(10));
  expect(held.staleCollections).toEqual([
    { collection: 'news', why: expect.stringMatching(/empty list.+10 items, which are kept\.$/), since, held: true },
  ]);
  // In another process and later it is the same hold, also when the service fails in between.
  rig.state.now += HOUR;
  const later = await rig.sync(rig.open());
  expect(later.staleCollections).toEqual(held.staleCollections);
  rig.answers.news = status(500);
  expect((await rig.sync(store)).staleCollections).toEqual(held.staleCollections);
});

test.each([
  ['nothing', '[null]'],
  ['a message', '[{"message":"Database unavailable"}]'],
  ['a list', '{"data":[["x"]]}'],
])('a list of ten items that comes back with %s in place of its items keeps them and is stale', async (_what, body) => {
  const store = await filled(10);
  rig.answers.news = body;
  const held = await rig.sync(store);
  expect(held).toMatchObject({ changed: [], stale: ['news'] });
  expect(titlesOf(held)).toEqual(titles(10));
  expect(held.staleCollections).toMatchObject([
    { why: expect.stringMatching(/list of 1 of which none can be published/), held: true },
  ]);
  expect((await rig.sync(store, { acceptEmpty: ['news'] })).stale).toEqual([]);
});

test.each([
  ['alone', '[null]', '[null]'],
  ['in another place', '[7, null]', '[null]'],
])('so does one of which only what could not be read before is left, %s', async (_what, bad, left) => {
  const store = await filled(10);
  const good = news(...titles(10));
  rig.answers.news = `${good.slice(0, -1)},${bad.slice(1)}`;
  await rig.sync(store);
  rig.answers.news = left;
  const held = await rig.sync(store);
  expect(held).toMatchObject({ changed: [], stale: ['news'] });
  expect(titlesOf(held)).toEqual(titles(10));
});

test('a list of nine items that comes back empty is published as empty', async () => {
  const outcome = await rig.sync(await filled(9));
  expect(outcome).toMatchObject({ changed: [{ collection: 'news' }], stale: [] });
  expect(titlesOf(outcome)).toEqual([]);
});

test('an empty list that is held is published once somebody accepts it, and another one is not', async () => {
  const store = await filled(10);
  await rig.sync(store);
  expect(await rig.sync(store, { acceptEmpty: ['gallery'] })).toMatchObject({ stale: ['news'] });
  expect(await rig.sync(store, { acceptEmpty: ['news'] })).toMatchObject({ changed: [{ collection: 'news' }], stale: [] });
  expect(await rig.sync(store)).toMatchObject({ changed: [], stale: [] });
});

test('an empty list that is held is published when it has come back empty for 24 hours', async () => {
  const store = await filled(10);
  await rig.sync(store);
  rig.state.now += 24 * HOUR - 1;
  expect(await rig.sync(store)).toMatchObject({ stale: ['news'] });
  rig.state.now += 1;
  expect(await rig.sync(store)).toMatchObject({ changed: [{ collection: 'news' }], stale: [] });
});

test('a clock that was ahead holds an empty list no longer than 24 hours from when it is right', async () => {
  const store = await filled(10);
  rig.state.now += 1000 * HOUR;
  await rig.sync(store);
  rig.state.now -= 1000 * HOUR;
  await rig.sync(store);
  rig.state.now += 24 * HOUR;
  expect(await rig.sync(store)).toMatchObject({ changed: [{ collection: 'news' }], stale: [] });
});

test('a list that is held is over with its next item, and the 24 hours with it', async () => {
  const store = await filled(10);
  await rig.sync(store);
  rig.answers.news = news(...titles(11));
  expect(await rig.sync(store)).toMatchObject({ changed: [{ collection: 'news' }], stale: [] });
  rig.answers.news = '[]';
  rig.state.now += 24 * HOUR;
  const held = await rig.sync(store, { force: true });
  expect(held.staleCollections).toMatchObject([{ since: rig.state.now, held: true }]);
});

test('an empty list is published at once where the settings say so', async () => {
  expect(await rig.sync(await filled(10), { emptyLists: 'publish' })).toMatchObject({
    changed: [{ collection: 'news' }],
    stale: [],
  });
});

test('a service of which all lists come back empty is not taken for one that is away', async () => {
  const lists = COLLECTION_NAMES.map((name) => [name, JSON.stringify(titles(10).map((_id) => ({ _id })))] as const);
  for (const [name, list] of lists) rig.answers[name] = list;
  const store = rig.open();
  await rig.sync(store);
  for (const [name] of lists) rig.answers[name] = '[]';
  expect(await rig.sync(store)).toMatchObject({ unreachable: false, changed: [], stale: COLLECTION_NAMES });
});
