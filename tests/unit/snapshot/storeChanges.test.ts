import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CollectionRecord } from '../../../src/snapshot/record.ts';
import { snapshotFolder, titlesIn, videos } from '../../support/snapshotStore.ts';

const { open, files, fileOf, pathOf } = snapshotFolder();
const many = Array.from({ length: 1000 }, (_, at) => `Title ${at}`);
const bytes = async () => {
  const sizes = (await files()).map(async (name) => (await stat(pathOf(name))).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
};

/** The next state of a record, of which what stayed the same is the same object. */
function changed(before: CollectionRecord, ...now: string[]): CollectionRecord {
  const next = videos(...now);
  const known = new Map(before.items().map((item) => ['id' in item ? item.id : '', item]));
  return { ...next, items: memoized(() => next.items().map((item) => known.get('id' in item ? item.id : '') ?? item)) };
}

function memoized<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

test('a collection that changes again and again costs what changed, not what it holds', async () => {
  const store = await open();
  store.take(new Map([['video', videos(...many)]]));
  await store.persist();
  const before = await bytes();
  store.take(new Map([['video', changed(store.record('video'), ...many.with(500, 'Another title'))]]));
  await store.persist();
  expect((await bytes()) - before).toBeLessThan(1000);
  expect(titlesIn(await open())).toEqual(many.with(500, 'Another title'));
});

test('a collection that changes again and again is written anew before its changes are as long as it is', async () => {
  const store = await open();
  store.take(new Map([['video', videos(...many)]]));
  await store.persist();
  const before = await bytes();
  for (let at = 0; at < 300; at += 1) {
    store.take(new Map([['video', changed(store.record('video'), ...many.with(at, `Changed ${at}`))]]));
    await store.persist();
  }
  expect(await bytes()).toBeLessThan(1.6 * before);
  expect(titlesIn(await open())).toEqual(many.with(299, 'Changed 299'));
});

test('a collection that changes again and again is read as it was last persisted, after whatever changes, by whichever process', async () => {
  const list = fc.uniqueArray(fc.constantFrom('A', 'B', 'Ü', 'Ç'.repeat(50), 'line\n"quoted"', '{[,]}', 'G', 'H'), {
    maxLength: 8,
  });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.record({ list, reopen: fc.boolean() }), { minLength: 1, maxLength: 12 }), async (steps) => {
      await rm(pathOf(), { recursive: true, force: true });
      let store = await open();
      for (const { list: now, reopen } of steps) {
        if (reopen) store = await open();
        store.take(new Map([['video', changed(store.record('video'), ...now)]]));
        await store.persist();
        const read = await open();
        expect(titlesIn(read)).toEqual(now);
        expect(videos(...now).response.get()).toMatchObject(read.record('video').response.get() ?? {});
        expect(read.record('video').response.get()).not.toBeNull();
      }
    }),
    { numRuns: 60 },
  );
});

test.each(['missing', 'cut off', 'changed'])(
  'a collection that changes again and again counts as never known when its changes are %s',
  async (how) => {
    const store = await open();
    store.take(new Map([['video', videos(...many)]]));
    await store.persist();
    store.take(new Map([['video', changed(store.record('video'), ...many.with(5, 'Five'))]]));
    await store.persist();
    const path = await fileOf('.changes');
    const content = await readFile(path, 'utf8');
    if (how === 'missing') await rm(path);
    else await writeFile(path, how === 'changed' ? content.replace('Five', 'Nine') : content.slice(0, -5));
    expect((await open()).snapshot.collection('video')).toMatchObject({ loaded: false, rows: [] });
  },
);
