import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { engineRig, lastReleases } from '../../support/engineRig.ts';
import { item } from '../../support/memorySite.ts';
import { readTree } from '../../support/trees.ts';

const rig = engineRig();

describe('gc and purge', () => {
  test('drop what no kept release needs', async () => {
    rig().engine = rig().open({ retention: lastReleases(2) });
    await rig().publish();
    writeFileSync(join(rig().cacheDir, 'store', 'orphan'), 'x');
    for (const title of ['one', 'two', 'three']) {
      rig().site.content = { ...rig().site.content, notes: [item('h', { title })] };
      rig().site.sync();
      await rig().publish();
    }
    const needed = new Set([...readTree(rig().distDir).values()]);
    expect(rig().engine.gc()).toEqual({ files: 1, bytes: 1 });
    const kept = [...readTree(join(rig().cacheDir, 'store')).values()];
    expect(kept.length).toBeLessThan(needed.size * 2);
    expect(await rig().engine.rollback()).toMatchObject({ ok: true });
  });

  test('remove a picture from the live release, the kept ones, the store and dist', async () => {
    await rig().publish();
    rig().site.content = { ...rig().site.content, albums: [item('a1', { picture: 'p1' })] };
    rig().site.sync();
    await rig().publish();
    const text = '/media/p2/ small';
    expect([...readTree(rig().cacheDir).values()].includes(text)).toBe(true);
    const [, before] = rig().engine.releases();
    expect(await rig().engine.purge(['/media/p2/'])).toMatchObject({ paths: [], files: 2 });
    // The first release has other bytes now, thus another name; who noted the old one still reaches it.
    const [{ release: live = '' } = {}, earlier] = rig().engine.releases();
    expect(earlier?.release).not.toBe(before?.release);
    expect(rig().engine.compare(before?.release ?? '', live)).toMatchObject({ ok: true, value: { from: earlier } });
    expect(rig().engine.compare('20200101-000000-000-00000000', live)).toMatchObject({ ok: false });
    expect([...readTree(rig().cacheDir).values()].includes(text)).toBe(false);
    const paths = expect.arrayContaining(['media/p1/small.webp', 'media/p1/large.webp']);
    expect(await rig().engine.purge(['/media/p1/'])).toMatchObject({ paths });
    expect(readTree(rig().distDir).has('media/p1/large.webp')).toBe(false);
    expect(rig().engine.live()?.lookup('/media/p1/large.webp')).toBeUndefined();
    expect(rig().open().live()?.lookup('/News')).toBeDefined();
  });

  test('leave dist with the newest release, though another machine has published it since', async () => {
    await rig().publish();
    rig().site.content = { ...rig().site.content, albums: [item('a1', { picture: 'p1' })], news: [item('n5')] };
    rig().site.sync();
    const another = rig().open({ distDir: join(rig().cacheDir, '../another') });
    expect(await another.rebuild(rig().site.world())).toMatchObject({ ok: true });
    await rig().engine.purge(['/media/p2/']);
    rig().expectTree();
  });
});

test('what a purge of an older version on another machine has left in dist goes with the next rebuild', async () => {
  await rig().publish();
  rig().site.content = { ...rig().site.content, albums: [item('a1', { picture: 'p1' })] };
  rig().site.sync();
  await rig().publish();
  await rig().engine.purge(['/media/p2/']);
  mkdirSync(join(rig().distDir, 'media/p2'), { recursive: true });
  writeFileSync(join(rig().distDir, 'media/p2/large.webp'), 'withdrawn');
  await rig().publish();
  rig().expectTree();
});

describe('a purge with a replacement', () => {
  const drawn = Buffer.from('the drawn fallback');
  const traces = { replacement: () => drawn };
  const path = 'media/p2/large.webp';

  async function publishWithout() {
    rig().site.content = { ...rig().site.content, albums: [item('a1', { picture: 'p1' })] };
    rig().site.sync();
    return rig().publish();
  }

  test('leaves no kept release with a broken picture, in memory and in dist', async () => {
    await rig().publish();
    await publishWithout();
    expect(await rig().engine.purge(['/media/p2/'], traces)).toMatchObject({ paths: [] });
    expect(rig().engine.live()?.recent(`/${path}`)).toBeUndefined();
    for (const opened of [rig().engine, rig().open()]) {
      expect(await opened.rollback()).toMatchObject({ ok: true });
      expect(readTree(rig().distDir).get(path)).toBe(String(drawn));
      const file = opened.live()?.lookup(`/${path}`);
      expect(file && Buffer.from((await opened.read(file)) ?? '')).toEqual(drawn);
      opened.resume();
      rig().engine = opened;
      await rig().publish();
      rig().expectTree();
    }
  });

  test('reaches a release that a rollback holds, and is gone with the next one', async () => {
    await rig().publish();
    await publishWithout();
    await rig().engine.rollback();
    await rig().engine.purge(['/media/p2/', '/media/p1/'], traces);
    for (const group of ['p1', 'p2']) expect(readTree(rig().distDir).get(`media/${group}/large.webp`)).toBe(String(drawn));
    expect([...readTree(rig().cacheDir).values()].some((text) => /^\/media\/p[12]\/ /.test(text))).toBe(false);
    rig().engine.resume();
    // Allowed again: its bytes are the picture's.
    await rig().publish({ clean: true });
    rig().expectTree();
  });
});
