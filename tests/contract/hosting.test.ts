import { readdir, readFile } from 'node:fs/promises';
import { get } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deploy } from '../../src/deploy/deploy.ts';
import { folderTarget } from '../../src/deploy/folder.ts';
import type { ReleaseSource } from '../../src/deploy/types.ts';
import type { Worker } from '../../src/worker/worker.ts';
import { type HostCase, hostTable, type Published } from '../support/hostTable.ts';
import { openSample, type Rig, serveRig } from '../support/rig.ts';
import { findOrInstall, type RunningServer, type ServerName, startServer } from '../support/servers.ts';
import { temporaryFolder } from '../support/trees.ts';

interface Answer {
  readonly status: number;
  readonly header: (name: string) => string;
  readonly body: string;
  /** Of the body as it was sent. */
  readonly bytes: number;
}

/** A request as it is written: no redirect followed, nothing unpacked, no header added. */
function ask(base: string, path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = get(new URL(base), { path, headers, agent: false }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          header: (name) => String(response.headers[name.toLowerCase()] ?? ''),
          body: Buffer.concat(parts).toString('utf8'),
          bytes: Buffer.concat(parts).length,
        }),
      );
    });
    request.on('error', reject);
  });
}

async function expectAnswer(base: string, { name, path, send, status, location, body, headers = {} }: HostCase): Promise<void> {
  const answer = await ask(base, path, send);
  const said = `${name}: ${path}`;
  expect([said, answer.status]).toEqual([said, status]);
  if (location !== undefined) expect([said, answer.header('location')]).toEqual([said, location]);
  if (body) expect(answer.body, said).toMatch(body);
  for (const [header, value] of Object.entries(headers)) expect(answer.header(header), `${said}, ${header}`).toMatch(value);
}

let rig: Rig;
let worker: Worker;
let published: Published;

async function whatIsPublished(dist: string): Promise<Published> {
  const albums = (await readdir(join(dist, 'SubGallery')))
    .filter((name) => name.endsWith('.html'))
    .map((name) => name.slice(0, -5));
  const id = albums.find((name) => !name.includes('~')) ?? '';
  const escaped = albums.find((name) => name.includes('~')) ?? '';
  const html = await readFile(join(dist, 'SubGallery', `${id}.html`), 'utf8');
  const news = await readdir(join(dist, 'News'));
  const first = async (folder: string, ending: string) =>
    (await readdir(join(dist, folder), { recursive: true })).find((name) => name.endsWith(ending)) ?? '';
  return {
    album: { id, title: /<h1[^>]*>\s*([^<]+?)\s*</.exec(html)?.[1] ?? 'no title' },
    escapedId: decodeURIComponent(escaped.replaceAll('~', '%')),
    forever: [
      `/assets/${await first('assets', '.js')}`,
      `/data/${await first('data', '.json')}`,
      `/media/${await first('media', '.webp')}`,
    ],
    archive: `/News/${(news.find((name) => /^\d{4}-\d\d\.html$/.test(name)) ?? '').slice(0, -5)}`,
  };
}

beforeAll(async () => {
  rig = await openSample();
  worker = await serveRig(rig);
  published = await whatIsPublished(rig.dist);
});

afterAll(async () => {
  await worker?.stop();
  await rig?.close();
});

async function expectTable(base: string): Promise<void> {
  const table = hostTable(published);
  expect(table.length).toBeGreaterThan(100);
  for (const row of table) await expectAnswer(base, row);
}

async function expectRevalidation(base: string): Promise<void> {
  for (const encoding of ['identity', 'gzip']) {
    const sent = { 'Accept-Encoding': encoding };
    const tag = (await ask(base, '/News', sent)).header('etag');
    const again = await ask(base, '/News', { ...sent, 'If-None-Match': tag });
    expect([encoding, again.status, again.body]).toEqual([encoding, 304, '']);
    expect((await ask(base, '/News', { ...sent, 'If-None-Match': '"another"' })).status).toBe(200);
  }
}

describe('the worker', () => {
  test('answers the table of requests', () => expectTable(worker.url));
  test('answers 304 to whom has the page already', () => expectRevalidation(worker.url));
});

describe.each<ServerName>(['caddy', 'nginx'])('%s, configured by the project', (name) => {
  const program = findOrInstall(name);
  let server: RunningServer;
  beforeAll(async () => {
    if (program) server = await startServer(name, program, rig.dist, worker.url);
  });
  afterAll(async () => server?.close());

  test.skipIf(!program)('answers the table of requests', () => expectTable(server.url));
  test.skipIf(!program)('answers 304 to whom has the page already', () => expectRevalidation(server.url));
  test.skipIf(!program)('forwards what the worker answers by program', async () => {
    const health = await ask(server.url, '/healthz');
    expect([health.status, JSON.parse(health.body).release]).toEqual([200, rig.site.engine.live()?.release]);
    expect((await ask(server.url, '/api/nothing-known')).status).toBe(404);
    expect((await ask(server.url, '/hooks/rebuild/unknown')).status).toBe(401);
    expect(health.header('x-content-type-options')).not.toMatch(/,/);
  });
});

describe.each<ServerName>(['caddy', 'nginx'])('%s, forwarding everything to the worker', (name) => {
  const program = findOrInstall(name);
  test.skipIf(!program)('answers the table of requests, and sends a page in the worker’s own bytes', async () => {
    const server = await startServer(name, program ?? '', '/nowhere', worker.url, { isProxy: true });
    try {
      await expectTable(server.url);
      const sent = { 'Accept-Encoding': 'br' };
      const [own, forwarded] = [await ask(worker.url, '/News', sent), await ask(server.url, '/News', sent)];
      expect(forwarded.header('content-encoding')).toBe('br');
      expect(forwarded.header('content-length')).toBe(own.header('content-length'));
    } finally {
      await server.close();
    }
  });
});

describe.each([
  ['caddy', 'br'],
  ['nginx', 'gzip'],
] as const)('%s, with compressed copies beside the files', (name, encoding) => {
  const program = findOrInstall(name);
  test.skipIf(!program)('sends pages and the 404 page in as many bytes as the worker', async () => {
    const folder = temporaryFolder();
    const { engine, cacheDir } = rig.site;
    // A few pages stand for all: the smallest copies of a whole site take a minute.
    const pages = ['index.html', 'News.html', '404.html'];
    const few: ReleaseSource = {
      live: () => ({
        release: 'few',
        files: () => [...(engine.live()?.files() ?? [])].filter(({ path }) => pages.includes(path)),
      }),
      read: (file) => engine.read(file),
      encoded: (file, how) => engine.encoded(file, how),
    };
    expect(await deploy({ engine: few, cacheDir, target: folderTarget(folder.path, cacheDir) })).toMatchObject({ ok: true });
    const server = await startServer(name, program ?? '', folder.path, worker.url, { isPrecompressed: true });
    try {
      for (const path of ['/News', '/', '/nothing-there']) {
        const sent = { 'Accept-Encoding': encoding };
        const [own, served] = [await ask(worker.url, path, sent), await ask(server.url, path, sent)];
        expect([path, served.status, served.header('content-encoding')]).toEqual([path, own.status, encoding]);
        expect(served.bytes, path).toBe(own.bytes);
        expect(served.header('content-type')).toBe(own.header('content-type'));
      }
    } finally {
      await server.close();
      folder.remove();
    }
  });
});
