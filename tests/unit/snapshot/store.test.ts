import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { digestOf } from '../../../src/lib/digest.ts';
import { snapshotFolder, titlesIn, videos } from '../../support/snapshotStore.ts';

const { open, persist, files, fileOf, pathOf } = snapshotFolder();

test('what was persisted is there for the next process, digest first', async () => {
  await persist('A', 'B');
  const store = await open();
  expect(store.snapshot.digest('video')).toBe(videos('A', 'B').digest);
  expect(titlesIn(store)).toEqual(['A', 'B']);
  expect(store.record('video').response.get()?.body.toString()).toBe('["A","B"]');
});

test('an older snapshot stays as it was while a newer one is taken', async () => {
  await persist('A');
  const store = await open();
  const older = store.snapshot;
  older.collection('video');
  store.take(new Map([['video', videos('B')]]));
  await store.persist();
  expect(older.collection('video').rows.map(({ id }) => id)).toEqual(['A']);
  expect(titlesIn(store)).toEqual(['B']);
});

test('what another process wrote is taken over when a sync begins', async () => {
  await persist('A');
  const store = await open();
  await persist('B', 'C');
  expect(store.snapshot.digest('video')).toBe(videos('A').digest);
  await store.catchUp();
  expect(titlesIn(store)).toEqual(['B', 'C']);
  const same = store.snapshot;
  await store.catchUp();
  expect(store.snapshot).toBe(same);
});

test('folders in place of its files cost time, nothing else', async () => {
  await persist('A');
  for (const name of await files()) {
    await rm(pathOf(name));
    await mkdir(pathOf(name, 'inside'), { recursive: true });
  }
  const store = await open();
  store.take(new Map([['video', videos('A', 'B')]]));
  await store.persist();
  expect(titlesIn(await open())).toEqual(['A', 'B']);
});

test('files that nothing needs any longer are removed', async () => {
  await persist('A');
  const before = await files();
  await persist('B');
  expect((await files()).length).toBe(before.length);
  await writeFile(pathOf('video.items.000000000000.abc.staged'), 'half');
  await persist('C');
  expect((await files()).filter((name) => name.endsWith('.staged'))).toEqual([]);
});

test('another service’s content is not taken for this one’s', async () => {
  await persist('A');
  expect((await open('another service')).snapshot.collection('video').loaded).toBe(false);
});

test.each([
  ['missing', (path: string) => rm(path)],
  ['cut off', async (path: string) => writeFile(path, (await readFile(path)).subarray(0, 10))],
  ['changed', async (path: string) => writeFile(path, (await readFile(path, 'utf8')).replace('"A"', '"X"'))],
  ['empty', (path: string) => writeFile(path, '')],
])('items that are %s count as never known', async (_name, damage) => {
  await persist('A', 'B');
  await damage(await fileOf('items'));
  const store = await open();
  expect(store.snapshot.collection('video')).toMatchObject({ loaded: false, rows: [] });
  expect(store.record('video').validators).toBeNull();
});

test.each(['body', 'bounds'])('with a damaged %s the content stays, and is fetched whole the next time', async (kind) => {
  await persist('A', 'B');
  await writeFile(await fileOf(kind), 'junk');
  const store = await open();
  expect(titlesIn(store)).toEqual(['A', 'B']);
  expect(store.record('video')).toMatchObject({ validators: null });
  expect(store.record('video').response.get()).toBeNull();
});

test.each(['', '{', '{"format":0}', '[]', 'null'])('an index of %j counts as empty', async (content) => {
  await persist('A');
  await writeFile(pathOf('index.json'), content);
  expect((await open()).snapshot.digest('video')).toBe((await open('another')).snapshot.digest('news'));
});

test('content touched but unchanged is verified by digest and kept', async () => {
  await persist('A');
  const path = await fileOf('items');
  await writeFile(path, await readFile(path));
  expect(titlesIn(await open())).toEqual(['A']);
});

test('the digest of a collection follows its rows and their order', () => {
  const of = (...names: string[]) => videos(...names).digest;
  expect(new Set([of(), of('A'), of('A', 'B'), of('B', 'A'), digestOf('')]).size).toBe(5);
});

test('a damaged response stays unknown when another collection is written', async () => {
  await persist('A', 'B');
  await writeFile(await fileOf('body'), 'junk');
  const store = await open();
  store.take(new Map([['highlight', videos('C')]]));
  await store.persist();
  expect(store.record('video').response.get()).toBeNull();
});
