import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lastDeployOf, openDeployer } from '../../scripts/lib/deployer.ts';
import type { DeploySettings } from '../../src/lib/settings.ts';
import { openAlerts } from '../../src/site/alerts.ts';
import { openSiteDatabase } from '../../src/site/database.ts';
import { NETLIFY_SITE, NETLIFY_TOKEN, type NetlifyApi, startNetlifyApi } from '../support/netlifyApi.ts';
import { type Rig, ROOT } from '../support/rig.ts';
import { openSmallSite } from '../support/servedSchool.ts';
import { startStubService } from '../support/stubService.ts';
import { readTree } from '../support/trees.ts';

let rig: Rig;
let api: NetlifyApi;
beforeAll(async () => {
  rig = await openSmallSite();
  api = await startNetlifyApi();
});
afterAll(async () => {
  await api?.close();
  await rig?.close();
});

const netlify = (token: string): DeploySettings => ({
  target: 'netlify',
  minInterval: 0,
  siteId: NETLIFY_SITE,
  token,
  apiUrl: api.url,
  gatewayUrl: null,
});

/** What the worker does after a release: the first line of its log, once the deployer and its alerts have come to an end. */
async function publishedTo(token: string, alertUrl: string | null = null): Promise<string> {
  const deploy = netlify(token);
  const failures: string[] = [];
  const alerts = openAlerts({
    settings: { ...rig.settings, alertUrl },
    database: openSiteDatabase(rig.site.cacheDir),
    live: rig.site.engine.live,
    onFailed: (message) => void failures.push(message),
  });
  let told: Promise<unknown> = Promise.resolve();
  const observed: typeof alerts = {
    observe(state) {
      const ended = alerts.observe(state);
      told = ended;
      return ended;
    },
  };
  let deployer: Awaited<ReturnType<typeof openDeployer>> = null;
  const line = await new Promise<string>((resolve) => {
    const log = pino({ base: null }, { write: (text: string) => resolve(text) });
    void openDeployer(
      { root: ROOT, settings: { ...rig.settings, deploy } },
      {
        releases: rig.site.engine,
        cacheDir: rig.site.cacheDir,
        alerts: observed,
        calls: {
          withdrawn: async () => rig.site.withdrawn(),
          repair: () => rig.site.repair(),
          finishPurges: () => rig.site.finishPurges(),
        },
      },
      log,
    ).then((opened) => {
      deployer = opened;
      opened?.published();
    });
  });
  await (deployer as { stop(): Promise<void> } | null)?.stop();
  await told;
  expect(failures).toEqual([]);
  return line;
}

test('a site reaches Netlify file for file, names with any letter included', async () => {
  expect(await publishedTo(NETLIFY_TOKEN)).toMatch(
    /"msg":"Deployed\. Release .* files \(\d+ bytes\) travelled, 0 were removed\."/,
  );
  const paths = [...readTree(rig.dist).keys()].map((path) => `/${path}`);
  expect(Object.keys(api.live() ?? {}).sort()).toEqual([...paths, '/_headers', '/_redirects'].sort());
});

test('a deploy removes first what a purge that was cut off has left', async () => {
  const pictures = () => Object.entries(api.live() ?? {}).filter(([path]) => path.startsWith('/media/'));
  const before = pictures();
  await rig.site.media.purge('stays.jpg');
  expect(await publishedTo(NETLIFY_TOKEN)).toContain('Deployed.');
  expect(before.length).toBeGreaterThan(0);
  for (const picture of before) expect(pictures()).not.toContainEqual(picture);
});

test('the desk names the last deploy', async () => {
  const lastDeploy = lastDeployOf({ ...rig.settings, deploy: netlify(NETLIFY_TOKEN) }, rig.site.cacheDir);
  const release = rig.site.engine.live()?.release;
  expect(await lastDeploy()).toMatchObject({ target: 'netlify', release, at: expect.any(Number) });
});

test('a refused deploy is logged in one line, and told to ALERT_URL, while the worker lives on', async () => {
  const chat = await startStubService((_, response) => response.end());
  await rm(join(rig.site.cacheDir, 'deploy'), { recursive: true });
  const message = 'Netlify answered HTTP 401 while beginning a deploy. Check NETLIFY_AUTH_TOKEN. The live site stays as it is.';
  expect(JSON.parse(await publishedTo('a wrong token', chat.url))).toMatchObject({
    level: 50,
    message,
    msg: 'deploy failed; it is tried again 1 min after it began',
  });
  const release = rig.site.engine.live()?.release;
  const [alert, ...others] = chat.arrived.map(({ body }) => JSON.parse(body.toString()));
  expect(alert).toMatchObject({ event: 'deploy-failed', message: expect.stringContaining(message), release });
  expect(others).toEqual([]);
  await chat.close();
});
