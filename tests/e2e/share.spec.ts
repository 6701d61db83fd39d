import type { Page } from 'playwright/test';
import { expect, test } from '../support/browser.ts';

/** Opens the newest news item, and gives its address and title. */
async function openItem(page: Page) {
  await page.goto('/News');
  await page.getByRole('article').first().getByRole('heading').getByRole('link').click();
  await expect(page).toHaveURL(/\/News\/item\//);
  const canonical = (await page.locator('link[rel=canonical]').getAttribute('href')) ?? '';
  return { canonical, title: (await page.getByRole('heading', { level: 1 }).textContent()) ?? '' };
}

const share = (page: Page) => page.getByRole('button', { name: 'Share', exact: true });

test('Share hands title and address to the device', async ({ page }) => {
  await page.addInitScript(() => {
    const shared: ShareData[] = [];
    Object.assign(window, { shared });
    Object.defineProperty(navigator, 'share', { value: async (data: ShareData) => void shared.push(data) });
  });
  const { canonical, title } = await openItem(page);
  await share(page).click();
  expect(await page.evaluate(() => (window as unknown as { shared: ShareData[] }).shared)).toEqual([{ title, url: canonical }]);
});

test('where the device shares nothing, Share copies the address and says so', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'));
  const { canonical } = await openItem(page);
  await share(page).click();
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Link copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(canonical);
});

test('where it may not copy either, the address stands there to be copied by hand', async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(Navigator.prototype, 'share');
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
  });
  const { canonical } = await openItem(page);
  await share(page).click();
  await expect(page.getByRole('main').getByRole('status')).toHaveText(canonical);
});
