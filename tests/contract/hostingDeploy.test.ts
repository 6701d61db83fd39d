import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDeployer } from '../../scripts/lib/deployer.ts';
import type { DeploySettings } from '../../src/lib/settings.ts';
import { openAlerts } from '../../src/site/alerts.ts';
import { NETLIFY_SITE, NETLIFY_TOKEN, type NetlifyApi, startNetlifyApi } from '../support/netlifyApi.ts';
import { type Rig, ROOT } from '../support/rig.ts';
import { openSmallSite } from '../support/servedSchool.ts';
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

/** What the worker does after a release: the first line of its log. */
async function publishedTo(token: string, alertUrl: string | null = null): Promise<string> {
  const deploy: DeploySettings = {
    target: 'netlify',
    minInterval: 0,
    siteId: NETLIFY_SITE,
    token,
    apiUrl: api.url,
    gatewayUrl: null,
  };
  const alerts = openAlerts({
    url: alertUrl,
    cacheDir: rig.site.cacheDir,
    siteUrl: rig.settings.siteUrl,
    release: () => rig.site.engine.live()?.release ?? null,
    onFailed: (message) => expect.unreachable(message),
  });
  let deployer: Awaited<ReturnType<typeof openDeployer>> = null;
  const line = await new Promise<string>((resolve) => {
    const log = pino({ base: null }, { write: (text: string) => resolve(text) });
    void openDeployer(
      ROOT,
      { ...rig.settings, deploy },
      { releases: rig.site.engine, cacheDir: rig.site.cacheDir, alerts, calls: { withdrawn: async () => rig.site.withdrawn() } },
      log,
    ).then((opened) => {
      deployer = opened;
      opened?.published();
    });
  });
  await (deployer as { stop(): Promise<void> } | null)?.stop();
  return line;
}

test('a site reaches Netlify file for file, names with any letter included', async () => {
  expect(await publishedTo(NETLIFY_TOKEN)).toMatch(/"msg":"Release .* files \(\d+ bytes\) travel, 0 are removed\."/);
  const paths = [...readTree(rig.dist).keys()].map((path) => `/${path}`);
  expect(Object.keys(api.live() ?? {}).sort()).toEqual([...paths, '/_headers', '/_redirects'].sort());
});

test('a refused deploy is logged in one line, and told to ALERT_URL, while the worker lives on', async () => {
  let told: (body: string) => void = () => {};
  const alert = new Promise<string>((resolve) => {
    told = resolve;
  });
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    response.end();
    told(Buffer.concat(parts).toString());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const alertUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await rm(join(rig.site.cacheDir, 'deploy', 'deployed.json'));
  const message = 'Netlify answered HTTP 401 while beginning a deploy. Check NETLIFY_AUTH_TOKEN. The live site stays as it is.';
  expect(JSON.parse(await publishedTo('a wrong token', alertUrl))).toMatchObject({ level: 50, message, msg: 'deploy failed' });
  const release = rig.site.engine.live()?.release;
  expect(JSON.parse(await alert)).toMatchObject({ event: 'deploy-failed', message: expect.stringContaining(message), release });
  server.close();
});
