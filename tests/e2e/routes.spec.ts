import type { Page } from 'playwright/test';
import { serveFolder } from '../../scripts/lib/static-server.ts';
import { albumPath } from '../../src/lib/paths.ts';
import { PAGES, ROUTES } from '../../src/lib/routes.ts';
import { expect, test, withoutScript } from '../support/browser.ts';
import { complaintsOf, SERVED_POLICY, strangersOf } from '../support/complaints.ts';
import { watchRequests } from '../support/rest.ts';
import { build, openRig, type Rig } from '../support/rig.ts';
import { startSchool } from '../support/school.ts';
import { shiftsOf, watchShifts } from '../support/shifts.ts';

/** Addresses of every kind that the site has: its pages, archive parts, an album by either address. */
const ADDRESSES = [
  ...PAGES,
  '/News?year=2026',
  '/Calendar/2026-11',
  '/SubGallery?id=annual-day-2025',
  '/SubGallery/annual-day-2025',
];

async function expectLandmarks(page: Page): Promise<void> {
  const banner = page.getByRole('banner');
  await expect(banner).toHaveCount(1);
  await expect(banner.getByRole('navigation', { name: 'Main', exact: true })).toHaveCount(1);
  await expect(banner.getByRole('region', { name: 'Highlights' }).getByRole('button', { name: 'Pause' })).toHaveCount(1);
  await expect(page.getByRole('main')).toHaveCount(1);
  await expect(page.getByRole('contentinfo')).toHaveCount(1);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.getByRole('heading', { level: 1 })).not.toBeEmpty();
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(page.locator((await skip.getAttribute('href')) ?? '#none')).toHaveRole('main');
}

/** Presses every button that embeds a document. Nothing outside this machine is asked for: what the policy lets out ends here. */
async function openEmbedded(page: Page, baseURL: string): Promise<void> {
  await page.route(
    ({ protocol, origin }) => /^https?:$/.test(protocol) && origin !== baseURL,
    (route) => route.fulfill({ status: 200, contentType: 'text/html', body: '<title>Elsewhere</title><h1>Elsewhere</h1>' }),
  );
  const facades = page.locator('[data-embed]:visible');
  const count = await facades.count();
  expect(count, 'the footer embeds a map').toBeGreaterThan(0);
  for (let left = count; left > 0; left -= 1) {
    await facades.first().click();
    await expect(page.frameLocator('.facade iframe >> nth=-1').getByRole('heading', { name: 'Elsewhere' })).toBeVisible();
  }
}

/** Nothing is wider than the window, scrolling boxes of their own excepted. */
async function expectNoSidewaysScrolling(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 700 });
  const widths = await page.evaluate(() => {
    scrollTo(1000, 0);
    return { scrolled: scrollX, width: document.documentElement.scrollWidth };
  });
  expect(widths).toEqual({ scrolled: 0, width: 320 });
}

const closeNotices = async (page: Page, route: string) => {
  if (route !== '/') return;
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible();
  await page.keyboard.press('Escape');
};

for (const address of ADDRESSES) {
  test(`${address} answers with its landmarks, moves nothing and does all it does without a complaint`, async ({
    page,
    baseURL,
  }) => {
    const complaints = complaintsOf(page);
    const strangers = strangersOf(page, baseURL ?? '');
    const rest = watchRequests(page);
    await watchShifts(page);
    const answer = await page.goto(address);
    expect(answer?.status()).toBe(200);
    expect(answer?.url()).toBe(`${baseURL}${address}`);
    expect(answer?.headers()['content-security-policy']).toBe(SERVED_POLICY);
    await closeNotices(page, address);
    await rest();
    await expectLandmarks(page);
    await expect(page).toHaveTitle(/\S.* · .*\S/);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await rest();
    expect(await shiftsOf(page)).toEqual([]);
    expect(strangers, 'nothing is fetched from elsewhere before a press').toEqual([]);
    await openEmbedded(page, baseURL ?? '');
    await expectNoSidewaysScrolling(page);
    expect(complaints).toEqual([]);
  });
}

for (const route of ROUTES) {
  test(`${route} is whole without script`, async ({ browser, baseURL }) => {
    const page = await withoutScript(browser, { baseURL, viewport: { width: 1280, height: 900 } });
    const complaints = complaintsOf(page);
    const answer = await page.goto(route);
    expect(answer?.status()).toBe(200);
    await expectLandmarks(page);
    await expect(page.getByRole('main')).toHaveText(/.{40}/s);
    await expectNoSidewaysScrolling(page);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
}

test('an unknown address gets the 404 page with the menu', async ({ page }) => {
  const answer = await page.goto('/no/such/page');
  expect(answer?.status()).toBe(404);
  await expectLandmarks(page);
  await expectNoSidewaysScrolling(page);
});

test('an address in the wrong case leads to the right page with its query', async ({ page }) => {
  await page.goto('/EVENTS?year=2025');
  await expect(page).toHaveURL(/\/Events\?year=2025$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Events');
});

test.describe('From a host that answers /X from X.html, ignores queries and knows no rewrites', () => {
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
    rig = await openRig({ service: await startSchool({ gallery }) });
    await build(rig);
    host = await serveFolder(rig.dist);
  });

  test.afterAll(async () => {
    host.close();
    await rig.close();
  });

  test('every route answers at its exact spelling', async ({ request }) => {
    for (const route of ROUTES) {
      const answer = await request.get(`${host.url}${route}`, { maxRedirects: 0 });
      expect(answer.status(), route).toBe(200);
    }
  });

  for (const identity of IDENTITIES) {
    test(`the album ${identity} opens at its shared address`, async ({ page }) => {
      await page.goto(`${host.url}/Gallery`);
      const shared = `/SubGallery?id=${encodeURIComponent(identity)}`;
      await page.goto(host.url + shared);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Album ${identity}`);
      await expect(page).toHaveURL(host.url + shared);
      const direct = await page.request.get(host.url + albumPath(identity).replaceAll('%', '%25'));
      expect(direct.status()).toBe(200);
    });
  }

  test('the 404 page puts an address in the wrong case right and keeps its query', async ({ page }) => {
    await page.goto(`${host.url}/subgallery?id=plain-1`);
    await expect(page).toHaveURL(`${host.url}/SubGallery?id=plain-1`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Album plain-1');
    await page.goto(`${host.url}/NEWS?q=sports`);
    await expect(page).toHaveURL(`${host.url}/News?q=sports`);
  });
});
