import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { digestOf } from '../../../src/lib/digest.ts';
import { deploy, planDeploy } from '../../../src/targets/deploy.ts';
import { recordsIn } from '../../../src/targets/ledger.ts';
import { netlifyTarget } from '../../../src/targets/netlify.ts';
import { type MemoryReleases, memoryReleases } from '../../support/memorySite.ts';
import { NETLIFY_SITE, NETLIFY_TOKEN, type NetlifyApi, startNetlifyApi } from '../../support/netlifyApi.ts';
import { readTree } from '../../support/trees.ts';

let api: NetlifyApi;
let site: MemoryReleases;

beforeEach(async () => {
  api = await startNetlifyApi();
  site = await memoryReleases();
});
afterEach(async () => {
  await api.close();
  site.remove();
});

function options(changes: { token?: string; siteId?: string; apiUrl?: string; signal?: AbortSignal; timeout?: number } = {}) {
  const { engine, cacheDir } = site;
  const { signal, timeout = 20_000, ...settings } = changes;
  const target = netlifyTarget(
    {
      target: 'netlify',
      minInterval: 0,
      siteId: NETLIFY_SITE,
      token: NETLIFY_TOKEN,
      apiUrl: api.url,
      gatewayUrl: null,
      ...settings,
    },
    (name) => recordsIn(join(cacheDir, digestOf(name))),
    { poll: 1, timeout },
  );
  return { engine, cacheDir, target, backOff: 1, ...(signal && { signal }) };
}

async function deployed(changes = {}) {
  const done = await deploy(options(changes));
  if (!done.ok) throw new Error(done.message);
  return done.value;
}

const sitePaths = () => [...readTree(site.distDir).keys()].map((path) => `/${path}`);

describe('a deploy to Netlify', () => {
  test('first sends every file, with the rules of the host', async () => {
    await deployed();
    expect(Object.keys(api.live() ?? {}).sort()).toEqual([...sitePaths(), '/_headers', '/_redirects'].sort());
    expect(api.live()).not.toHaveProperty('/state.json');
  });

  test('then sends the changed files alone, and no longer names those that are gone', async () => {
    await deployed();
    const before = new Set(Object.keys(api.live() ?? {}));
    api.arrived.length = 0;
    await site.publish('Another title');
    const plan = await deployed();
    expect(plan.changed.map(({ path }) => `/${path}`).sort()).toEqual([...api.arrived].sort());
    expect(plan.changed.length).toBeLessThan(before.size / 2);
    expect(Object.keys(api.live() ?? {}).sort()).toEqual([...sitePaths(), '/_headers', '/_redirects'].sort());
    for (const path of plan.removed) expect(before.has(`/${path}`)).toBe(true);
  });

  test('goes on when the clock is set forward while the host prepares it', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const begun = api.asked(/^GET/).then(() => vi.setSystemTime(Date.now() + 7_200_000));
    await deployed();
    await begun;
    expect(api.live()).not.toBeNull();
    // Given up, it would have been begun again.
    expect(api.cancelled).toEqual([]);
  });

  test('shows nothing older than what another machine has deployed while this one was stopped', async () => {
    const { promise: goesOn, resolve: goOn } = Promise.withResolvers<void>();
    const { engine } = site;
    const live = engine.live();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const read: typeof engine.read = (file) => {
      begin();
      return goesOn.then(() => engine.read(file));
    };
    const stopped = deploy({ ...options(), engine: { live: () => live, read } });
    await begun;
    await site.publish('Newer');
    expect(await deploy({ ...options(), cacheDir: join(site.cacheDir, 'another') })).toMatchObject({ ok: true });
    const newer = api.live();
    goOn();
    expect(await stopped).toMatchObject({ ok: false, reason: 'overtaken' });
    expect([api.live(), api.cancelled]).toEqual([newer, ['deploy-2']]);
  });

  test('does not say that the live site stays as it is when nobody knows whether the release was published', async () => {
    api.fail(/restore$/, 500);
    const answer = await deploy(options());
    expect(!answer.ok && answer.message).toMatch(/HTTP 500 while publishing the deploy\. Whether it is live is not known\.$/);
  });

  test('leaves nothing that goes live later when its program is ended before the host is ready', async () => {
    await deployed();
    const before = api.live();
    await site.publish('Newer');
    const ended = new AbortController();
    const deploying = deploy(options({ signal: ended.signal }));
    await api.asked(/^PUT .*deploy-2/);
    // A hundredth of the seconds.
    const { timeout } = AbortSignal;
    const limit = vi.spyOn(AbortSignal, 'timeout').mockImplementation((given) => timeout.call(AbortSignal, given / 100));
    onTestFinished(() => limit.mockRestore());
    // Whoever is killed cancels nothing.
    api.fail(/cancel$/, 'hang');
    api.fail(/^GET .*deploy-2$/, 'hang');
    await api.asked(/^GET .*deploy-2$/);
    ended.abort();
    await deploying;
    api.clearFailures();
    api.settle();
    expect(api.live()).toEqual(before);
  });

  test('asks nothing of the host when nothing changed', async () => {
    await deployed();
    const before = api.requests();
    expect((await deployed()).changed).toEqual([]);
    expect(api.requests()).toBe(before);
  });

  test('makes no digest twice: an unchanged file is not even read', async () => {
    await deployed();
    const record = join(site.cacheDir, digestOf(`netlify ${NETLIFY_SITE}`), '.deployed.json');
    const marked = readFileSync(record, 'utf8').replaceAll(/"[0-9a-f]{40}"/g, `"${'0'.repeat(40)}"`);
    writeFileSync(record, marked);
    await site.publish('Another title');
    // The stand-in asks for the digest that was kept, gets other bytes, and refuses them.
    expect(await deploy(options())).toMatchObject({ ok: false, reason: 'refused' });
  });

  test('says what it would cost without a single request', async () => {
    const plan = await planDeploy(options());
    expect(plan.ok && plan.value.changed.length).toBe(sitePaths().length + 2);
    expect(plan.ok && plan.value.bytes).toBeGreaterThan(1000);
    expect(api.requests()).toBe(0);
  });

  test('to another site knows nothing of the first', async () => {
    await deployed();
    const plan = await planDeploy(options({ siteId: 'another-site' }));
    expect(plan.ok && plan.value.changed.length).toBe(sitePaths().length + 2);
  });
});

describe('a host that does not want', () => {
  const failure = async (changes = {}) => {
    const done = await deploy(options(changes));
    return done.ok ? 'no failure' : done.message;
  };

  test('names the token and does not repeat it', async () => {
    const message = await failure({ token: 'a wrong token' });
    expect(message).toBe(
      'Netlify answered HTTP 401 while beginning a deploy. Check NETLIFY_AUTH_TOKEN. The live site stays as it is.',
    );
    expect(message).not.toContain('wrong token');
    expect(api.requests()).toBe(1);
  });

  test('names the site', async () => {
    expect(await failure({ siteId: 'unknown' })).toMatch(/HTTP 404 .* Check NETLIFY_SITE_ID\./);
  });

  test('is tried three times with 500, then told in one line; the live site stays', async () => {
    await deployed();
    const before = api.live();
    await site.publish('Another title');
    api.fail(/^POST .*deploys$/, 500);
    const requests = api.requests();
    expect(await failure()).toBe('Netlify answered HTTP 500 while beginning a deploy. The live site stays as it is.');
    expect(api.requests() - requests).toBe(3);
    expect(api.live()).toEqual(before);
  });

  test.each([
    ['beginning a deploy', /^POST .*deploys$/],
    ['waiting for the deploy', /^GET .*deploys/],
  ])('that answers something else than a deploy while %s is told in one line', async (doing, match) => {
    api.fail(match, 200);
    expect(await failure()).toBe(`Netlify answered something else than a deploy while ${doing}. The live site stays as it is.`);
    expect(api.live()).toBeNull();
  });

  test('is taken at its word when it answers 429 for a while', async () => {
    api.fail(/^POST .*deploys$/, 429, 1);
    api.fail(/^PUT /, 429, 30);
    await deployed();
    expect(api.live()).not.toBeNull();
    expect(api.cancelled).toEqual([]);
    api.fail(/^POST .*deploys$/, 429);
    await site.publish('Another title');
    expect(await failure()).toMatch(/^Netlify answered HTTP 429 while beginning a deploy\./);
  });

  test.each([503, 'hang'] as const)(
    'that breaks off half way (%s) keeps the live site; later only what is missing is sent',
    async (how) => {
      await deployed();
      const before = api.live();
      await site.publish('Another title');
      api.arrived.length = 0;
      api.fail(/^PUT .*html$/, how);
      expect(await failure(how === 'hang' ? { timeout: 300 } : {})).toMatch(
        /while sending .*html.* The live site stays as it is\.$/,
      );
      expect(api.live()).toEqual(before);
      expect(api.cancelled.length).toBe(3);
      api.clearFailures();
      await deployed();
      expect(new Set(api.arrived).size).toBe(api.arrived.length);
      expect(api.live()).not.toEqual(before);
    },
  );

  test('is told to forget a deploy that is stopped half way', async () => {
    const stopping = new AbortController();
    api.fail(/^PUT /, 'hang');
    const deploying = deploy(options({ signal: stopping.signal }));
    await api.asked(/^PUT /);
    stopping.abort();
    expect(await deploying).toMatchObject({ ok: false, reason: 'stopped' });
    expect([api.live(), api.cancelled]).toEqual([null, ['deploy-1']]);
  });

  test('that cannot be reached is named in one line', async () => {
    const message = await failure({ apiUrl: 'http://127.0.0.1:9/api/v1' });
    expect(message).toMatch(/^Netlify could not be reached while beginning a deploy \(.*\)\. The live site stays as it is\.$/);
    expect(message).not.toContain(NETLIFY_TOKEN);
  });
});
