import { serveFolder } from '../../scripts/lib/staticServer.ts';
import { albumPath } from '../../src/lib/paths.ts';
import { ROUTES } from '../../src/lib/routes.ts';
import { expect, test } from '../support/browser.ts';
import { startFakeContentService } from '../support/fakeContentService.ts';
import { build, openRig, type Rig } from '../support/rig.ts';

// A host that answers /X from X.html, ignores queries and knows no rewrites. One site serves all tests of this file.
test.describe.configure({ mode: 'default' });

const IDENTITIES = ['plain-1', 'Ünï code/&?#%20 1', '../up', 'অ্যালবাম'];
let rig: Rig;
let host: Awaited<ReturnType<typeof serveFolder>>;

test.beforeAll(async () => {
  const gallery = IDENTITIES.map((_id) => ({
    _id,
    title: `Album ${_id}`,
    category: 'PhotoGallery',
    date: '2026-10-02',
    attachments: [],
  }));
  rig = await openRig({ service: await startFakeContentService({ gallery }) });
  await build(rig);
  host = await serveFolder(rig.dist);
});

test.afterAll(async () => {
  await host?.close();
  await rig?.close();
});

test('every route answers at its exact spelling', async ({ request }) => {
  for (const route of ROUTES) {
    const answer = await request.get(`${host.url}${route}`, { maxRedirects: 0 });
    expect(answer.status(), route).toBe(200);
  }
});

test('every album opens at its shared address, whatever its identity', async ({ page }) => {
  for (const identity of IDENTITIES) {
    await page.goto(`${host.url}/Gallery`);
    const shared = `/SubGallery?id=${encodeURIComponent(identity)}`;
    await page.goto(host.url + shared);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Album ${identity}`);
    await expect(page).toHaveURL(host.url + shared);
    const direct = await page.request.get(host.url + albumPath(identity).replaceAll('%', '%25'));
    expect(direct.status(), identity).toBe(200);
  }
});

test('the 404 page puts an address in the wrong case right and keeps its query', async ({ page }) => {
  await page.goto(`${host.url}/subgallery?id=plain-1`);
  await expect(page).toHaveURL(`${host.url}/SubGallery?id=plain-1`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Album plain-1');
  await page.goto(`${host.url}/NEWS?q=sports`);
  await expect(page).toHaveURL(`${host.url}/News?q=sports`);
});
