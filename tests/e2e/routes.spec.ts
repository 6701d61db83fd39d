import type { Page } from 'playwright/test';
import { serveFolder } from '../../scripts/lib/static-server.ts';
import { albumPath } from '../../src/lib/paths.ts';
import { ROUTES } from '../../src/lib/routes.ts';
import { expect, test, withoutScript } from '../support/browser.ts';
import { build, openRig, type Rig } from '../support/rig.ts';
import { startSchool } from '../support/school.ts';
import { shiftsOf, watchShifts } from '../support/shifts.ts';

/** Collects what a page complains of: errors in the console, exceptions, refused or failed requests. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`exception: ${error.message}`));
  page.on('requestfailed', (request) => {
    // A browser gives up what it no longer needs, for instance the other half of a PDF in a frame.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') complaints.push(`failed: ${request.url()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()}: ${response.url()}`);
  });
  return complaints;
}

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

for (const route of ROUTES) {
  test(`${route} answers with its landmarks, moves nothing and has nothing to complain of`, async ({ page, baseURL }) => {
    const complaints = complaintsOf(page);
    await watchShifts(page);
    const answer = await page.goto(route);
    expect(answer?.status()).toBe(200);
    expect(answer?.url()).toBe(`${baseURL}${route}`);
    await closeNotices(page, route);
    await page.waitForLoadState('networkidle');
    await expectLandmarks(page);
    await expect(page).toHaveTitle(/\S.* · .*\S/);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await page.waitForLoadState('networkidle');
    expect(await shiftsOf(page)).toEqual([]);
    await expectNoSidewaysScrolling(page);
    expect(complaints).toEqual([]);
  });

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
