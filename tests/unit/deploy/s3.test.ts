import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type S3, startS3 } from '../../../scripts/bench/objectStorage.ts';
import { type DeployOptions, deploy, describePlan, plannedDeploy } from '../../../src/deploy/deploy.ts';
import { s3Target } from '../../../src/deploy/s3/target.ts';
import { digestOf } from '../../../src/lib/digest.ts';
import { CACHE_FOREVER, CACHE_REVALIDATE } from '../../../src/lib/headers.ts';
import type { BucketSettings } from '../../../src/lib/settings.ts';

const DAY = 24 * 3_600_000;
const HOME = { 'index.html': '<h1>Home</h1>', '404.html': '<h1>Page not found</h1>', 'assets/app.1.js': 'start()' };
const FIRST = {
  ...HOME,
  'News.html': 'news <img src="/media/aaa/320.webp">',
  'News/2025-03.html': 'march',
  'media/aaa/320.webp': 'picture a',
};
const SECOND = { ...HOME, 'News.html': 'news <img src="/media/bbb/320.webp">', 'media/bbb/320.webp': 'picture b' };

let s3: S3;
let prefix = 0;
let now = 0;
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => s3.close());
beforeEach(() => {
  // Each test has a bucket of its own, as far as it can see.
  prefix += 1;
  now = Date.UTC(2026, 10, 21);
  s3.answer = () => 'pass';
  s3.requests.length = 0;
});

function options(
  files: Record<string, string>,
  changes: Partial<BucketSettings> = {},
  purge: { url: string; token: string } | null = null,
) {
  const bucket = { ...s3.settings, prefix: `p${prefix}`, ...changes };
  const target = s3Target(
    { target: 's3', minInterval: 1, bucket, purge },
    { siteUrl: 'https://school.example', now: () => now, timeout: 2000, backOff: 1 },
  );
  const list = Object.entries(files).map(([path, text]) => ({ path, digest: digestOf(text), size: text.length, file: path }));
  const engine: DeployOptions['engine'] = {
    live: () => ({ release: digestOf(JSON.stringify(files)).slice(0, 8), files: () => list }),
    read: async ({ path }) => new TextEncoder().encode(files[path]),
  };
  return { engine, cacheDir: '/nowhere', target, backOff: 1 };
}

async function deployed(...given: Parameters<typeof options>) {
  s3.requests.length = 0;
  const done = await deploy(options(...given));
  if (!done.ok) throw new Error(done.message);
  return done.value;
}
async function failure(...given: Parameters<typeof options>) {
  const done = await deploy(options(...given));
  return done.ok ? 'no failure' : done.message;
}

/** What a visitor of the bucket gets. */
async function fetched(key: string) {
  const response = await fetch(`${s3.settings.endpoint}/${s3.settings.bucket}/p${prefix}/${key}`);
  const { status, headers } = response;
  return { status, text: await response.text(), type: headers.get('content-type'), cache: headers.get('cache-control') };
}

const written = () => s3.requests.filter((line) => !line.startsWith('GET ')).map((line) => line.replace(`/site/p${prefix}/`, ''));

describe('a deploy to object storage', () => {
  test('puts pages under their address without .html, each object with its type and its caching', async () => {
    await deployed(FIRST);
    expect(await fetched('News')).toEqual({
      status: 200,
      text: FIRST['News.html'],
      type: 'text/html; charset=utf-8',
      cache: CACHE_REVALIDATE,
    });
    expect(await fetched('News/2025-03')).toMatchObject({ status: 200, text: 'march' });
    expect(await fetched('index.html')).toMatchObject({ status: 200, cache: CACHE_REVALIDATE });
    expect(await fetched('404.html')).toMatchObject({ status: 200, cache: 'no-cache' });
    expect(await fetched('media/aaa/320.webp')).toMatchObject({ status: 200, type: 'image/webp', cache: CACHE_FOREVER });
    const own = s3.requests.filter((line) => /\/\.[^/]*$/.test(line)).map((line) => line.split(' ')[1]);
    expect(new Set(own).size).toBeLessThanOrEqual(2);
  });

  test('sends digest-named files, then pages, then removals; the files that no page needs stay seven days', async () => {
    await deployed(FIRST);
    await deployed(SECOND);
    expect(written()).toEqual([
      'PUT .deploying.json',
      'PUT media/bbb/320.webp',
      'PUT News',
      'DELETE News/2025-03',
      'PUT .deployed.json',
    ]);
    expect((await fetched('media/aaa/320.webp')).status).toBe(200);
    now += 6 * DAY;
    await deployed({ ...SECOND, 'News.html': 'other news' });
    expect((await fetched('media/aaa/320.webp')).status).toBe(200);
    now += DAY;
    const plan = await deployed({ ...SECOND, 'News.html': 'newer news' });
    expect(plan.removed).toEqual(['media/aaa/320.webp']);
    expect((await fetched('media/aaa/320.webp')).status).toBe(404);
  });

  test('removes at once, when told, what no page needs: a purged picture', async () => {
    await deployed(FIRST);
    await deployed(SECOND);
    await deploy({ ...options(SECOND), isImmediate: true });
    expect((await fetched('media/aaa/320.webp')).status).toBe(404);
    expect((await fetched('media/bbb/320.webp')).status).toBe(200);
  });

  test('sends nothing when nothing changed, from whichever machine, and a file that is needed again stays as it is', async () => {
    await deployed(FIRST);
    expect(describePlan(await deployed(FIRST))).toMatch(/is deployed already/);
    expect(written()).toEqual([]);
    await deployed(SECOND);
    const back = await deployed(FIRST);
    expect(back.changed.map(({ path }) => path)).toEqual(['News.html', 'News/2025-03.html']);
  });

  test('its records travel again only when another machine has written them since', async () => {
    const sizes: number[] = [];
    const counting = (files: Record<string, string>, target = options(files).target) => ({ ...options(files), target });
    const { target } = options(FIRST);
    s3.onAnswer = (line, size) => void (/GET .*\/\.deploy/.test(line) && sizes.push(size));
    await deploy(counting(FIRST, target));
    sizes.length = 0;
    await deploy(counting(SECOND, target));
    expect(sizes).toEqual([0, 0]);
    await deployed(FIRST);
    sizes.length = 0;
    expect(await deploy(counting(SECOND, target))).toMatchObject({ ok: true });
    expect(Math.min(...sizes)).toBeGreaterThan(0);
    s3.onAnswer = () => {};
    expect((await fetched('News')).text).toBe(SECOND['News.html']);
  });

  test('is listed by a dry run, which writes nothing', async () => {
    await deployed(FIRST);
    s3.requests.length = 0;
    const plan = await plannedDeploy(options(SECOND));
    expect(plan.ok && [plan.value.changed.map(({ path }) => path), plan.value.removed]).toEqual([
      ['News.html', 'media/bbb/320.webp'],
      ['News/2025-03.html'],
    ]);
    expect(written()).toEqual([]);
  });

  test('tells the CDN which addresses changed, at most 30 a call', async () => {
    const calls: { readonly files: string[]; readonly token: string | undefined }[] = [];
    const cdn = createServer(async (request, response) => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part);
      calls.push({ files: JSON.parse(Buffer.concat(parts).toString()).files, token: request.headers.authorization });
      response.end('{}');
    });
    await new Promise<void>((resolve) => cdn.listen(0, '127.0.0.1', resolve));
    const purge = { url: `http://127.0.0.1:${(cdn.address() as AddressInfo).port}`, token: 'secret' };
    const pages = Object.fromEntries(Array.from({ length: 70 }, (_, number) => [`News/${number}.html`, `${number}`]));
    await deployed({ ...FIRST, ...pages }, {}, purge);
    expect(calls.map(({ files }) => files.length).sort()).toEqual([14, 30, 30]);
    calls.length = 0;
    await deployed({ ...SECOND, ...pages, 'index.html': 'another home' }, {}, purge);
    const origin = 'https://school.example';
    expect(calls).toEqual([{ files: [`${origin}/News`, `${origin}/`, `${origin}/News/2025-03`], token: 'Bearer secret' }]);
    await new Promise((resolve) => cdn.close(resolve));
  });
});

describe('object storage that does not want', () => {
  test('names the bucket and the address', async () => {
    expect(await failure(FIRST, { bucket: 'nowhere' })).toMatch(/HTTP 404 \(NoSuchBucket\).* Check S3_BUCKET\.$/);
    expect(await failure(FIRST, { endpoint: 'http://127.0.0.1:9' })).toMatch(/could not be reached .* Check S3_ENDPOINT\.$/);
  });

  test.each([
    ['InvalidAccessKeyId', 'Check AWS_ACCESS_KEY_ID.'],
    ['SignatureDoesNotMatch', 'Check AWS_SECRET_ACCESS_KEY.'],
    ['RequestTimeTooSkewed', 'The clock of this machine is off: set it.'],
  ])('says in one line what to do about %s, after asking once and without the secret', async (code, advice) => {
    s3.answer = () => ({ status: 403, code });
    const message = await failure(FIRST, { secretAccessKey: 'a-secret' });
    expect(message).toBe(`Object storage answered HTTP 403 (${code}) while reading .deployed.json. ${advice}`);
    expect(s3.requests.length).toBe(2);
  });

  test.each([{ status: 503, code: 'SlowDown' }, 'reset', 'hang'] as const)(
    'keeps the live site and is tried a bounded number of times (%s)',
    async (how) => {
      await deployed(FIRST);
      s3.requests.length = 0;
      s3.answer = ({ method }) => (method === 'PUT' ? how : 'pass');
      const { target, ...rest } = options(SECOND);
      const short = s3Target(
        { target: 's3', minInterval: 1, bucket: { ...s3.settings, prefix: `p${prefix}` }, purge: null },
        { siteUrl: 'https://school.example', now: () => now, timeout: 400, backOff: 1 },
      );
      const done = await deploy({ ...rest, target: how === 'hang' ? short : target });
      expect(done.ok ? '' : done.message).toMatch(/^Object storage .* while writing \.deploying\.json/);
      const tries = Map.groupBy(s3.requests, (line) => line);
      expect(Math.max(...Array.from(tries.values(), ({ length }) => length))).toBeLessThanOrEqual(9);
      expect([...tries.keys()].some((line) => line.endsWith('/News'))).toBe(false);
      s3.answer = () => 'pass';
      expect((await fetched('News')).text).toBe(FIRST['News.html']);
    },
  );

  test('is asked again when it fails once', async () => {
    s3.answer = (_, number) => (number === 3 ? { status: 503, code: 'SlowDown' } : 'pass');
    await deployed(FIRST);
    expect((await fetched('News')).status).toBe(200);
  });
});

describe('two machines, and records that are lost', () => {
  test('of two that deploy at once one goes on, and the other says so in one line', async () => {
    await deployed(FIRST);
    const [one, other] = [options(SECOND), options({ ...FIRST, 'News.html': 'other news' })];
    const plans = await Promise.all([one, other].map((how) => plannedDeploy(how)));
    const uploads = await Promise.all(
      plans.map((plan, at) => {
        if (!plan.ok) throw new Error(plan.message);
        return [one, other][at]?.target.upload(plan.value, new AbortController().signal);
      }),
    );
    expect(uploads.filter((upload) => upload?.ok)).toHaveLength(1);
    expect(uploads.find((upload) => !upload?.ok)).toMatchObject({ message: expect.stringContaining('Another machine deploys') });
  });

  test('a bucket without its record is listed: what the site has no more goes, what was never its own stays', async () => {
    await deployed({ ...FIRST, 'News/item/gone.html': 'gone' });
    const at = `${s3.settings.endpoint}/${s3.settings.bucket}/p${prefix}`;
    await fetch(`${at}/verification.html`, { method: 'PUT', body: 'of the operator' });
    await fetch(`${at}/.deployed.json`, { method: 'DELETE' });
    const { removed } = await deployed(SECOND);
    expect(removed).toEqual(['News/2025-03.html', 'News/item/gone.html']);
    expect((await fetch(`${at}/verification.html`)).status).toBe(200);
    expect((await fetch(`${at}/News/item/gone`)).status).toBe(404);
    expect((await fetch(`${at}/News`)).status).toBe(200);
  });

  test('what was withdrawn leaves the bucket at once, although other files stay for a while', async () => {
    await deployed({ ...FIRST, 'media/ccc/320.webp': 'picture c', 'News.html': '/media/aaa/320.webp /media/ccc/320.webp' });
    const how = { ...options(SECOND), withdrawn: async () => ['/media/ccc/'] };
    expect(await deploy(how)).toMatchObject({ ok: true, value: { removed: ['News/2025-03.html', 'media/ccc/320.webp'] } });
  });

  test('where releases of all machines are in one order, an older one is not put over a newer one unless it is held', async () => {
    const release = (name: string, files: Record<string, string>, isHeld = false) => {
      const how = options(files);
      const live = () => ({ ...how.engine.live(), release: name, held: isHeld }) as ReturnType<typeof how.engine.live>;
      return { ...how, isOrdered: true, engine: { ...how.engine, live } };
    };
    expect(await deploy(release('20261121-2', SECOND))).toMatchObject({ ok: true });
    expect(await deploy(release('20261121-1', FIRST))).toMatchObject({ ok: true, value: { release: '20261121-2', changed: [] } });
    const held = await deploy(release('20261121-1', FIRST, true));
    expect(held.ok && held.value.changed.length).toBeGreaterThan(0);
  });
});
