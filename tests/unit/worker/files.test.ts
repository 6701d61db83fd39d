import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { ReleaseFile } from '../../../src/engine/releases.ts';
import type { LiveRelease } from '../../../src/engine/servedReleases.ts';
import { digestOf } from '../../../src/lib/digest.ts';
import { createFileHandler } from '../../../src/worker/files.ts';
import { temporaryFolder } from '../../support/trees.ts';

const { path: folder, remove } = temporaryFolder();
afterAll(remove);

function fileOf(path: string, text = `the bytes of ${path}`): ReleaseFile {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return { path, file, digest: digestOf(text), size: Buffer.byteLength(text) };
}

const current = new Map<string, ReleaseFile>([
  ['/', fileOf('index.html')],
  ['/Events', fileOf('Events.html')],
  ['/SubGallery', fileOf('SubGallery.html')],
  ['/SubGallery/a1', fileOf('SubGallery/a1.html')],
  ['/files/abc/circular.pdf', fileOf('files/abc/circular.pdf', '0123456789')],
  ['/files/abc/cut.pdf', { ...fileOf('files/abc/cut.pdf', '0123456789'), size: 300_000 }],
]);
const earlier = new Map([['/assets/old.js', fileOf('assets/old.js')]]);
const missing = fileOf('404.html');

function releaseOf(files: ReadonlyMap<string, ReleaseFile>): LiveRelease {
  return {
    release: 'r1',
    builtAt: 0,
    held: false,
    lookup: (path) => files.get(path),
    recent: (path) => earlier.get(path),
    files: () => files.values(),
  };
}

let live: LiveRelease | null = releaseOf(new Map([...current, ['/404', missing]]));
const handle = createFileHandler({
  live: () => live,
  read: async ({ file }) => readFileSync(file),
  open: async ({ file }) => open(file),
  encoded: async (file, encoding) => Buffer.from(`${encoding} ${file.path}`),
});
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  handle(new Request(`http://school.example${path}`, { method, headers }));

describe('a file handler', () => {
  test('answers a page with its type, its tag and the site’s policy, to be revalidated', async () => {
    const answer = await get('/Events');
    expect([answer.status, await answer.text()]).toEqual([200, 'the bytes of Events.html']);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      etag: `"${current.get('/Events')?.digest}"`,
      'cache-control': 'public, max-age=0, must-revalidate',
      'content-security-policy': expect.stringContaining("frame-ancestors 'self'"),
      vary: 'Accept-Encoding',
    });
  });

  test('answers 304 without a body to the tag that it gave, also to that of a compressed copy', async () => {
    for (const encoding of ['identity', 'br']) {
      const tag = (await get('/Events', { 'accept-encoding': encoding })).headers.get('etag') ?? '';
      const again = await get('/Events', { 'accept-encoding': encoding, 'if-none-match': tag });
      expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag]);
    }
  });

  test('breaks an answer off when the file is cut while it is sent, so that nobody waits for the rest', async () => {
    for (const range of ['', 'bytes=4-200000'])
      await expect((await get('/files/abc/cut.pdf', { range })).arrayBuffer()).rejects.toThrow(
        /ended (299990|199991) bytes early/,
      );
  });

  test('sends a compressed copy to who takes one', async () => {
    const answer = await get('/Events', { 'accept-encoding': 'gzip' });
    expect([answer.headers.get('content-encoding'), await answer.text()]).toEqual(['gzip', 'gzip Events.html']);
  });

  test('sends the asked part of a file, and refuses one that lies outside', async () => {
    const part = await get('/files/abc/circular.pdf', { range: 'bytes=2-4' });
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 2-4/10', '234']);
    const outside = await get('/files/abc/circular.pdf', { range: 'bytes=20-' });
    expect([outside.status, outside.headers.get('content-range')]).toEqual([416, 'bytes */10']);
  });

  test('sends the whole file when the tag of an If-Range is another release’s', async () => {
    const answer = await get('/files/abc/circular.pdf', { range: 'bytes=2-4', 'if-range': '"another"' });
    expect([answer.status, await answer.text()]).toEqual([200, '0123456789']);
  });

  test('answers an album’s shared address with the album, of an unknown one with the page that finds it', async () => {
    expect(await (await get('/SubGallery?id=a1')).text()).toBe('the bytes of SubGallery/a1.html');
    expect(await (await get('/SubGallery?id=newer')).text()).toBe('the bytes of SubGallery.html');
  });

  test('redirects an address in the wrong case, keeping its query', async () => {
    const answer = await get('/EVENTS?year=2025');
    expect([answer.status, answer.headers.get('location')]).toEqual([301, '/Events?year=2025']);
  });

  test('still answers a file named by its digest of an earlier release, for ever', async () => {
    const answer = await get('/assets/old.js');
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
  });

  test('answers an unknown address with the 404 page, which nobody keeps', async () => {
    for (const path of ['/nowhere', '/%ff', '/Events%00']) {
      const answer = await get(path);
      expect([answer.status, answer.headers.get('cache-control'), await answer.text()], path).toEqual([
        404,
        'no-cache',
        'the bytes of 404.html',
      ]);
    }
  });

  test('answers HEAD without a body, and no other method than GET beside it', async () => {
    const head = await get('/Events', {}, 'HEAD');
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '24', '']);
    const post = await get('/Events', {}, 'POST');
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  test('says that the site is being built while there is no release', async () => {
    const before = live;
    live = null;
    const answer = await get('/Events');
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    live = before;
  });
});
