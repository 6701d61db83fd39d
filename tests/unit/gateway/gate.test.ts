import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { CONTACT, gatewayTo, SUGGESTION } from '../../support/gateway.ts';
import { answersJson, stubServiceOfFile } from '../../support/stubService.ts';

const service = await stubServiceOfFile(answersJson({ title: 'An album' }));

const json = { 'content-type': 'application/json' };
const contact = (headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { ...json, ...headers },
  body: JSON.stringify(CONTACT),
});

describe('only the calls that visitors need', () => {
  test.each([
    ['GET', '/api/form/HTSJ/abc'],
    ['PUT', '/api/form/HTSJ/abc'],
    ['DELETE', '/api/image/a'],
    ['POST', '/api/image/a'],
    ['HEAD', '/api/image/a'],
    ['OPTIONS', '/api/tc/HTSJ'],
    ['POST', '/api/form/HTSJ/other'],
    ['POST', '/api/form/HTSJ/admission'],
    ['POST', '/api/form/OTHER/abc'],
    ['POST', '/api/form/HTSJ/abc/more'],
    ['POST', '/api/form/HTSJ'],
    ['POST', '/api/tc/OTHER'],
    ['GET', '/api/tc/HTSJ'],
    ['GET', '/api/news/all/HTSJ'],
    ['GET', '/api/topper/HTSJ'],
    ['GET', '/api/image/'],
    ['GET', '/api/image/a/b'],
    ['GET', '/api/subGallery'],
    ['GET', '/api/subGallery?id='],
    ['GET', '/api/subGallery?id=a&id=b'],
    ['GET', '/api/subgallery?id=a'],
    ['GET', '/api/'],
    ['GET', '/api'],
    ['GET', '/'],
  ])('%s %s is 404 and reaches nobody', async (method, path) => {
    const init = method === 'POST' || method === 'PUT' ? { ...contact(), method } : { method };
    expect((await gatewayTo(service.url).ask(path, init)).status).toBe(404);
    expect(service.arrived).toEqual([]);
  });

  test.each([
    '/api/image/..%2F..%2Fadmin',
    '/api/image/%2e%2e%2fnews%2fall%2fHTSJ',
    '/api/image/%252e%252e%252fadmin',
    '/api/image/%25252e%25252e%25252fadmin',
    '/api/image/..%5c..%5cadmin',
    '/api/image/a%2F..%2F..%2Fadmin',
    '/api/image/a%2F.%2Fb',
    '/api/image/..;%2Fadmin',
    '/api/image/a%00.png',
    '/api/image/a%2500.png',
    '/api/image/a%0d%0aX-Evil:%201',
    '/api/image/%ff',
    '/api/image/%E0%A4',
    '/api/image/%',
    `/api/image/${'a'.repeat(2000)}`,
    '/api/subGallery?id=..%2Fadmin',
    '/api/subGallery?id=a%00',
    '/api/form/HTSJ/abc%2F..%2F..%2Fadmin',
    '/api/form/HTSJ%2F..%2F..%2Fadmin/abc',
    '/api/form/HTSJ/..%2Fabc',
    '/api/tc/HTSJ%2F..',
    '/api/tc/..%2FHTSJ',
    '/api//tc/HTSJ',
  ])('the trick %s reaches nobody', async (path) => {
    const init = path.includes('/image/') || path.includes('subGallery') ? {} : contact();
    expect((await gatewayTo(service.url).ask(path, init)).status).toBe(404);
    expect(service.arrived).toEqual([]);
  });

  test.each([
    'a..b.png',
    '100%25 proof.png',
    'uploads%2F2026%2Fa.png',
    'a%3Fb%23c',
    '%E0%A4%B9.jpg',
    'https%3A%2F%2Fcdn.example%2Fa.png',
  ])('the reference %s passes as the one segment it is', async (segment) => {
    await gatewayTo(service.url).ask(`/api/image/${segment}`);
    expect(service.arrived.map(({ url }) => decodeURIComponent(url))).toEqual([`/api/image/${decodeURIComponent(segment)}`]);
    expect(service.arrived[0]?.url.slice('/api/image/'.length)).not.toMatch(/[/?#]/);
  });
});

describe('only this site’s own pages', () => {
  const from = (headers: Record<string, string>) => gatewayTo(service.url).ask('/api/form/HTSJ/abc', contact(headers));

  test.each([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'https://school.example.evil.example' },
    { origin: 'https://school.example:8443' },
    { origin: 'not an origin' },
    { origin: 'https://school.example', 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ])('%o is refused', async (headers) => {
    expect((await from(headers as Record<string, string>)).status).toBe(403);
    expect(service.arrived).toEqual([]);
  });

  test.each([{ origin: 'https://school.example', 'sec-fetch-site': 'same-origin' }, { origin: 'http://school.example' }, {}])(
    '%o is taken',
    async (headers) => {
      expect((await from(headers as Record<string, string>)).status).toBe(200);
    },
  );

  test('the host that was asked counts beside the site’s address', async () => {
    const preview = gatewayTo(service.url, { siteUrl: 'https://elsewhere.example' });
    expect((await preview.ask('/api/form/HTSJ/abc', contact({ origin: 'https://school.example' }))).status).toBe(200);
    expect((await preview.ask('/api/form/HTSJ/abc', contact({ origin: 'https://elsewhere.example' }))).status).toBe(200);
  });
});

describe('how often', () => {
  test('one more than set within the minute is 429 with Retry-After, and reaches nobody; the next minute is free', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const gateway = gatewayTo(service.url, { submissionsPerMinute: 2 });
    const statuses = async () => (await gateway.postJson('/api/form/HTSJ/abc', CONTACT)).status;
    expect([await statuses(), await statuses(), await statuses()]).toEqual([200, 200, 429]);
    vi.advanceTimersByTime(20_000);
    const refused = await gateway.postJson('/api/form/HTSJ/Admission', SUGGESTION);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '40']);
    expect(service.arrived).toHaveLength(2);
    vi.advanceTimersByTime(40_000);
    expect(await statuses()).toBe(200);
  });

  test('a minute is a minute, also when the clock is set back two hours in it', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const gateway = gatewayTo(service.url, { submissionsPerMinute: 1 });
    const status = async () => (await gateway.postJson('/api/form/HTSJ/abc', CONTACT)).status;
    expect([await status(), await status()]).toEqual([200, 429]);
    vi.setSystemTime(Date.now() - 7_200_000);
    vi.advanceTimersByTime(60_000);
    expect(await status()).toBe(200);
  });

  test('a body that cannot be read counts, fields that are not right do not', async () => {
    const gateway = gatewayTo(service.url, { submissionsPerMinute: 2 });
    const status = async (body: unknown) => (await gateway.postJson('/api/form/HTSJ/abc', body)).status;
    expect([await status({}), await status([]), await status({}), await status([])]).toEqual([422, 400, 422, 400]);
    expect([await status([]), await status(CONTACT)]).toEqual([429, 429]);
  });

  test('only what is let through counts, also when it comes all at once', async () => {
    const gateway = gatewayTo(service.url, { submissionsPerMinute: 3 });
    for (let i = 0; i < 5; i += 1) expect((await gateway.postJson('/api/form/HTSJ/abc', {})).status).toBe(422);
    const answers = await Promise.all(Array.from({ length: 10 }, () => gateway.postJson('/api/form/HTSJ/abc', CONTACT)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(service.arrived).toHaveLength(3);
  });

  test('each address for itself; a forwarded address counts only from a trusted proxy', async () => {
    const gateway = gatewayTo(service.url, { submissionsPerMinute: 1, trustedProxies: ['10.0.0.0/8', '2001:db8::1'] });
    const send = async (peer: string, forwarded?: string) =>
      (await gateway.postJson('/api/form/HTSJ/abc', CONTACT, forwarded ? { 'x-forwarded-for': forwarded } : {}, peer)).status;
    expect([await send('192.0.2.1'), await send('192.0.2.1', '198.51.100.1')]).toEqual([200, 429]);
    expect([await send('10.0.0.1', '198.51.100.2'), await send('10.9.9.9', '198.51.100.2')]).toEqual([200, 429]);
    // What a visitor wrote before the proxy's own entry is not believed.
    expect(await send('::ffff:10.0.0.1', '203.0.113.7, 198.51.100.2, 10.0.0.5')).toBe(429);
    expect(await send('2001:db8::1', '203.0.113.8')).toBe(200);
    // Some proxies name the port too.
    expect([await send('10.0.0.1', '198.51.100.3:5001'), await send('10.0.0.1', '198.51.100.3:5002')]).toEqual([200, 429]);
    expect(await send('10.0.0.1', '198.51.100.4:5001')).toBe(200);
  });

  test('one IPv6 network is one visitor', async () => {
    const gateway = gatewayTo(service.url, { submissionsPerMinute: 1 });
    const send = async (peer: string) => (await gateway.postJson('/api/form/HTSJ/abc', CONTACT, {}, peer)).status;
    expect([await send('2001:db8:1:2::1'), await send('2001:db8:1:2:ffff::9'), await send('2001:db8:1:3::1')]).toEqual([
      200, 429, 200,
    ]);
  });

  test('reading is limited too, more generously', async () => {
    const gateway = gatewayTo(service.url, { submissionsPerMinute: 1 });
    const statuses = [];
    for (let i = 0; i < 21; i += 1) statuses.push((await gateway.ask('/api/subGallery?id=a')).status);
    expect(statuses).toEqual([...Array(20).fill(200), 429]);
  });

  test('a proxy that is no address is named at start', () => {
    expect(() => gatewayTo(service.url, { trustedProxies: ['proxy.example'] })).toThrow();
  });
});
