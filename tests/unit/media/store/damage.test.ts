import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { mediaRig, PDF, pictureOf, red } from '../../../support/mediaRig.ts';

const rig = mediaRig();

describe('damage in the cache', () => {
  test.each([
    ['changed', (path: string) => writeFile(path, 'junk')],
    ['gone', (path: string) => rm(path)],
  ])('a file that is %s is made again, the same', async (_name, damage) => {
    rig().stored.set('a.png', red);
    const group = `/media/${pictureOf(await rig().obtained('a.png')).id}/`;
    const [first] = await rig().filesOf(group);
    const sound = await readFile(first?.source ?? '');
    await damage(first?.source ?? '');
    const [healed] = await rig().filesOf(group, rig().open());
    expect(await readFile(healed?.source ?? '')).toEqual(sound);
  });

  test('that cannot be repaired supplies nothing', async () => {
    rig().stored.set('a.png', red);
    const group = `/media/${pictureOf(await rig().obtained('a.png')).id}/`;
    const [first] = await rig().filesOf(group);
    await rm(first?.source ?? '');
    rig().stored.clear();
    expect(await rig().store.resolveAssets(group)).toBeNull();
    expect(await rig().store.resolveAssets('/media/000000000000/')).toBeNull();
  });

  test('a journal that broke off in a line costs that line only', async () => {
    rig().stored.set('a.png', red).set('b.pdf', PDF);
    await rig().obtained('a.png');
    const path = join(rig().cacheDir, 'media', 'journal.jsonl');
    await writeFile(path, `${await readFile(path, 'utf8')}{"reference":"x","sour`);
    const next = rig().open();
    expect(next.peek('a.png')).toMatchObject({ kind: 'image' });
    await rig().obtained('b.pdf', next);
    const third = rig().open();
    expect([third.peek('a.png')?.kind, third.peek('b.pdf')?.kind]).toEqual(['image', 'file']);
  });

  test('a journal begun anew is another generation, so that nothing relies on the old one', async () => {
    const before = await rig().store.generation();
    expect(await rig().store.generation()).toBe(before);
    expect(await rig().open().generation()).toBe(before);
    await rm(join(rig().cacheDir, 'media'), { recursive: true });
    expect(await rig().store.generation()).not.toBe(before);
  });
});
