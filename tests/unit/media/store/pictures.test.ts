import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { camera, FOREVER, mediaRig, pictureOf, red } from '../../../support/mediaRig.ts';
import { type StubAnswer, startStubService } from '../../../support/stubService.ts';

const rig = mediaRig();

describe('pictures', () => {
  test('are published oriented, without metadata, in a few widths, as WebP', async () => {
    rig().stored.set('camera.jpg', camera);
    const { id, w, h } = pictureOf(await rig().obtained('camera.jpg'));
    expect([w, h]).toEqual([1600, 2400]);
    const files = await rig().filesOf(`/media/${id}/`);
    expect(files.map(({ path }) => path)).toEqual([320, 640, 1280, 1600].map((width) => `media/${id}/${width}.webp`));
    for (const { path, source, size } of files) {
      const bytes = await readFile(source);
      const { format, width, height, exif, orientation } = await sharp(bytes).metadata();
      expect({ format, width, exif, orientation }).toEqual({
        ...{ format: 'webp', exif: undefined, orientation: undefined },
        width: Number(/(\d+)\.webp/.exec(path)?.[1]),
      });
      expect(height).toBe(Math.round(((width ?? 0) * 3) / 2));
      expect(bytes.length).toBe(size);
    }
  });

  test('have the same bytes and names in every cache', async () => {
    rig().stored.set('camera.jpg', camera);
    const { id } = pictureOf(await rig().obtained('camera.jpg'));
    const first = await rig().filesOf(`/media/${id}/`);
    const other = rig().open({ cacheDir: join(rig().cacheDir, 'other') });
    expect(pictureOf(await rig().obtained('camera.jpg', other)).id).toBe(id);
    expect((await rig().filesOf(`/media/${id}/`, other)).map(({ digest }) => digest)).toEqual(first.map(({ digest }) => digest));
    await other.close();
  });

  test('of equal bytes are one, however many references name them', async () => {
    rig().stored.set('a', red).set('b', red);
    await rig().store.obtain([['a', 'b']], FOREVER);
    expect(rig().store.peek('a')).toEqual(rig().store.peek('b'));
  });

  test('are fetched once, also by the next process', async () => {
    rig().stored.set('a b%#?/ñ.jpg', red);
    const media = await rig().obtained('a b%#?/ñ.jpg');
    const next = rig().open();
    expect(next.peek('a b%#?/ñ.jpg')).toEqual(media);
    await next.close();
    expect(rig().asked()).toEqual(['a b%#?/ñ.jpg']);
  });

  test.each<[string, Buffer | StubAnswer | undefined]>([
    ['unknown', undefined],
    ['broken', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])],
    ['HTML', Buffer.from('<!doctype html><h1>Not found</h1>')],
    ['empty', Buffer.from('')],
    ['an error', (_arrived, response) => response.writeHead(500).end()],
    ['silent', () => undefined],
    ['elsewhere', (_arrived, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/x.jpg' }).end()],
  ])('that are %s stay unknown, and are tried again', async (_name, answer) => {
    if (answer) rig().stored.set('a.jpg', answer);
    const store = rig().open({ timeout: 1000 });
    expect(await rig().obtained('a.jpg', store)).toBeUndefined();
    rig().stored.set('a.jpg', red);
    expect(await rig().obtained('a.jpg', store)).toMatchObject({ kind: 'image', w: 700, h: 500 });
    await store.close();
  });

  test('are followed to the service’s own addresses', async () => {
    rig().stored.set('a.jpg', (_arrived, response) => response.writeHead(302, { location: '/api/image/b.jpg' }).end());
    rig().stored.set('b.jpg', red);
    expect(await rig().obtained('a.jpg')).toMatchObject({ kind: 'image' });
  });

  test('drawn as SVG are published as pixels', async () => {
    rig().stored.set(
      'crest',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><script>x</script></svg>'),
    );
    const { id } = pictureOf(await rig().obtained('crest'));
    expect((await rig().filesOf(`/media/${id}/`)).map(({ path }) => path)).toEqual([`media/${id}/60.webp`]);
  });

  test('from other hosts are fetched only where the operator allows it', async () => {
    rig().stored.set('a.jpg', red);
    const foreign = await startStubService(rig().answer);
    const address = `${foreign.url}/api/image/a.jpg`;
    expect(await rig().obtained(address)).toBeUndefined();
    expect(foreign.arrived).toEqual([]);
    const allowing = rig().open({ hosts: [new URL(foreign.url).host] });
    expect(await rig().obtained(address, allowing)).toMatchObject({ kind: 'image' });
    const generation = await allowing.generation();
    await allowing.close();
    await foreign.close();
    const again = rig().open();
    expect(again.peek(address)).toBeUndefined();
    expect(await again.generation()).not.toBe(generation);
    await again.close();
  });
});
