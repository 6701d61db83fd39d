import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Media } from '../../src/types/media.ts';
import { entitiesOf, news, openSyncRig, type SyncRig } from '../support/syncRig.ts';

let rig: SyncRig;
beforeEach(async () => {
  rig = await openSyncRig();
});
afterEach(() => rig.close());

const withImage = JSON.stringify([
  { _id: 'a', title: 'A', image: 'a.jpg' },
  { _id: 'b', title: 'B' },
]);
const picture: Media = { kind: 'image', id: '0123456789ab', w: 4, h: 3 };
const imageOf = (store: Parameters<typeof entitiesOf>[0]) => entitiesOf(store, 'news')[0]?.images[0];

test('a picture that cannot be had is published as missing and asked for again each time, until it comes', async () => {
  rig.answers.news = withImage;
  const store = rig.open();
  expect(imageOf(await rig.sync(store))).toEqual({ kind: 'missing' });
  expect(rig.asked).toEqual(['a.jpg']);
  expect((await rig.sync(store)).changed).toEqual([]);
  expect(rig.asked).toEqual(['a.jpg', 'a.jpg']);
  rig.pictures.set('a.jpg', picture);
  const outcome = await rig.sync(store);
  expect(outcome.changed).toEqual([
    { collection: 'news', count: 1, items: [{ id: 'a', title: 'A', kind: 'changed', fields: [] }] },
  ]);
  expect(imageOf(outcome)).toEqual(picture);
  await rig.sync(store);
  expect(rig.asked).toEqual(['a.jpg', 'a.jpg', 'a.jpg']);
});

test('a picture that came in between is shown also when other items changed', async () => {
  rig.answers.news = withImage;
  const store = rig.open();
  await rig.sync(store);
  rig.pictures.set('a.jpg', picture);
  rig.answers.news = withImage.replace('"B"', '"Changed"');
  expect(imageOf(await rig.sync(store))).toEqual(picture);
});

test('a missing picture of an item that is gone is not asked for any longer', async () => {
  rig.answers.news = withImage;
  const store = rig.open();
  await rig.sync(store);
  rig.answers.news = news('B');
  await rig.sync(store);
  rig.asked.length = 0;
  await rig.sync(store);
  expect(rig.asked).toEqual([]);
});

test('a picture that was purged is missing from the next sync on, though its item is unchanged', async () => {
  rig.pictures.set('a.jpg', picture);
  rig.answers.news = withImage;
  const store = rig.open();
  expect(imageOf(await rig.sync(store))).toEqual(picture);
  rig.pictures.set('a.jpg', { kind: 'missing' });
  rig.state.mediaGeneration = 'after the purge';
  rig.asked.length = 0;
  const outcome = await rig.sync(store, { collections: [] });
  expect(imageOf(outcome)).toEqual({ kind: 'missing' });
  expect(outcome.changed).toEqual([
    { collection: 'news', count: 1, items: [{ id: 'a', title: 'A', kind: 'changed', fields: [] }] },
  ]);
  expect(rig.asked).toEqual([]);
});

test('a refresh asks for every reference', async () => {
  rig.pictures.set('a.jpg', picture);
  rig.answers.news = withImage;
  const store = rig.open();
  await rig.sync(store);
  expect(rig.asked).toEqual([]);
  await rig.sync(store, { refreshMedia: true });
  expect(rig.asked).toEqual(['a.jpg']);
});
