import { describe, expect, test } from 'vitest';
import { succeed } from '../../../src/lib/result.ts';
import { deploy, plannedDeploy } from '../../../src/targets/deploy.ts';
import { FIRST, SECOND, testBucket } from '../../support/testBucket.ts';

const bucket = testBucket();

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

  test('is asked again when it fails once', async () => {
    bucket().s3.answer = (_, number) => (number === 3 ? { status: 503, code: 'SlowDown' } : 'pass');
    await bucket().deployed(FIRST);
    expect((await bucket().fetched('News')).status).toBe(200);
  });
});

describe('two machines, and records that are lost', () => {
  test('of two that deploy at once one goes on, and the other says so in one line', async () => {
    await bucket().deployed(FIRST);
    const [one, other] = [bucket().options(SECOND), bucket().options({ ...FIRST, 'News.html': 'other news' })];
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
      'media/ccc/320.webp': 'picture c',
      'News.html': '/media/aaa/320.webp /media/ccc/320.webp',
    });
    const how = { ...bucket().options(SECOND), withdrawn: async () => ['/media/ccc/'] };
    // Left by an upload that nobody recorded.
    await fetch(bucket().addressOf('media/ccc/640.webp'), { method: 'PUT', body: 'picture c' });
    expect(await deploy(how)).toMatchObject({
      ok: true,
      value: { removed: ['News/2025-03.html', 'media/ccc/320.webp', 'media/ccc/640.webp'] },
    });
    expect((await bucket().fetched('media/ccc/640.webp')).status).toBe(404);
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

  test('a machine that was overtaken while it uploads fails in one line, and what it overwrote is written anew', async () => {
    let isFirst = true;
    let overtaken: Promise<unknown> = Promise.resolve();
    await bucket().deployed({ ...FIRST, 'News.html': 'as it was' });
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
    expect(late).toMatchObject({ ok: false, message: expect.stringMatching(/^Another machine deploys[^\n]*$/) });
    expect((await bucket().fetched('News')).text).toBe(FIRST['News.html']);
    await bucket().deployed(SECOND);
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
});
