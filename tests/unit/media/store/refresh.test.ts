import { describe, expect, test } from 'vitest';
import { camera, FOREVER, mediaRig, pictureOf, red } from '../../../support/mediaRig.ts';

const rig = mediaRig();

describe('a refresh', () => {
  test('asks conditionally, and gives changed bytes a new name', async () => {
    rig().stored.set('a.png', red);
    const before = await rig().obtained('a.png');
    await rig().store.obtain([['a.png']], { ...FOREVER, refresh: true });
    expect(rig().service.arrived[1]?.headers['if-none-match']).toBe(`"${red.length}"`);
    expect(rig().store.peek('a.png')).toEqual(before);
    rig().stored.set('a.png', camera);
    await rig().store.obtain([['a.png']], { ...FOREVER, refresh: true });
    expect(pictureOf(rig().store.peek('a.png')).id).not.toBe(pictureOf(before).id);
  });

  test('keeps a picture that the service fails to give, and drops one that it no longer has', async () => {
    rig().stored.set('a.png', red);
    const before = await rig().obtained('a.png');
    rig().stored.set('a.png', (_arrived, response) => response.writeHead(500).end());
    await rig().store.obtain([['a.png']], { ...FOREVER, refresh: true });
    expect(rig().store.peek('a.png')).toEqual(before);
    rig().stored.delete('a.png');
    await rig().store.obtain([['a.png']], { ...FOREVER, refresh: true });
    expect(rig().store.peek('a.png')).toBeUndefined();
  });
});

test('a reference that is known is asked for again alone, and its other bytes make another generation', async () => {
  rig().stored.set('a.png', red).set('b.jpg', camera);
  await rig().store.obtain([['a.png', 'b.jpg']], FOREVER);
  const before = await rig().store.generation();
  await rig().store.refresh(['a.png', 'unknown.png'], Number.POSITIVE_INFINITY);
  expect(await rig().store.generation()).toBe(before);
  rig().stored.set('a.png', camera);
  await rig().store.refresh(['a.png'], Number.POSITIVE_INFINITY);
  expect(await rig().store.generation()).not.toBe(before);
  expect(pictureOf(rig().store.peek('a.png')).id).toBe(pictureOf(rig().store.peek('b.jpg')).id);
  expect(rig().service.arrived.map(({ url }) => url.replace('/api/image/', ''))).toEqual(['a.png', 'b.jpg', 'a.png', 'a.png']);
});

test('garbage is what no kept release needs', async () => {
  rig().stored.set('a.png', red).set('b.jpg', camera);
  await rig().store.obtain([['a.png', 'b.jpg']], FOREVER);
  const [a, b] = ['a.png', 'b.jpg'].map((reference) => `/media/${pictureOf(rig().store.peek(reference)).id}/`);
  const size = (await rig().filesOf(b ?? '')).reduce((sum, file) => sum + file.size, 0);
  expect(await rig().store.gc(new Set([a ?? '']))).toBe(size);
  expect([rig().store.peek('a.png')?.kind, rig().store.peek('b.jpg')]).toEqual(['image', undefined]);
  expect(await rig().filesOf(a ?? '')).toHaveLength(3);
  expect(await rig().store.gc(new Set([a ?? '']))).toBe(0);
});
