import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type NetlifyEvent, plugin } from '../../scripts/netlify-plugin/plugin.ts';
import album from '../../src/edge/album.ts';
import { openSiteDatabase } from '../../src/site/database.ts';
import { type Rig, serveRig } from '../support/rig.ts';
import { openSmallSite } from '../support/servedSchool.ts';
import { type StubService, startStubService } from '../support/stubService.ts';
import { TEMPORARY } from '../support/temporary.ts';
import { TODAY } from '../support/today.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await openSmallSite();
});
afterAll(() => rig?.close());

describe('a build on Netlify', () => {
  let published: StubService;
  let folder: string;
  let live: string | null;

  beforeAll(async () => {
    folder = await mkdtemp(join(TEMPORARY, 'site-netlify-'));
    published = await startStubService(({ url }, response) => {
      const found = url === '/state.json' && live !== null;
      response.writeHead(found ? 200 : 404).end(found ? live : 'Not found');
    });
  });
  afterAll(async () => {
    await published?.close();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(() => {
    live = null;
  });

  /** One build: the plugin's events around a build command that has been run already. */
  async function netlify({
    restored = true,
    now = TODAY,
    ...more
  }: {
    restored?: boolean;
    now?: number;
    CONTEXT?: string;
    REBUILD_SECRET?: string;
    CONTENT_SERVICE_TOKEN?: string;
  } = {}) {
    const said: string[] = [];
    const event: NetlifyEvent = {
      utils: {
        build: {
          cancelBuild: (message) => void said.push(message),
          failBuild: (message) => void said.push(`failed: ${message}`),
        },
        cache: { restore: async () => restored, save: async () => true },
        status: { show: () => {} },
      },
      netlifyConfig: { build: { environment: {} }, headers: [] },
      constants: { PUBLISH_DIR: join(folder, 'publish') },
    };
    const env = {
      CONTENT_SERVICE_URL: rig.service.url,
      CONTENT_SERVICE_TOKEN: 'the token of the tests',
      CACHE_DIR: join(rig.folder, 'cache'),
      DATA_DIR: join(rig.folder, 'data'),
      CONTEXT: 'production',
      URL: published.url,
      DEPLOY_PRIME_URL: 'https://preview.example',
      ...more,
    };
    await mkdir(event.constants.PUBLISH_DIR, { recursive: true });
    const { onPreBuild, onPostBuild } = plugin({ env, now: () => now });
    await onPreBuild(event);
    const before = [...said];
    await onPostBuild(event);
    const state = await readFile(join(event.constants.PUBLISH_DIR, 'state.json'), 'utf8');
    return { before, after: said.slice(before.length), state, config: event.netlifyConfig };
  }

  test('goes on when nothing is published yet, and leaves the state beside the pages', async () => {
    const { before, after, state, config } = await netlify();
    expect([before, after]).toEqual([[], []]);
    expect(JSON.parse(state)).toMatchObject({ format: 1, day: '2026-11-21' });
    expect(Object.keys(JSON.parse(state).content)).toHaveLength(10);
    expect(config.build.environment.SITE_URL).toBe(published.url);
    expect(config.headers).toEqual([]);
  });

  test('ends before its first page when neither code nor content nor day has changed', async () => {
    live = (await netlify()).state;
    const { before, state } = await netlify();
    expect(before).toEqual(['Neither code nor content nor day has changed since the last deploy.']);
    expect(state).toBe(live);
  });

  test('goes on when the day, the content or the code has changed', async () => {
    live = (await netlify()).state;
    const state = JSON.parse(live);
    expect((await netlify({ now: TODAY + 86_400_000 })).before).toEqual([]);
    for (const other of [
      { ...state, code: 'other' },
      { ...state, content: { ...state.content, news: 'other' } },
    ]) {
      live = JSON.stringify(other);
      expect((await netlify()).before).toEqual([]);
    }
  });

  test('goes on when somebody cleared the cache', async () => {
    live = (await netlify()).state;
    expect((await netlify({ restored: false })).before).toEqual([]);
  });

  test('deploys nothing when the pages and what they were made of came out as they are live', async () => {
    live = (await netlify()).state;
    const { before, after } = await netlify({ restored: false });
    expect([before, after]).toEqual([[], ['The pages came out as they are live, so nothing is deployed.']]);
  });

  test.each(['REBUILD_SECRET', 'CONTENT_SERVICE_TOKEN'])(
    'deploys a changed %s, which functions keep, and shows nobody',
    async (name) => {
      live = (await netlify()).state;
      const built = await netlify({ [name]: 'a secret of its own' });
      expect([built.before, built.after]).toEqual([[], []]);
      expect(built.state).not.toContain('a secret');
    },
  );

  test('is due again when pictures could not be had that the service may have: after a quarter of an hour, then ever later', async () => {
    // goes.jpg is known not to be there.
    expect(JSON.parse((await netlify()).state)).not.toHaveProperty('due');
    const database = openSiteDatabase(join(rig.folder, 'cache'));
    onTestFinished(() => database.close());
    const setAway = (isAway: boolean) =>
      database.write('test', () =>
        database.run("UPDATE status SET found = json_set(found, '$.isMediaAway', json(?))", String(isAway)),
      );
    await setAway(true);
    onTestFinished(async () => void (await setAway(false)));
    const due = async (minutes: number) => {
      live = (await netlify({ now: TODAY + minutes * 60_000 })).state;
      return (JSON.parse(live).due - TODAY) / 60_000;
    };
    expect([await due(0), await due(10), await due(15), await due(30)]).toEqual([15, 20, 30, 60]);
  });

  test('deploys the same pages of other content, so that no further build of it is ordered', async () => {
    const state = JSON.parse((await netlify()).state);
    live = JSON.stringify({ ...state, content: { ...state.content, news: 'other' } });
    const built = await netlify();
    expect([built.before, built.after]).toEqual([[], []]);
    live = built.state;
    expect((await netlify()).before).toEqual(['Neither code nor content nor day has changed since the last deploy.']);
  });

  test('of a preview is never cancelled, knows its own address and is kept out of search engines', async () => {
    live = (await netlify()).state;
    const { before, after, config } = await netlify({ CONTEXT: 'deploy-preview' });
    expect([before, after]).toEqual([[], []]);
    expect(config.build.environment.SITE_URL).toBe('https://preview.example');
    expect(config.headers).toEqual([{ for: '/*', values: { 'X-Robots-Tag': 'noindex' } }]);
  });
});

describe('the edge function of /SubGallery', () => {
  test('answers with the album’s page, escaped ids included, and leaves the rest to the page of albums', async () => {
    const worker = await serveRig(rig);
    try {
      const albums = rig.site.engine.live();
      const ids = [...(albums?.files() ?? [])].flatMap(({ path }) => /^SubGallery\/([^/]+)\.html$/.exec(path)?.[1] ?? []);
      const plain = ids.find((id) => !id.includes('~')) ?? '';
      const escaped = ids.find((id) => id.includes('~')) ?? '';
      const ask = (id: string) => album(new Request(`${worker.url}/SubGallery?id=${id}`));
      for (const path of [plain, escaped]) {
        const answer = await ask(path.replaceAll('~', '%'));
        expect(await answer?.text()).toBe(await (await fetch(`${worker.url}/SubGallery/${path}`)).text());
      }
      for (const id of ['not-yet-known', '', '..%2FEvents', 'x'.repeat(65)]) expect(await ask(id)).toBeUndefined();
      expect(await album(new Request(`${worker.url}/SubGallery`))).toBeUndefined();
    } finally {
      await worker.stop();
    }
  });
});
