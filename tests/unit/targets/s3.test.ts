import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type S3, startS3 } from '../../../scripts/bench/objectStorage.ts';
import { listen } from '../../../scripts/lib/listen.ts';
import { digestOf } from '../../../src/lib/digest.ts';
import { CACHE_FOREVER, CACHE_REVALIDATE } from '../../../src/lib/headers.ts';
import { succeed } from '../../../src/lib/result.ts';
import type { BucketSettings } from '../../../src/lib/settings.ts';
import { type DeployOptions, deploy, describePlan, planDeploy } from '../../../src/targets/deploy.ts';
import { timeFor } from '../../../src/targets/exchange.ts';
import { s3Target } from '../../../src/targets/s3.ts';
import { temporaryFolder } from '../../support/trees.ts';

const cache = temporaryFolder();
let machines = 0;
afterAll(() => cache.remove());

const HOME = { 'index.html': '<h1>Home</h1>', '404.html': '<h1>Page not found</h1>', 'assets/app.1.js': 'start()' };
const FIRST = {
  ...HOME,
  'News.html': 'news <img src="/media/aaa/320.webp">',
  'News/2025-03.html': 'march',
  'media/aaa/320.webp': 'picture a',
};
const SECOND = { ...HOME, 'News.html': 'news <img src="/media/bbb/320.webp">', 'media/bbb/320.webp': 'picture b' };

type Files = Readonly<Record<string, string>>;

interface Changes extends Partial<BucketSettings> {
  readonly purge?: { readonly url: string; readonly token: string };
  /** Of one request, ms. */
  readonly timeout?: number;
}

class Bucket {
  readonly s3: S3;
  now = Date.UTC(2026, 10, 21);
  readonly #prefix: string;

  constructor(s3: S3, prefix: string) {
    this.s3 = s3;
    this.#prefix = prefix;
  }

  /** The options of a deploy of these files. */
  options(files: Files, { purge, timeout = 20_000, ...changes }: Changes = {}) {
    const bucket = { ...this.s3.settings, prefix: this.#prefix, ...changes };
    const target = s3Target(
      { target: 's3', minInterval: 1, bucket, purge: purge ?? null },
      { siteUrl: 'https://school.example', now: () => this.now, timeout, backOff: 1 },
    );
    const list = Object.entries(files).map(([path, text]) => ({ path, digest: digestOf(text), size: text.length, file: path }));
    const engine: DeployOptions['engine'] = {
      live: () => ({ release: digestOf(JSON.stringify(files)).slice(0, 8), files: () => list }),
      read: async ({ path }) => new TextEncoder().encode(files[path]),
    };
    machines += 1;
    return { engine, cacheDir: join(cache.path, String(machines)), target, backOff: 1 };
  }

  async deployed(files: Files, changes?: Changes) {
    this.s3.requests.length = 0;
    const done = await deploy(this.options(files, changes));
    if (!done.ok) throw new Error(done.message);
    return done.value;
  }

  async failure(files: Files, changes?: Changes): Promise<string> {
    const done = await deploy(this.options(files, changes));
    return done.ok ? 'no failure' : done.message;
  }

  /** Address of an object. */
  addressOf(key: string): string {
    return `${this.s3.settings.endpoint}/${this.s3.settings.bucket}/${this.#prefix}/${key}`;
  }

  /** The response to a visitor who requests an object. */
  async fetched(key: string) {
    const response = await fetch(this.addressOf(key));
    const { status, headers } = response;
    return { status, text: await response.text(), type: headers.get('content-type'), cache: headers.get('cache-control') };
  }

  /** The requests that write, with their keys. */
  written(): string[] {
    const writing = this.s3.requests.filter((line) => !line.startsWith('GET '));
    return writing.map((line) => line.replace(`/${this.s3.settings.bucket}/${this.#prefix}/`, ''));
  }
}

/** The bucket of each test of a file. */
function testBucket(): () => Bucket {
  let s3: S3;
  let bucket: Bucket;
  let tests = 0;
  beforeAll(async () => {
    s3 = await startS3();
  });
  beforeEach(() => {
    tests += 1;
    s3.answer = () => 'pass';
    s3.requests.length = 0;
    bucket = new Bucket(s3, `p${tests}`);
  });
  afterAll(() => s3.close());
  return () => bucket;
}

const DAY = 24 * 3_600_000;
const bucket = testBucket();

describe('a deploy to object storage', () => {
  test('puts pages under their address without .html, each object with its type and its caching', async () => {
    await bucket().deployed(FIRST);
    expect(await bucket().fetched('News')).toEqual({
      status: 200,
      text: FIRST['News.html'],
      type: 'text/html; charset=utf-8',
      cache: CACHE_REVALIDATE,
    });
    expect(await bucket().fetched('News/2025-03')).toMatchObject({ status: 200, text: 'march' });
    expect(await bucket().fetched('index.html')).toMatchObject({ status: 200, cache: CACHE_REVALIDATE });
    expect(await bucket().fetched('404.html')).toMatchObject({ status: 200, cache: 'no-cache' });
    expect(await bucket().fetched('media/aaa/320.webp')).toMatchObject({ status: 200, type: 'image/webp', cache: CACHE_FOREVER });
    const own = bucket()
      .s3.requests.filter((line) => /\/\.[^/]*$/.test(line))
      .map((line) => line.split(' ')[1]);
    expect(new Set(own).size).toBeLessThanOrEqual(2);
  });

  test('sends digest-named files, then pages, then removals; the files that no page needs stay seven days', async () => {
    await bucket().deployed(FIRST);
    await bucket().deployed(SECOND);
    const written = bucket().written();
    expect(written).toEqual([
      'PUT .deploying.json',
      'PUT media/bbb/320.webp',
      'PUT News',
      'DELETE News/2025-03',
      'PUT .deployed.json',
    ]);
    expect((await bucket().fetched('media/aaa/320.webp')).status).toBe(200);
    bucket().now += 6 * DAY;
    await bucket().deployed({ ...SECOND, 'News.html': 'other news' });
    expect((await bucket().fetched('media/aaa/320.webp')).status).toBe(200);
    bucket().now += DAY;
    const plan = await bucket().deployed({ ...SECOND, 'News.html': 'newer news' });
    expect(plan.removed).toEqual(['media/aaa/320.webp']);
    expect((await bucket().fetched('media/aaa/320.webp')).status).toBe(404);
  });

  test('files that were not needed while the clock stood in 2100 stay seven days after it was put right', async () => {
    const right = bucket().now;
    await bucket().deployed(FIRST);
    bucket().now = Date.UTC(2100, 0, 1);
    await bucket().deployed(SECOND);
    bucket().now = right;
    await bucket().deployed({ ...SECOND, 'News.html': 'other news' });
    expect((await bucket().fetched('media/aaa/320.webp')).status).toBe(200);
    bucket().now += 7 * DAY;
    const plan = await bucket().deployed({ ...SECOND, 'News.html': 'newer news' });
    expect(plan.removed).toEqual(['media/aaa/320.webp']);
  });

  test('removes at once, when told, what no page needs: a purged picture', async () => {
    await bucket().deployed(FIRST);
    await bucket().deployed(SECOND);
    await deploy({ ...bucket().options(SECOND), isImmediate: true });
    expect((await bucket().fetched('media/aaa/320.webp')).status).toBe(404);
    expect((await bucket().fetched('media/bbb/320.webp')).status).toBe(200);
  });

  test('sends nothing when nothing changed, from whichever machine, and a file that is needed again stays as it is', async () => {
    await bucket().deployed(FIRST);
    expect(describePlan(await bucket().deployed(FIRST), true)).toMatch(/is deployed already/);
    expect(bucket().written()).toEqual([]);
    await bucket().deployed(SECOND);
    const back = await bucket().deployed(FIRST);
    expect(back.changed.map(({ path }) => path)).toEqual(['News.html', 'News/2025-03.html']);
  });

  test('its records travel again only when another machine has written them since', async () => {
    const sizes: number[] = [];
    const counting = (files: Record<string, string>, target = bucket().options(files).target) => ({
      ...bucket().options(files),
      target,
    });
    const { target } = bucket().options(FIRST);
    bucket().s3.onAnswer = (line, size) => void (/GET .*\/\.deploy/.test(line) && sizes.push(size));
    await deploy(counting(FIRST, target));
    sizes.length = 0;
    await deploy(counting(SECOND, target));
    expect(sizes).toEqual([0, 0]);
    await bucket().deployed(FIRST);
    sizes.length = 0;
    expect(await deploy(counting(SECOND, target))).toMatchObject({ ok: true });
    expect(Math.min(...sizes)).toBeGreaterThan(0);
    bucket().s3.onAnswer = () => {};
    expect((await bucket().fetched('News')).text).toBe(SECOND['News.html']);
  });

  test('is listed by a dry run, which writes nothing', async () => {
    await bucket().deployed(FIRST);
    bucket().s3.requests.length = 0;
    const plan = await planDeploy(bucket().options(SECOND));
    expect(plan.ok && [plan.value.changed.map(({ path }) => path), plan.value.removed]).toEqual([
      ['News.html', 'media/bbb/320.webp'],
      ['News/2025-03.html'],
    ]);
    expect(bucket().written()).toEqual([]);
  });

  test('tells the CDN which addresses changed, at most 30 a call', async () => {
    const calls: { readonly files: string[]; readonly token: string | undefined }[] = [];
    const { url, close } = await listen(async (request, response) => {
      calls.push({ files: JSON.parse(await text(request)).files, token: request.headers.authorization });
      response.end('{}');
    });
    const purge = { url, token: 'secret' };
    const pages = Object.fromEntries(Array.from({ length: 70 }, (_, number) => [`News/${number}.html`, `${number}`]));
    await bucket().deployed({ ...FIRST, ...pages }, { purge });
    expect(calls.map(({ files }) => files.length).sort()).toEqual([14, 30, 30]);
    calls.length = 0;
    await bucket().deployed({ ...SECOND, ...pages, 'index.html': 'another home' }, { purge });
    const origin = 'https://school.example';
    expect(calls).toEqual([{ files: [`${origin}/News`, `${origin}/`, `${origin}/News/2025-03`], token: 'Bearer secret' }]);
    await close();
  });
});

test('a CDN whose address leads elsewhere was told nothing, and the deploy says so', async () => {
  const methods: (string | undefined)[] = [];
  const { url, close } = await listen((request, response) => {
    methods.push(request.method);
    response.writeHead(302, { location: '/elsewhere' }).end();
  });
  const purge = { url, token: 'secret' };
  expect(await bucket().failure(FIRST, { purge })).toMatch(/^CDN_PURGE_URL answered HTTP 302\. Check it/);
  expect(methods).toEqual(['POST']);
  await close();
});

describe('object storage that does not want', () => {
  test('names the bucket and the address', async () => {
    expect(await bucket().failure(FIRST, { bucket: 'nowhere' })).toMatch(/HTTP 404 \(NoSuchBucket\).* Check S3_BUCKET\.$/);
    expect(await bucket().failure(FIRST, { endpoint: 'http://127.0.0.1:9' })).toMatch(
      /could not be reached .* Check S3_ENDPOINT\.$/,
    );
  });

  test.each([
    ['InvalidAccessKeyId', 'Check AWS_ACCESS_KEY_ID.'],
    ['SignatureDoesNotMatch', 'Check AWS_SECRET_ACCESS_KEY.'],
    ['RequestTimeTooSkewed', 'The clock of this machine is off: set it.'],
  ])('says in one line what to do about %s, after asking once and without the secret', async (code, advice) => {
    bucket().s3.answer = () => ({ status: 403, code });
    const message = await bucket().failure(FIRST, { secretAccessKey: 'a-secret' });
    expect(message).toBe(`Object storage answered HTTP 403 (${code}) while reading .deployed.json. ${advice}`);
    expect(bucket().s3.requests.length).toBe(2);
  });

  test.each([{ status: 503, code: 'SlowDown' }, 'reset', 'hang'] as const)(
    'keeps the live site and is tried a bounded number of times (%s)',
    async (how) => {
      await bucket().deployed(FIRST);
      bucket().s3.requests.length = 0;
      bucket().s3.answer = ({ method }) => (method === 'PUT' ? how : 'pass');
      const done = await deploy(bucket().options(SECOND, how === 'hang' ? { timeout: 400 } : {}));
      expect(done.ok ? '' : done.message).toMatch(/^Object storage .* while writing \.deploying\.json/);
      const tries = Map.groupBy(bucket().s3.requests, (line) => line);
      expect(Math.max(...Array.from(tries.values(), ({ length }) => length))).toBeLessThanOrEqual(9);
      expect([...tries.keys()].some((line) => line.endsWith('/News'))).toBe(false);
      bucket().s3.answer = () => 'pass';
      expect((await bucket().fetched('News')).text).toBe(FIRST['News.html']);
    },
  );

  test('has more time for a large file, as much as it takes beside thirty others on a slow line', () => {
    expect([0, 200_000, 25_000_000].map((bytes) => timeFor(bytes, 30_000))).toEqual([30_000, 50_000, 2_530_000]);
  });

  test('is asked again when it fails once', async () => {
    bucket().s3.answer = (_, number) => (number === 3 ? { status: 503, code: 'SlowDown' } : 'pass');
    await bucket().deployed(FIRST);
    expect((await bucket().fetched('News')).status).toBe(200);
  });
});

describe('two machines, and records that are lost', () => {
  test('of two that deploy at once one goes on, and the other says so in one line', async () => {
    await bucket().deployed(FIRST);
    const machines = [bucket().options(SECOND), bucket().options({ ...FIRST, 'News.html': 'other news' })];
    let planned = 0;
    const all = Promise.withResolvers<void>();
    // Neither begins before both know what the bucket holds.
    const withdrawn = async () => {
      planned += 1;
      if (planned === machines.length) all.resolve();
      await all.promise;
      return [];
    };
    const uploads = await Promise.all(machines.map((how) => deploy({ ...how, withdrawn })));
    expect(uploads.filter(({ ok }) => ok)).toHaveLength(1);
    expect(uploads.find(({ ok }) => !ok)).toMatchObject({ message: expect.stringContaining('Another machine deploys') });
  });

  test('a bucket without its record is listed: what the site has no more goes, what was never its own stays', async () => {
    await bucket().deployed({ ...FIRST, 'News/item/gone.html': 'gone' });
    const addressOf = (key: string) => bucket().addressOf(key);
    await fetch(addressOf('verification.html'), { method: 'PUT', body: 'of the operator' });
    await fetch(addressOf('.deployed.json'), { method: 'DELETE' });
    const { removed } = await bucket().deployed(SECOND);
    expect(removed).toEqual(['News/2025-03.html', 'News/item/gone.html']);
    expect((await fetch(addressOf('verification.html'))).status).toBe(200);
    expect((await fetch(addressOf('News/item/gone'))).status).toBe(404);
    expect((await fetch(addressOf('News'))).status).toBe(200);
  });

  test('what was withdrawn leaves the bucket at once, although other files stay for a while', async () => {
    await bucket().deployed({
      ...FIRST,
      'media/cccccccccccc/320.webp': 'picture c',
      'News.html': '/media/aaa/320.webp /media/cccccccccccc/320.webp',
    });
    const how = { ...bucket().options(SECOND), withdrawn: async () => ['/media/cccccccccccc/'] };
    // Left by an upload that nobody recorded.
    await fetch(bucket().addressOf('media/cccccccccccc/640.webp'), { method: 'PUT', body: 'picture c' });
    expect(await deploy(how)).toMatchObject({
      ok: true,
      value: { removed: ['News/2025-03.html', 'media/cccccccccccc/320.webp', 'media/cccccccccccc/640.webp'] },
    });
    expect((await bucket().fetched('media/cccccccccccc/640.webp')).status).toBe(404);
    // The upload of a machine that was stopped for a while arrives later still.
    await fetch(bucket().addressOf('media/cccccccccccc/320.webp'), { method: 'PUT', body: 'picture c' });
    bucket().now += DAY / 24;
    expect(await deploy(how)).toMatchObject({ ok: true, value: { changed: [], removed: ['media/cccccccccccc/320.webp'] } });
    expect((await bucket().fetched('media/cccccccccccc/320.webp')).status).toBe(404);
    // One that says so is noticed at once.
    await fetch(bucket().addressOf('media/cccccccccccc/320.webp'), { method: 'PUT', body: 'picture c' });
    await fetch(bucket().addressOf('.deploying.json'), { method: 'PUT', body: JSON.stringify({ at: 0.5, paths: [] }) });
    expect(await deploy(how)).toMatchObject({ ok: true, value: { removed: ['media/cccccccccccc/320.webp'] } });
  });

  test('every ten minutes the bucket is listed: what is lost or was written over comes anew, what nobody knows goes', async () => {
    const how = bucket().options(SECOND);
    const lists = () => bucket().s3.requests.filter((line) => line.includes('list-type=2')).length;
    const put = (key: string) => fetch(bucket().addressOf(key), { method: 'PUT', body: 'older' });
    await deploy(how);
    await fetch(bucket().addressOf('News'), { method: 'DELETE' });
    await Promise.all(['index.html', 'News/item/gone', 'News/own.pdf', 'News.html', 'verification.html'].map(put));
    const before = lists();
    bucket().now += 9 * 60_000;
    expect(await deploy(how)).toMatchObject({ ok: true, value: { changed: [], removed: [] } });
    expect(lists()).toBe(before);
    bucket().now += 60_000;
    expect(await deploy(how)).toMatchObject({
      ok: true,
      value: { changed: [{ path: 'News.html' }, { path: 'index.html' }], removed: ['News/item/gone.html'] },
    });
    expect((await bucket().fetched('index.html')).text).toBe(SECOND['index.html']);
    expect((await bucket().fetched('verification.html')).text).toBe('older');
    bucket().now += 10 * 60_000;
    expect(await deploy(how)).toMatchObject({ ok: true, value: { changed: [], removed: [] } });
    for (const own of ['News/own.pdf', 'verification.html']) expect((await bucket().fetched(own)).status).toBe(200);
  });

  test('a storage whose lists name other tags than its answers is not written anew each time', async () => {
    const how = bucket().options(SECOND);
    await deploy(how);
    const manifest = await fetch(bucket().addressOf('.deployed.json'));
    const { tags, ...rest } = (await manifest.json()) as { tags: Record<string, string> };
    expect(Object.keys(tags).sort()).toEqual(Object.keys(SECOND).sort());
    const others = Object.fromEntries(Object.keys(tags).map((path) => [path, 'other']));
    await fetch(bucket().addressOf('.deployed.json'), { method: 'PUT', body: JSON.stringify({ ...rest, tags: others }) });
    expect(await deploy(how)).toMatchObject({ ok: true, value: { changed: [], removed: [] } });
  });

  test('only the live release of all machines is deployed, whatever its name, and whatever the bucket shows', async () => {
    const release = (name: string, files: Record<string, string>, newest: string) => {
      const how = bucket().options(files);
      const live = () => ({ ...how.engine.live(), release: name }) as ReturnType<typeof how.engine.live>;
      return { ...how, newest: async () => succeed(newest), engine: { ...how.engine, live } };
    };
    expect(await deploy(release('20261121-1', SECOND, '20261121-1'))).toMatchObject({ ok: true });
    expect(await deploy(release('20261121-2', FIRST, '20261121-1'))).toMatchObject({ ok: true, value: { changed: [] } });
    expect((await bucket().fetched('News')).text).toBe(SECOND['News.html']);
    const held = await deploy(release('20261121-0', FIRST, '20261121-0'));
    expect(held.ok && held.value.changed.length).toBeGreaterThan(0);
  });

  test('a machine that was overtaken since it asked which release is the newest uploads nothing', async () => {
    await bucket().deployed({ ...FIRST, 'News.html': 'as it was' });
    const how = bucket().options(FIRST);
    const newest = async () => {
      const release = how.engine.live()?.release ?? null;
      await bucket().deployed(SECOND);
      return succeed(release);
    };
    expect(await deploy({ ...how, newest })).toMatchObject({
      ok: false,
      message: expect.stringMatching(/^Another machine deploys[^\n]*$/),
    });
    expect((await bucket().fetched('News')).text).toBe(SECOND['News.html']);
  });

  test.each([
    ['ends', /^Another machine deploys[^\n]*$/],
    ['is refused a file', /^Object storage [^\n]*News\/2025-03[^\n]*$/],
  ])(
    'of a machine that was overtaken while it uploads, and then %s, all that it overwrote is written anew',
    async (how, message) => {
      let isFirst = true;
      let overtaken: Promise<unknown> = Promise.resolve();
      await bucket().deployed({ ...FIRST, 'News.html': 'as it was', 'News/2025-03.html': 'as it was' });
      if (how !== 'ends')
        bucket().s3.answer = ({ method, url }) =>
          method === 'PUT' && url?.endsWith('/News/2025-03') ? { status: 403, code: 'AccessDenied' } : 'pass';
      const upload = async () => {
        const how = bucket().options(FIRST);
        const { read } = how.engine;
        // Between its journal and its pages another machine deploys the whole of a newer release.
        const paused: typeof read = async (file) => {
          if (file.path === 'News.html' && isFirst) {
            isFirst = false;
            overtaken = bucket().deployed(SECOND);
            await overtaken;
          }
          return read(file);
        };
        return deploy({ ...how, engine: { ...how.engine, read: paused } });
      };
      const late = await upload();
      expect(late).toMatchObject({ ok: false, message: expect.stringMatching(message) });
      expect((await bucket().fetched('News')).text).toBe(FIRST['News.html']);
      bucket().s3.answer = () => 'pass';
      await bucket().deployed(SECOND);
      expect((await bucket().fetched('News')).text).toBe(SECOND['News.html']);
      expect((await bucket().fetched('News/2025-03')).status).toBe(404);
    },
  );

  test('an upload that was stopped for a while asks whether it still counts before it writes on', async () => {
    await bucket().deployed({ ...HOME, 'News.html': 'as it was' });
    const how = bucket().options(FIRST);
    const { read } = how.engine;
    const clock = vi.spyOn(performance, 'now');
    const stopped: typeof read = async (file) => {
      // Its pages come after this picture.
      if (file.path.startsWith('media/')) {
        await bucket().deployed(SECOND);
        clock.mockReturnValue(performance.now() + 60_000);
      }
      return read(file);
    };
    expect(await deploy({ ...how, engine: { ...how.engine, read: stopped } })).toMatchObject({
      ok: false,
      message: expect.stringMatching(/^Another machine deploys[^\n]*$/),
    });
    clock.mockRestore();
    expect((await bucket().fetched('News')).text).toBe(SECOND['News.html']);
    expect((await bucket().fetched('News/2025-03')).status).toBe(404);
  });

  test('a list of the bucket that is cut short and does not go on is no list', async () => {
    await bucket().deployed(FIRST);
    await fetch(bucket().addressOf('.deployed.json'), { method: 'DELETE' });
    bucket().s3.answer = ({ url }) =>
      url?.includes('list-type=2')
        ? { status: 200, code: 'Cut</Code></Error><IsTruncated>true</IsTruncated><Error><Code>' }
        : 'pass';
    expect(await bucket().failure(SECOND)).toMatch(/cut its list of the bucket short/);
  });

  test('a bucket that may not be listed is filled by its record', async () => {
    await bucket().deployed(FIRST);
    bucket().s3.answer = ({ url }) => (url?.includes('list-type=2') ? { status: 403, code: 'AccessDenied' } : 'pass');
    expect((await bucket().deployed(SECOND)).changed.map(({ path }) => path)).toEqual(['News.html', 'media/bbb/320.webp']);
  });
});
