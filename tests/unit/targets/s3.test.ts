import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { CACHE_FOREVER, CACHE_REVALIDATE } from '../../../src/lib/headers.ts';
import { deploy, describePlan, plannedDeploy } from '../../../src/targets/deploy.ts';
import { FIRST, SECOND, testBucket } from '../../support/testBucket.ts';

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

  test('removes at once, when told, what no page needs: a purged picture', async () => {
    await bucket().deployed(FIRST);
    await bucket().deployed(SECOND);
    await deploy({ ...bucket().options(SECOND), isImmediate: true });
    expect((await bucket().fetched('media/aaa/320.webp')).status).toBe(404);
    expect((await bucket().fetched('media/bbb/320.webp')).status).toBe(200);
  });

  test('sends nothing when nothing changed, from whichever machine, and a file that is needed again stays as it is', async () => {
    await bucket().deployed(FIRST);
    expect(describePlan(await bucket().deployed(FIRST))).toMatch(/is deployed already/);
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
    const plan = await plannedDeploy(bucket().options(SECOND));
    expect(plan.ok && [plan.value.changed.map(({ path }) => path), plan.value.removed]).toEqual([
      ['News.html', 'media/bbb/320.webp'],
      ['News/2025-03.html'],
    ]);
    expect(bucket().written()).toEqual([]);
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
    await bucket().deployed({ ...FIRST, ...pages }, { purge });
    expect(calls.map(({ files }) => files.length).sort()).toEqual([14, 30, 30]);
    calls.length = 0;
    await bucket().deployed({ ...SECOND, ...pages, 'index.html': 'another home' }, { purge });
    const origin = 'https://school.example';
    expect(calls).toEqual([{ files: [`${origin}/News`, `${origin}/`, `${origin}/News/2025-03`], token: 'Bearer secret' }]);
    await new Promise((resolve) => cdn.close(resolve));
  });
});
