import { statSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { groupOf } from '../../../src/lib/paths.ts';
import { openMediaStore } from '../../../src/media/store.ts';
import type { Media, MediaStore, Picture } from '../../../src/types/media.ts';
import { type StubAnswer, type StubService, startStubService } from '../../support/stubService.ts';
import { TEMPORARY } from '../../support/temporary.ts';

let service: StubService;
let cacheDir: string;
let store: MediaStore;
let stored: Map<string, Buffer | StubAnswer>;
let red: Buffer;
let camera: Buffer;

const FOREVER = { budget: Number.POSITIVE_INFINITY };
const PDF = Buffer.from('%PDF-1.7 circular');
const MISSING = { kind: 'missing' };

const serve: StubAnswer = (arrived, response) => {
  const reference = decodeURIComponent(arrived.url.replace('/api/image/', ''));
  const found = stored.get(reference);
  if (!found) response.writeHead(404).end();
  else if (typeof found === 'function') found(arrived, response);
  else if (arrived.headers['if-none-match'] === `"${found.length}"`) response.writeHead(304).end();
  else response.writeHead(200, { etag: `"${found.length}"` }).end(found);
};

beforeAll(async () => {
  const plain = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#a02010' } });
  red = await plain(700, 500).png().toBuffer();
  camera = await plain(2400, 1600)
    .jpeg()
    .withExif({ IFD0: { Artist: 'Somebody' } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
});

const open = (more = {}) =>
  openMediaStore({ cacheDir, dataDir: join(cacheDir, 'data'), baseUrl: service.url, hosts: [], timeout: 400, ...more });

beforeEach(async () => {
  cacheDir = await mkdtemp(join(TEMPORARY, 'media-'));
  stored = new Map();
  service = await startStubService(serve);
  store = open();
});

afterEach(async () => {
  await store.close();
  await service.close();
  await rm(cacheDir, { recursive: true, force: true });
});

const asked = () => service.arrived.map(({ url }) => decodeURIComponent(url.replace('/api/image/', '')));

function pictureOf(media: Media | undefined): Picture {
  if (media?.kind !== 'image') throw new Error(`No picture but ${JSON.stringify(media)}.`);
  return media;
}

async function obtained(reference: string, from = store): Promise<Media | undefined> {
  await from.obtain([reference], FOREVER);
  return from.peek(reference);
}

async function filesOf(group: string, from = store) {
  return (await from.resolveAssets(group)) ?? [];
}

describe('pictures', () => {
  test('are published oriented, without metadata, in a few widths, as WebP', async () => {
    stored.set('camera.jpg', camera);
    const { id, w, h } = pictureOf(await obtained('camera.jpg'));
    expect([w, h]).toEqual([1600, 2400]);
    const files = await filesOf(`/media/${id}/`);
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
    stored.set('camera.jpg', camera);
    const { id } = pictureOf(await obtained('camera.jpg'));
    const first = await filesOf(`/media/${id}/`);
    await rm(join(cacheDir, 'media'), { recursive: true });
    const other = open();
    expect(pictureOf(await obtained('camera.jpg', other)).id).toBe(id);
    expect((await filesOf(`/media/${id}/`, other)).map(({ digest }) => digest)).toEqual(first.map(({ digest }) => digest));
    await other.close();
  });

  test('of equal bytes are one, however many references name them', async () => {
    stored.set('a', red).set('b', red);
    await store.obtain(['a', 'b'], FOREVER);
    expect(store.peek('a')).toEqual(store.peek('b'));
  });

  test('are fetched once, also by the next process', async () => {
    stored.set('a b%#?/ñ.jpg', red);
    const media = await obtained('a b%#?/ñ.jpg');
    const next = open();
    expect(next.peek('a b%#?/ñ.jpg')).toEqual(media);
    await next.close();
    expect(asked()).toEqual(['a b%#?/ñ.jpg']);
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
    if (answer) stored.set('a.jpg', answer);
    expect(await obtained('a.jpg')).toBeUndefined();
    stored.set('a.jpg', red);
    expect(await obtained('a.jpg')).toMatchObject({ kind: 'image', w: 700, h: 500 });
  });

  test('are followed to the service’s own addresses', async () => {
    stored.set('a.jpg', (_arrived, response) => response.writeHead(302, { location: '/api/image/b.jpg' }).end());
    stored.set('b.jpg', red);
    expect(await obtained('a.jpg')).toMatchObject({ kind: 'image' });
  });

  test('drawn as SVG are published as pixels', async () => {
    stored.set('crest', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><script>x</script></svg>'));
    const { id } = pictureOf(await obtained('crest'));
    expect((await filesOf(`/media/${id}/`)).map(({ path }) => path)).toEqual([`media/${id}/60.webp`]);
  });

  test('from other hosts are fetched only where the operator allows it', async () => {
    stored.set('a.jpg', red);
    const foreign = await startStubService(serve);
    const address = `${foreign.url}/api/image/a.jpg`;
    expect(await obtained(address)).toBeUndefined();
    expect(foreign.arrived).toEqual([]);
    const allowing = open({ hosts: [new URL(foreign.url).host] });
    expect(await obtained(address, allowing)).toMatchObject({ kind: 'image' });
    const generation = await allowing.generation();
    await allowing.close();
    await foreign.close();
    const again = open();
    expect(again.peek(address)).toBeUndefined();
    expect(await again.generation()).not.toBe(generation);
    await again.close();
  });
});

describe('the budget', () => {
  test('lets the words go on while a picture is on its way', async () => {
    const release = Promise.withResolvers<void>();
    stored.set('slow.jpg', (_arrived, response) => void release.promise.then(() => response.writeHead(200).end(red)));
    const { pending } = await open({ timeout: 10_000 }).obtain(['fast.jpg'], { budget: 0 });
    await pending;
    const { pending: late } = await store.obtain(['slow.jpg'], { budget: 0 });
    expect(store.peek('slow.jpg')).toBeUndefined();
    release.resolve();
    expect(await late).toBe(true);
    expect(store.peek('slow.jpg')).toMatchObject({ kind: 'image' });
  });

  test('has nothing pending once everything was answered', async () => {
    stored.set('a.jpg', red);
    expect(await store.obtain(['a.jpg', 'unknown.jpg'], FOREVER)).toEqual({ pending: null });
    expect(await store.obtain([], { budget: 0 })).toEqual({ pending: null });
  });

  test('is not spent again on a picture that was silent before', async () => {
    stored.set('silent.jpg', () => undefined);
    await store.obtain(['silent.jpg'], FOREVER);
    const { pending } = await store.obtain(['silent.jpg'], { budget: 60_000 });
    expect(await pending).toBe(false);
  });

  test('is not spent on hundreds when the service is not there at all', async () => {
    service.answer = (_arrived, response) => response.destroy();
    await store.obtain(
      Array.from({ length: 300 }, (_, index) => `${index}.jpg`),
      FOREVER,
    );
    expect(service.arrived.length).toBeLessThan(40);
  });
});

describe('files', () => {
  test('are published under a readable name', async () => {
    stored.set('uploads/Date Sheet 2025.pdf', PDF);
    const media = await obtained('uploads/Date Sheet 2025.pdf');
    expect(media).toEqual({
      ...{ kind: 'file', name: 'Date-Sheet-2025.pdf', size: PDF.length },
      href: expect.stringMatching(/^\/files\/[0-9a-f]{12}\/Date-Sheet-2025\.pdf$/),
    });
    const group = groupOf((media as { href: string }).href) ?? '';
    const [file] = await filesOf(group);
    expect(await readFile(file?.source ?? '')).toEqual(PDF);
    expect(file?.path).toBe((media as { href: string }).href.slice(1));
  });

  test('with something active in them are not published', async () => {
    stored.set('notice.html', Buffer.from('<script>alert(1)</script>')).set('x.js', Buffer.from('alert(1)'));
    expect([await obtained('notice.html'), await obtained('x.js')]).toEqual([undefined, undefined]);
  });

  test('larger than the cap are not fetched to their end', async () => {
    const small = open({ maxBytes: 10 });
    stored.set('a.pdf', PDF);
    expect(await obtained('a.pdf', small)).toBeUndefined();
    await small.close();
  });
});

test('addresses of media belong to groups, others do not', () => {
  expect(groupOf('/media/0123456789ab/640.webp')).toBe('/media/0123456789ab/');
  expect(groupOf('/files/0123456789ab/a.pdf')).toBe('/files/0123456789ab/');
  for (const address of ['/', '/News', '/media/', '/media/xyz/1.webp', '/_astro/a.css', 'https://a.example/media/0123456789ab/1'])
    expect(groupOf(address)).toBeNull();
});

describe('damage in the cache', () => {
  test.each([
    ['changed', (path: string) => writeFile(path, 'junk')],
    ['gone', (path: string) => rm(path)],
  ])('a file that is %s is made again, the same', async (_name, damage) => {
    stored.set('a.png', red);
    const group = `/media/${pictureOf(await obtained('a.png')).id}/`;
    const [first] = await filesOf(group);
    const sound = await readFile(first?.source ?? '');
    await damage(first?.source ?? '');
    const [healed] = await filesOf(group, open());
    expect(await readFile(healed?.source ?? '')).toEqual(sound);
  });

  test('that cannot be repaired supplies nothing', async () => {
    stored.set('a.png', red);
    const group = `/media/${pictureOf(await obtained('a.png')).id}/`;
    const [first] = await filesOf(group);
    await rm(first?.source ?? '');
    stored.clear();
    expect(await store.resolveAssets(group)).toBeNull();
    expect(await store.resolveAssets('/media/000000000000/')).toBeNull();
  });

  test('a journal that broke off in a line costs that line only', async () => {
    stored.set('a.png', red).set('b.pdf', PDF);
    await obtained('a.png');
    const path = join(cacheDir, 'media', 'journal.jsonl');
    await writeFile(path, `${await readFile(path, 'utf8')}{"reference":"x","sour`);
    const next = open();
    expect(next.peek('a.png')).toMatchObject({ kind: 'image' });
    await obtained('b.pdf', next);
    const third = open();
    expect([third.peek('a.png')?.kind, third.peek('b.pdf')?.kind]).toEqual(['image', 'file']);
  });

  test('a journal begun anew is another generation, so that nothing relies on the old one', async () => {
    const before = await store.generation();
    expect(await store.generation()).toBe(before);
    expect(await open().generation()).toBe(before);
    await rm(join(cacheDir, 'media'), { recursive: true });
    expect(await store.generation()).not.toBe(before);
  });
});

describe('a refresh', () => {
  test('asks conditionally, and gives changed bytes a new name', async () => {
    stored.set('a.png', red);
    const before = await obtained('a.png');
    await store.obtain(['a.png'], { ...FOREVER, refresh: true });
    expect(service.arrived[1]?.headers['if-none-match']).toBe(`"${red.length}"`);
    expect(store.peek('a.png')).toEqual(before);
    stored.set('a.png', camera);
    await store.obtain(['a.png'], { ...FOREVER, refresh: true });
    expect(pictureOf(store.peek('a.png')).id).not.toBe(pictureOf(before).id);
  });

  test('keeps a picture that the service fails to give, and drops one that it no longer has', async () => {
    stored.set('a.png', red);
    const before = await obtained('a.png');
    stored.set('a.png', (_arrived, response) => response.writeHead(500).end());
    await store.obtain(['a.png'], { ...FOREVER, refresh: true });
    expect(store.peek('a.png')).toEqual(before);
    stored.delete('a.png');
    await store.obtain(['a.png'], { ...FOREVER, refresh: true });
    expect(store.peek('a.png')).toBeUndefined();
  });
});

describe('a purge', () => {
  test('leaves a picture that another process was allowed to fetch again to be published by this one', async () => {
    stored.set('a.png', red);
    const { id } = pictureOf(await obtained('a.png'));
    await store.purge('a.png');
    const other = open();
    await other.allow('a.png');
    await store.generation();
    expect(store.peek('a.png')).toBeUndefined();
    await obtained('a.png', other);
    await other.close();
    await store.generation();
    expect((await store.resolveAssets(`/media/${id}/`))?.length).toBeGreaterThan(0);
  });

  test('finds what another process has fetched since this one looked', async () => {
    stored.set('a.png', red);
    expect(store.peek('a.png')).toBeUndefined();
    const other = open();
    const { id } = pictureOf(await obtained('a.png', other));
    await other.close();
    expect((await store.purge('a.png')).groups).toEqual([`/media/${id}/`]);
  });

  test('removes the picture under every reference, and does not fetch it again until it is allowed', async () => {
    stored.set('a.png', red).set('same.png', red).set('later.png', red);
    await store.obtain(['a.png', 'same.png'], FOREVER);
    const group = `/media/${pictureOf(store.peek('a.png')).id}/`;
    const before = await store.generation();
    const purged = await store.purge('a.png');
    expect(purged).toEqual({ reference: 'a.png', groups: [group], wasWithdrawn: false, meant: undefined });
    expect(await store.generation()).not.toBe(before);
    expect(await store.resolveAssets(group)).toBeNull();
    expect((await readdir(join(cacheDir, 'media'))).sort()).toEqual(['journal.jsonl']);
    service.arrived.length = 0;
    await store.obtain(['a.png', 'same.png', 'later.png'], FOREVER);
    expect(asked()).not.toContain('a.png');
    expect(['a.png', 'same.png', 'later.png'].map((reference) => store.peek(reference))).toEqual([MISSING, MISSING, MISSING]);

    expect(await store.allow('other.png')).toBe(false);
    expect(await store.allow('a.png')).toBe(true);
    expect(store.peek('a.png')).toBeUndefined();
    expect(await obtained('a.png')).toMatchObject({ kind: 'image' });
    expect(await obtained('later.png')).toMatchObject({ kind: 'image' });
  });

  test('reaches another process at its next sync', async () => {
    stored.set('a.png', red);
    await obtained('a.png');
    const other = open();
    expect(other.peek('a.png')).toMatchObject({ kind: 'image' });
    await store.purge('a.png');
    await other.generation();
    expect(other.peek('a.png')).toEqual(MISSING);
  });

  test('can name a published address', async () => {
    stored.set('a.png', red);
    const { id } = pictureOf(await obtained('a.png'));
    expect((await store.purge(`/media/${id}/640.webp`)).groups).toEqual([`/media/${id}/`]);
    expect(store.peek('a.png')).toEqual(MISSING);
  });

  test('names the reference that was probably meant by one that is not known', async () => {
    stored.set('football-01.png', red).set('football-02.png', red);
    await store.obtain(['football-01.png', 'football-02.png'], FOREVER);
    expect(await store.purge('fotball-02.png')).toMatchObject({ groups: [], meant: 'football-02.png' });
    expect(await store.purge('elsewhere.png')).toMatchObject({ groups: [], meant: undefined });
  });

  test('by the address of what is withdrawn already is a second one of it', async () => {
    stored.set('a.png', red);
    const { id } = pictureOf(await obtained('a.png'));
    await store.purge('a.png');
    expect(await store.purge(`/media/${id}/640.webp`)).toMatchObject({ reference: 'a.png', groups: [], wasWithdrawn: true });
    expect(store.withdrawn()).toHaveLength(1);
  });

  test('of a reference never seen holds when it appears', async () => {
    expect(await store.purge('a.png')).toMatchObject({ groups: [], wasWithdrawn: false });
    stored.set('a.png', red);
    expect(await obtained('a.png')).toEqual(MISSING);
    expect(service.arrived).toEqual([]);
  });

  test.each([
    ['half written', async (path: string) => writeFile(path, (await readFile(path)).subarray(0, 40))],
    ['empty', (path: string) => writeFile(path, '')],
    ['null', (path: string) => writeFile(path, 'null')],
    ['changed by one letter', async (path: string) => writeFile(path, (await readFile(path, 'utf8')).replace('a.png', 'b.png'))],
  ])('a list that is %s stops every rebuild rather than publish what was purged', async (_name, damage) => {
    await store.purge('a.png');
    const path = join(cacheDir, 'data', 'purged.json');
    await damage(path);
    await expect(store.generation()).rejects.toThrow(`${path}, is damaged`);
    await expect(open().generation()).rejects.toThrow(/^The list of purged references[^\n]*$/);
  });

  test('outlasts the cache, under every reference to the same bytes', async () => {
    stored.set('a.png', red).set('same.png', red);
    await obtained('a.png');
    await store.purge('a.png');
    await rm(join(cacheDir, 'media'), { recursive: true });
    const next = open();
    await next.generation();
    expect(await obtained('same.png', next)).toEqual(MISSING);
    expect([next.isPurged('a.png'), next.isPurged('same.png'), next.isPurged('other.png')]).toEqual([true, true, false]);
  });

  test('given twice forgets nothing of the first: neither its bytes nor when and where they were published', async () => {
    stored.set('a.png', red).set('same.png', red);
    await obtained('a.png');
    await store.purge('a.png');
    const [first] = store.withdrawn();
    await store.purge('a.png');
    expect(store.withdrawn()).toEqual([first]);
    expect(first?.published).not.toBeNull();
    expect(await obtained('same.png')).toEqual(MISSING);
  });

  test('is written where only its owner reads, also when the folder was open to all', async () => {
    const data = join(cacheDir, 'data');
    await mkdir(join(data, 'older'), { recursive: true, mode: 0o755 });
    await writeFile(join(data, 'older', 'file'), '', { mode: 0o644 });
    await store.purge('a.png');
    const modes = ['', 'older', 'older/file', 'purged.json'].map((name) => statSync(join(data, name)).mode & 0o777);
    expect(modes).toEqual([0o700, 0o700, 0o600, 0o600]);
  });
});

describe('a picture that cannot be had', () => {
  const png = (options: object) =>
    sharp({ create: { width: 8000, height: 8000, channels: 4, background: '#102030' } }).png(options);
  const svg = (body: string) => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900">${body}</svg>`);
  const nested = Array.from({ length: 9 }, (_, level) => {
    const uses = `<use href="#g${level}"/>`.repeat(8);
    return `<g id="g${level + 1}">${uses}</g>`;
  });

  test.each<[string, () => Buffer | StubAnswer | Promise<Buffer>, RegExp]>([
    ['unknown to the service', () => (_arrived, response) => response.writeHead(404).end(), /a\.jpg answered HTTP 404/],
    [
      'unknown to a service that says so',
      (): StubAnswer => (_arrived, response) =>
        response.writeHead(404, { 'content-type': 'application/json' }).end('{"message":"There is no file a.jpg in media/."}'),
      /^There is no file a\.jpg in media\/\. \(HTTP 404 of \S+\/a\.jpg\)$/,
    ],
    ['HTML', () => Buffer.from('<!doctype html><h1>Not found</h1>'), /neither a picture nor a document/],
    ['broken', () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]), /cannot be read as a picture/],
    ['an interlaced PNG of 64 million pixels', () => png({ progressive: true }).toBuffer(), /8000 × 8000 pixels, too many/],
    ['an SVG with a filter', () => svg('<filter id="f"/>'), /an SVG with filters/],
    [
      'an SVG that draws for ever',
      () => svg(`<rect id="g0" width="900" height="900" fill-opacity=".5"/>${nested.join('')}`),
      /an SVG|cannot be read/,
    ],
  ])('says why: %s', { timeout: 30_000 }, async (_name, make, why) => {
    stored.set('a.jpg', await make());
    expect(await obtained('a.jpg')).toBeUndefined();
    expect(store.failure('a.jpg')).toMatch(why);
    stored.set('a.jpg', red);
    await obtained('a.jpg');
    expect(store.failure('a.jpg')).toBeNull();
  });
});

test('garbage is what no kept release needs', async () => {
  stored.set('a.png', red).set('b.jpg', camera);
  await store.obtain(['a.png', 'b.jpg'], FOREVER);
  const [a, b] = ['a.png', 'b.jpg'].map((reference) => `/media/${pictureOf(store.peek(reference)).id}/`);
  const size = (await filesOf(b ?? '')).reduce((sum, file) => sum + file.size, 0);
  expect(await store.gc(new Set([a ?? '']))).toBe(size);
  expect([store.peek('a.png')?.kind, store.peek('b.jpg')]).toEqual(['image', undefined]);
  expect(await filesOf(a ?? '')).toHaveLength(3);
  expect(await store.gc(new Set([a ?? '']))).toBe(0);
});
