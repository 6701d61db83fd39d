import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { engineRig } from '../../support/engineRig.ts';
import { item } from '../../support/memorySite.ts';
import { readTree, sorted } from '../../support/trees.ts';

const rig = engineRig();

describe('dist', () => {
  test('is put right by the next process when somebody changed it', async () => {
    await rig().publish();
    writeFileSync(join(rig().distDir, 'foreign.txt'), 'x');
    writeFileSync(join(rig().distDir, 'News.html'), 'tampered');
    rmSync(join(rig().distDir, 'media'), { recursive: true });
    rig().engine = rig().open();
    const result = await rig().publish();
    expect(result).toMatchObject({ state: 'unchanged', rendered: [] });
    expect(result.written).toContain('News.html');
    rig().expectTree();
  });

  test('is put right also when it was changed after the clock was set back', async () => {
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 7_200_000 });
    await rig().publish();
    vi.useRealTimers();
    const file = join(rig().distDir, 'News.html');
    writeFileSync(file, 'x'.repeat(statSync(file).size));
    rig().engine = rig().open();
    expect((await rig().publish()).written).toContain('News.html');
    rig().expectTree();
  });

  test('is made again when it is gone', async () => {
    await rig().publish();
    rmSync(rig().distDir, { recursive: true });
    rig().engine = rig().open();
    expect(await rig().publish()).toMatchObject({ rendered: [] });
    rig().expectTree();
  });

  test('does not share its files with the store', async () => {
    await rig().publish();
    writeFileSync(join(rig().distDir, 'News.html'), 'edited in place');
    const file = rig().engine.live()?.lookup('/News');
    expect(file && readFileSync(file.file, 'utf8')).toContain('<!doctype html>');
  });
});

describe('the store', () => {
  test('takes a file although something foreign stands where its folder belongs, and leaves no temporary file', async () => {
    await rig().publish();
    const file = rig().engine.live()?.lookup('/News')?.file ?? '';
    const before = sorted(readTree(join(rig().cacheDir, 'store')));
    rmSync(dirname(file), { recursive: true });
    writeFileSync(dirname(file), 'foreign');
    await rig().publish({ clean: true });
    expect(sorted(readTree(join(rig().cacheDir, 'store')))).toEqual(before);
  });

  test('gets back from dist what it has lost: for a rollback when it is replaced there, and all of it by an audit', async () => {
    await rig().publish();
    const before = sorted(readTree(join(rig().cacheDir, 'store')));
    const lose = () => rmSync(rig().engine.live()?.lookup('/Albums/a1')?.file ?? '');
    lose();
    rig().engine = rig().open();
    await rig().publish({ audit: true });
    expect(sorted(readTree(join(rig().cacheDir, 'store')))).toEqual(before);
    lose();
    rig().site.content = { ...rig().site.content, albums: [item('a1', { title: 'New' }), item('a2', { picture: 'p2' })] };
    rig().site.sync();
    rig().engine = rig().open();
    const published = await rig().publish();
    expect(published.written).toContain('Albums/a1.html');
    expect(await rig().engine.rollback()).toMatchObject({ ok: true });
  });
});

describe('explain', () => {
  test('says which answer changed and which pages were left alone', async () => {
    await rig().publish();
    rig().site.content = { ...rig().site.content, albums: [item('a1', { title: 'New' }), item('a2', { picture: 'p2' })] };
    rig().site.sync();
    await rig().publish();
    rig().engine = rig().open();
    expect(rig().engine.explain('/Albums/a1')).toMatchObject({ rendered: true, why: 'Rendered: another answer to album a1.' });
    expect(rig().engine.explain('/Albums/a1')?.queries).toContainEqual(
      expect.objectContaining({ query: 'album a1', changed: true, inputs: ['album a1'] }),
    );
    expect(rig().engine.explain('/News')).toMatchObject({ rendered: false });
    expect(rig().engine.explain('/Nowhere')).toBeNull();
  });

  const retitle = (title: string) => {
    rig().site.content = { ...rig().site.content, albums: [item('a1', { title }), item('a2', { picture: 'p2' })] };
    rig().site.sync();
    return rig().publish();
  };

  test('says of a page that was left alone when it was rendered last, and why', async () => {
    const first = await rig().publish();
    const second = await retitle('New');
    await rig().publish();
    await rig().publish();
    const explain = (page: string) => rig().engine.explain(page);
    expect(explain('/Albums/a1')).toMatchObject({
      rendered: false,
      lastRendered: { release: second.release, cause: 'another answer to album a1.' },
    });
    expect(explain('/News')?.lastRendered).toMatchObject({ release: first.release, cause: 'nothing was known of the page.' });
  });
});

test('the lock can span what its holder does before and after', async () => {
  const held = await rig().database.lock('sync and rebuild');
  if (!held.ok) throw new Error(held.message);
  await rig().publish({ lock: held.value });
  held.value.release();
  rig().expectTree();
});

describe('a database that cannot be read', () => {
  test.each([
    ['cut', (whole: Buffer) => whole.subarray(0, whole.length - 8192)],
    ['alien', () => Buffer.from('alien'.repeat(1000))],
    ['of zeros', (whole: Buffer) => Buffer.alloc(whole.length)],
    ['empty', () => Buffer.alloc(0)],
  ])('means that everything is rendered (%s)', async (_, damage) => {
    await rig().publish();
    const { file } = rig().database;
    rig().database.close();
    writeFileSync(file, damage(readFileSync(file)));
    rig().engine = rig().open();
    const publish = () =>
      rig()
        .publish()
        .catch((error) => (rig().database.recover(error) ? rig().publish() : Promise.reject(error)));
    expect((await publish()).rendered.length).toBe(rig().site.world().allPages().length);
    rig().expectTree();
  });
});
