import { expect, type Page, test } from 'playwright/test';
import { expectAccessible } from '../support/browser.ts';
import { type NetworkProxy, startNetworkProxy, visitWithServiceWorker } from '../support/networkProxy.ts';
import { words } from '../support/words.ts';

let proxy: NetworkProxy;

test.use({ serviceWorkers: 'allow' });

test.beforeEach(async () => {
  proxy = await startNetworkProxy(process.env.SITE_UNDER_TEST ?? '');
});

test.afterEach(() => proxy.close());

const keptPaths = (page: Page) =>
  page.evaluate(async () => {
    const keys = await (await caches.open('kept-pages')).keys();
    return keys.map(({ url }) => new URL(url).pathname).sort();
  });

/** What pages show, beside themselves. */
const KEPT_FILES = /^\/(?:assets\/|art\/|sheets\/|favicon\.svg$|pictures\/|media\/|data\/)/;

const note = (page: Page) => page.getByRole('status').filter({ hasText: 'You are offline' });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('pages that were read can be read without a network, with the day they are of; a page that was never read, also one in other capitals, leads to them; a host that is down hides none; nothing else is kept', async ({
  page,
}) => {
  await visitWithServiceWorker(proxy, page, '/Fees');
  await page.goto(`${proxy.url}/News?q=sports`);
  await page.evaluate(() => Promise.all(['/healthz', '/events.ics', '/documents/magazine-2026.pdf'].map((path) => fetch(path))));
  await expect.poll(() => keptPaths(page)).toEqual(['/Fees', '/News']);
  await expect(note(page)).toHaveCount(0);
  expect((await page.evaluate(() => caches.keys())).sort()).toEqual(['kept-files', 'kept-pages']);
  const files = await page.evaluate(async () => {
    const keys = await (await caches.open('kept-files')).keys();
    return keys.map(({ url }) => new URL(url).pathname);
  });
  expect(files.filter((path) => !KEPT_FILES.test(path))).toEqual([]);

  proxy.network = 'down';
  await page.goto(`${proxy.url}/Fees`);
  await expect(heading(page)).toHaveText('Fees Policy');
  await expect(note(page)).toHaveText(/This is the page as it was saved on \d{1,2} \w+ \d{4}/);
  await page.goto(`${proxy.url}/About`);
  await expect(heading(page)).toHaveText('You are offline');
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: 'News' }).click();
  await expect(heading(page)).toHaveText('News');
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.goto(`${proxy.url}/news`);
  await expect(heading(page)).toHaveText('News');
  proxy.network = 'deploying';
  await page.goto(`${proxy.url}/News`);
  await expect(heading(page)).toHaveText('News');
  await expect(page.getByRole('status').filter({ hasText: 'The website cannot be reached at the moment' })).toBeVisible();
});

test('where the browser’s storage is full, pages come from the network all the same', async ({ page }) => {
  await visitWithServiceWorker(proxy, page, '/Fees');
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: proxy.url, quotaSize: 1 });
  expect((await page.goto(`${proxy.url}/About`))?.status()).toBe(200);
  await expect(note(page)).toHaveCount(0);
});

test('the manifest names the school and icons that are there', async ({ request }) => {
  const answer = await request.get(`${proxy.site}/site.webmanifest`);
  expect(answer.headers()['content-type']).toBe('application/manifest+json');
  const { name, icons } = await answer.json();
  expect(name).toBe(words.site.name);
  expect(icons.length).toBeGreaterThan(1);
  for (const { src, type } of icons) {
    const icon = await request.get(proxy.site + src);
    expect([icon.status(), icon.headers()['content-type']?.split(';')[0]], src).toEqual([200, type]);
  }
});

test('what the network answers is shown, also that the page is gone; one that does not answer gets three seconds; its page says that the network is slow, then that it is current, or offers the current one', async ({
  page,
}) => {
  await visitWithServiceWorker(proxy, page, '/Fees');
  await expect.poll(() => keptPaths(page)).toEqual(['/Fees']);
  const { site } = proxy;
  proxy.site += '/nowhere';
  expect((await page.goto(`${proxy.url}/Fees`))?.status()).toBe(404);
  await expect.poll(() => keptPaths(page)).toEqual([]);
  proxy.site = site;
  await page.goto(`${proxy.url}/Fees`);
  await expect.poll(() => keptPaths(page)).toEqual(['/Fees']);
  const saved = page.getByRole('status').filter({ hasText: 'The network is slow. This is the page as it was saved' });
  const answerSame = proxy.holdPages();
  await page.goto(`${proxy.url}/Fees`);
  await expect(saved).toBeVisible();
  await expect(note(page)).toHaveCount(0);
  answerSame();
  await expect(page.getByRole('status').filter({ hasText: /^This page is current\.$/ })).toBeVisible();
  await expect(saved).toHaveCount(0);
  proxy.edition = '<!-- newer -->';
  const answerNewer = proxy.holdPages();
  await page.goto(`${proxy.url}/Fees`);
  await expect(saved).toBeVisible();
  answerNewer();
  await page.getByRole('link', { name: 'Show the current page' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'saved' })).toHaveCount(0);
});
