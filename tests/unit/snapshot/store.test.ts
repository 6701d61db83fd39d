import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { digestOf, digestOfJson } from '../../../src/lib/digest.ts';
import { type CollectionRecord, digestOfRows, PersistedResponse } from '../../../src/snapshot/record.ts';
import { openSnapshotStore } from '../../../src/snapshot/store.ts';
import { splitList } from '../../../src/snapshot/sync/split.ts';
import { TEMPORARY } from '../../support/temporary.ts';

let cacheDir: string;

beforeEach(async () => {
  cacheDir = await mkdtemp(join(TEMPORARY, 'store-'));
});
afterEach(() => rm(cacheDir, { recursive: true, force: true }));

const open = (origin = 'service') => openSnapshotStore({ cacheDir, origin, recipe: 'one' });

function videos(...titles: string[]): CollectionRecord {
  const rows = titles.map((title) => {
    const entity = { id: title, title, date: null, url: null };
    return { id: title, digest: digestOfJson(entity), entity };
  });
  const split = splitList('video', Buffer.from(JSON.stringify(titles)), null);
  if (!split.ok) throw new Error(split.message);
  const digest = digestOfRows(rows);
  return {
    ...{ digest, loaded: true, validators: { etag: '"1"', lastModified: null }, leftOut: [], warnings: [], stale: null },
    ...{ recipe: 'one', generation: 'first', missing: [] },
    items: () => rows,
    response: new PersistedResponse(() => split.value),
    state: () => ({ digest, loaded: true, rows }),
  };
}

async function kept(...titles: string[]): Promise<void> {
  const store = await open();
  store.take(new Map([['video', videos(...titles)]]));
  await store.persist();
}

const files = () => readdir(join(cacheDir, 'snapshot'));
const fileOf = async (kind: string) => join(cacheDir, 'snapshot', (await files()).find((name) => name.includes(kind)) ?? '');
const titles = (store: Awaited<ReturnType<typeof open>>) => store.snapshot.collection('video').rows.map(({ id }) => id);

test('what was persisted is there for the next process, digest first', async () => {
  await kept('A', 'B');
  const store = await open();
  expect(store.snapshot.digest('video')).toBe(videos('A', 'B').digest);
  expect(titles(store)).toEqual(['A', 'B']);
  expect(store.record('video').response.get()?.body.toString()).toBe('["A","B"]');
});

test('an older snapshot stays as it was while a newer one is taken', async () => {
  await kept('A');
  const store = await open();
  const older = store.snapshot;
  older.collection('video');
  store.take(new Map([['video', videos('B')]]));
  await store.persist();
  expect(older.collection('video').rows.map(({ id }) => id)).toEqual(['A']);
  expect(titles(store)).toEqual(['B']);
});

test('what another process wrote is taken over when a sync begins', async () => {
  await kept('A');
  const store = await open();
  await kept('B', 'C');
  expect(store.snapshot.digest('video')).toBe(videos('A').digest);
  await store.catchUp();
  expect(titles(store)).toEqual(['B', 'C']);
  const same = store.snapshot;
  await store.catchUp();
  expect(store.snapshot).toBe(same);
});

test('folders in place of its files cost time, nothing else', async () => {
  await kept('A');
  for (const name of await files()) {
    await rm(join(cacheDir, 'snapshot', name));
    await mkdir(join(cacheDir, 'snapshot', name, 'inside'), { recursive: true });
  }
  const store = await open();
  store.take(new Map([['video', videos('A', 'B')]]));
  await store.persist();
  expect(titles(await open())).toEqual(['A', 'B']);
});

test('files that nothing needs any longer are removed', async () => {
  await kept('A');
  const before = await files();
  await kept('B');
  expect((await files()).length).toBe(before.length);
  await writeFile(join(cacheDir, 'snapshot', 'video.items.000000000000.abc.staged'), 'half');
  await kept('C');
  expect((await files()).filter((name) => name.endsWith('.staged'))).toEqual([]);
});

test('another service’s content is not taken for this one’s', async () => {
  await kept('A');
  expect((await open('another service')).snapshot.collection('video').loaded).toBe(false);
});

test.each([
  ['missing', (path: string) => rm(path)],
  ['cut off', async (path: string) => writeFile(path, (await readFile(path)).subarray(0, 10))],
  ['changed', async (path: string) => writeFile(path, (await readFile(path, 'utf8')).replace('"A"', '"X"'))],
  ['empty', (path: string) => writeFile(path, '')],
])('items that are %s count as never known', async (_name, damage) => {
  await kept('A', 'B');
  await damage(await fileOf('items'));
  const store = await open();
  expect(store.snapshot.collection('video')).toMatchObject({ loaded: false, rows: [] });
  expect(store.record('video').validators).toBeNull();
});

test.each(['body', 'bounds'])('with a damaged %s the content stays, and is fetched whole the next time', async (kind) => {
  await kept('A', 'B');
  await writeFile(await fileOf(kind), 'junk');
  const store = await open();
  expect(titles(store)).toEqual(['A', 'B']);
  expect(store.record('video')).toMatchObject({ validators: null });
  expect(store.record('video').response.get()).toBeNull();
});

test.each(['', '{', '{"format":0}', '[]', 'null'])('an index of %j counts as empty', async (content) => {
  await kept('A');
  await writeFile(join(cacheDir, 'snapshot', 'index.json'), content);
  expect((await open()).snapshot.digest('video')).toBe((await open('another')).snapshot.digest('news'));
});

test('content touched but unchanged is verified by digest and kept', async () => {
  await kept('A');
  const path = await fileOf('items');
  await writeFile(path, await readFile(path));
  expect(titles(await open())).toEqual(['A']);
});

test('the digest of a collection follows its rows and their order', () => {
  const of = (...names: string[]) => videos(...names).digest;
  expect(new Set([of(), of('A'), of('A', 'B'), of('B', 'A'), digestOf('')]).size).toBe(5);
});

test('a damaged response stays unknown when another collection is written', async () => {
  await kept('A', 'B');
  await writeFile(await fileOf('body'), 'junk');
  const store = await open();
  store.take(new Map([['highlight', videos('C')]]));
  await store.persist();
  expect(store.record('video').response.get()).toBeNull();
});

describe('a collection that changes again and again', () => {
  const many = Array.from({ length: 1000 }, (_, at) => `Title ${at}`);
  const bytes = async () => {
    const sizes = (await files()).map(async (name) => (await stat(join(cacheDir, 'snapshot', name))).size);
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

  test('costs what changed, not what it holds', async () => {
    const store = await open();
    store.take(new Map([['video', videos(...many)]]));
    await store.persist();
    const before = await bytes();
    store.take(new Map([['video', changed(store.record('video'), ...many.with(500, 'Another title'))]]));
    await store.persist();
    expect((await bytes()) - before).toBeLessThan(1000);
    expect(titles(await open())).toEqual(many.with(500, 'Another title'));
  });

  test('is written anew before its changes are as long as it is', async () => {
    const store = await open();
    store.take(new Map([['video', videos(...many)]]));
    await store.persist();
    const before = await bytes();
    for (let at = 0; at < 300; at += 1) {
      store.take(new Map([['video', changed(store.record('video'), ...many.with(at, `Changed ${at}`))]]));
      await store.persist();
    }
    expect(await bytes()).toBeLessThan(1.6 * before);
    expect(titles(await open())).toEqual(many.with(299, 'Changed 299'));
  });

  test('is read as it was last persisted, after whatever changes, by whichever process', async () => {
    const list = fc.uniqueArray(fc.constantFrom('A', 'B', 'Ü', 'Ç'.repeat(50), 'line\n"quoted"', '{[,]}', 'G', 'H'), {
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.record({ list, reopen: fc.boolean() }), { minLength: 1, maxLength: 12 }), async (steps) => {
        await rm(join(cacheDir, 'snapshot'), { recursive: true, force: true });
        let store = await open();
        for (const { list: now, reopen } of steps) {
          if (reopen) store = await open();
          store.take(new Map([['video', changed(store.record('video'), ...now)]]));
          await store.persist();
          const read = await open();
          expect(titles(read)).toEqual(now);
          expect(videos(...now).response.get()).toMatchObject(read.record('video').response.get() ?? {});
          expect(read.record('video').response.get()).not.toBeNull();
        }
      }),
      { numRuns: 60 },
    );
  });

  test.each(['missing', 'cut off', 'changed'])('counts as never known when its changes are %s', async (how) => {
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
  });
});
