import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../scripts/lib/listen.ts';
import { PAGES } from '../../src/collections/addresses.ts';
import { caddyfile, nginxSite, type ServerOptions } from '../../src/hosting/servers.ts';
import { CACHE_FOREVER, CACHE_REVALIDATE, DOCUMENT_POLICY, SECURITY_HEADERS } from '../../src/lib/headers.ts';
import { type DeploySource, deploy } from '../../src/targets/deploy.ts';
import { folderTarget } from '../../src/targets/folder.ts';
import type { Worker } from '../../src/worker/worker.ts';
import { openSample, type Rig, serveRig } from '../support/rig.ts';
import { temporaryFolder } from '../support/trees.ts';

/** A request with the response that every host must give. */
interface HostCase {
  readonly name: string;
  readonly path: string;
  readonly send?: Readonly<Record<string, string>>;
  readonly status: number;
  /** The target of a redirect. */
  readonly location?: string;
  /** Matches the body. */
  readonly body?: RegExp;
  readonly headers?: Readonly<Record<string, RegExp>>;
}

/** Parts of the published site that the table requests. */
interface Published {
  /** An album whose id needs no escaping in a path, and its title. */
  readonly album: { readonly id: string; readonly title: string };
  /** The id of an album that is escaped in its path. */
  readonly escapedId: string;
  /** Addresses of a script, a data file and a picture, all named by digest. */
  readonly forever: readonly string[];
  /** An archive page of the news, as `/News/2026-11`. */
  readonly archive: string;
}

const exactly = (value: string) => new RegExp(`^${value.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')}$`);
const onEveryPage = Object.fromEntries(Object.entries(SECURITY_HEADERS).map(([name, value]) => [name, exactly(value)]));

/** The requests that every host is tested with. A host may leave albums whose id must be escaped to the page's script. */
function hostTable({ album, escapedId, forever, archive }: Published): HostCase[] {
  const notFound = /Page not found/;
  const albums = /Photo albums|class="photos/;
  return [
    ...PAGES.map(
      (path): HostCase => ({
        name: `${path} at its exact spelling, without a redirect`,
        path,
        status: 200,
        headers: onEveryPage,
      }),
    ),
    ...PAGES.filter((path) => path !== '/').flatMap((path): HostCase[] =>
      [path.toLowerCase(), path.toUpperCase()].map((wrong) => ({
        name: `${wrong} in the wrong case`,
        path: wrong,
        status: 301,
        location: path,
      })),
    ),
    { name: 'a wrong case with a query', path: '/eVents?year=2025&q=a%20b', status: 301, location: '/Events?year=2025&q=a%20b' },
    { name: 'a wrong case below a page', path: archive.toLowerCase(), status: 301, location: archive },
    { name: 'a page below a page', path: archive, status: 200, headers: onEveryPage },
    { name: 'a slash at the end', path: '/Events/', status: 301, location: '/Events' },
    { name: 'an old name', path: '/Home', status: 301, location: '/' },
    { name: 'the file of the home page', path: '/index.html', status: 301, location: '/' },
    {
      name: 'an unknown address',
      path: '/nowhere',
      status: 404,
      body: notFound,
      headers: { ...onEveryPage, 'Cache-Control': /^no-cache$/ },
    },
    { name: 'an unknown address below a page', path: '/News/1803-01', status: 404, body: notFound },
    {
      name: 'a missing file named by digest, not kept for ever',
      path: '/assets/none.0123456789ab.js',
      status: 404,
      headers: { 'Cache-Control': /^no-cache$/ },
    },
    {
      name: 'an album by its id',
      path: `/SubGallery?id=${album.id}`,
      status: 200,
      body: new RegExp(`<h1[^>]*>\\s*${album.title}`),
      headers: onEveryPage,
    },
    {
      name: 'an album in the wrong case of the page',
      path: `/subgallery?id=${album.id}`,
      status: 301,
      location: `/SubGallery?id=${album.id}`,
    },
    {
      name: 'an album by an id that is escaped',
      path: `/SubGallery?id=${encodeURIComponent(escapedId)}`,
      status: 200,
      body: albums,
    },
    { name: 'an album newer than the build', path: '/SubGallery?id=not-yet-known', status: 200, body: albums },
    { name: 'an id with a path to the folder above', path: '/SubGallery?id=../404', status: 200, body: albums },
    { name: 'an empty id', path: '/SubGallery?id=', status: 200, body: albums },
    {
      name: 'a page is revalidated by its ETag',
      path: '/News',
      status: 200,
      headers: { 'Cache-Control': exactly(CACHE_REVALIDATE), ETag: /^(?:W\/)?".+"$/ },
    },
    ...forever.map(
      (path): HostCase => ({
        name: `${path} is kept for ever`,
        path,
        status: 200,
        headers: { 'Cache-Control': exactly(CACHE_FOREVER), 'X-Content-Type-Options': /^nosniff$/ },
      }),
    ),
    {
      name: 'a page is compressed',
      path: '/News',
      send: { 'Accept-Encoding': 'gzip' },
      status: 200,
      headers: { 'Content-Encoding': /^gzip$/, Vary: /Accept-Encoding/i },
    },
    {
      name: 'a page is sent uncompressed to a client that accepts no compression',
      path: '/News',
      send: { 'Accept-Encoding': 'identity' },
      status: 200,
      headers: { 'Content-Encoding': /^$/ },
    },
    {
      name: 'a document may be shown in the site’s own frames, by the browser’s viewer',
      path: '/documents/magazine-2026.pdf',
      status: 200,
      headers: { 'Content-Type': /^application\/pdf$/, 'Content-Security-Policy': exactly(DOCUMENT_POLICY) },
    },
    {
      name: 'robots.txt',
      path: '/robots.txt',
      status: 200,
      body: /^User-agent: \*/,
      headers: { 'Content-Type': /^text\/plain/ },
    },
    {
      name: 'the sitemap',
      path: '/sitemap.xml',
      status: 200,
      body: /<urlset/,
      headers: { 'Content-Type': /^application\/xml; charset=utf-8$/ },
    },
    { name: 'the icon', path: '/favicon.svg', status: 200, headers: { 'Content-Type': /^image\/svg\+xml; charset=utf-8$/ } },
  ];
}

type ServerName = 'caddy' | 'nginx';

const isRoot = process.getuid?.() === 0;

/** Path of an installed server; null when there is none: its tests are then skipped, which a line says. */
function findServer(name: ServerName): string | null {
  for (const folder of [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']) {
    const path = join(folder, name);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // Not in this folder.
    }
  }
  process.stderr.write(`${name} is not installed, so its tests are skipped. On Debian: apt-get install ${name}\n`);
  return null;
}

async function answers(url: string, child: ChildProcess): Promise<boolean> {
  for (let attempt = 0; attempt < 600 && child.exitCode === null; attempt += 1) {
    const answer = await fetch(url).catch(() => null);
    if (answer) {
      await answer.body?.cancel();
      return true;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return false;
}

type Served = Pick<ServerOptions, 'root' | 'workerUrl' | 'isProxy' | 'isPrecompressed'>;

function configured(name: ServerName, folder: string, port: number, served: Served): [string, string[]] {
  const options = { ...served, hsts: null, redirectFrom: null };
  if (name === 'caddy') {
    const site = caddyfile({ ...options, address: `http://127.0.0.1:${port}` });
    return [`{\n\tadmin off\n}\n${site}`, ['run', '--adapter', 'caddyfile', '--config', join(folder, 'config')]];
  }
  const site = nginxSite({ ...options, address: '_' }, `127.0.0.1:${port}`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`);
  const main = [
    // Only its owner can read the folder.
    isRoot ? 'user root;' : '',
    `daemon off; pid ${folder}/pid; error_log stderr; events {}`,
    `http { access_log off; ${temporary.join(' ')}`,
    site,
    '}',
  ];
  return [main.join('\n'), ['-e', 'stderr', '-c', join(folder, 'config')]];
}

interface RunningServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves a published tree with a server's own configuration, as the project writes it. */
async function startServer(
  name: ServerName,
  program: string,
  root: string,
  workerUrl = 'http://127.0.0.1:9',
  { isProxy = false, isPrecompressed = false }: Partial<Served> = {},
): Promise<RunningServer> {
  const folder = await mkdtemp(join(tmpdir(), `site-${name}-`));
  const port = await freePort();
  const [text, args] = configured(name, folder, port, { root, workerUrl, isProxy, isPrecompressed });
  await writeFile(join(folder, 'config'), text);
  let errors = '';
  const child = spawn(program, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder },
  });
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const url = `http://127.0.0.1:${port}`;
  const close = async () => {
    child.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  if (await answers(url, child)) return { url, close };
  await close();
  throw new Error(`${name} did not start:\n${errors}`);
}

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

const PROGRAMS = { caddy: findServer('caddy'), nginx: findServer('nginx') };

describe.each<ServerName>(['caddy', 'nginx'])('%s, configured by the project', (name) => {
  const program = PROGRAMS[name];
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
  const program = PROGRAMS[name];
  test.skipIf(!program)('answers the table of requests, and sends a page in the worker’s own bytes', async () => {
    const server = await startServer(name, program ?? '', '/nowhere', worker.url, { isProxy: true });
    try {
      await expectTable(server.url);
      const sent = { 'Accept-Encoding': 'br' };
      // The page compressed at the best level may come between the two.
      const both = async () => [await ask(worker.url, '/News', sent), await ask(server.url, '/News', sent)];
      const told = async () =>
        (await both()).map(({ header }) => `${header('content-encoding')} ${header('content-length')}`).join(', ');
      await expect.poll(told).toMatch(/^(br \d+), \1$/);
    } finally {
      await server.close();
    }
  });
});

describe.each([
  ['caddy', 'br'],
  ['nginx', 'gzip'],
] as const)('%s, with compressed copies beside the files', (name, encoding) => {
  const program = PROGRAMS[name];
  test.skipIf(!program)('sends pages and the 404 page in as many bytes as the worker', async () => {
    const folder = temporaryFolder();
    const { engine, cacheDir } = rig.site;
    // A few pages stand for all: the smallest copies of a whole site take a minute.
    const pages = ['index.html', 'News.html', '404.html'];
    const few: DeploySource = {
      live: () => ({
        release: 'few',
        files: () => [...(engine.live()?.files() ?? [])].filter(({ path }) => pages.includes(path)),
      }),
      read: (file) => engine.read(file),
      encoded: (...args) => engine.encoded(...args),
    };
    expect(await deploy({ engine: few, cacheDir, target: folderTarget(folder.path) })).toMatchObject({ ok: true });
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
