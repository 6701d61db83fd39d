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

  test('of the whole folder of files costs one more fetch of each, and changes no name', async () => {
    rig().stored.set('a.png', red).set('b.pdf', PDF);
    const before = [await rig().obtained('a.png'), await rig().obtained('b.pdf')];
    await rm(join(rig().cacheDir, 'media'), { recursive: true });
    const next = rig().open();
    expect([next.peek('a.png'), next.peek('b.pdf')]).toEqual(before);
    expect(await rig().filesOf(`/media/${pictureOf(before[0]).id}/`, next)).toHaveLength(3);
  });
});

describe('the generation', () => {
  test('is the same for every process, until something is withdrawn, allowed or both', async () => {
    const before = await rig().store.generation();
    expect(await rig().open().generation()).toBe(before);
    const other = rig().open();
    await other.purge('a.png');
    const withdrawn = await rig().store.generation();
    await other.allow('a.png');
    const allowed = await rig().store.generation();
    expect(new Set([before, withdrawn, allowed]).size).toBe(3);
  });
});
