import type { Page } from 'playwright/test';
import { expect, expectAccessible, test, withoutScript } from '../support/browser.ts';
import { cards, status } from '../support/lists.ts';

const box = (page: Page) => page.getByRole('searchbox', { name: 'Search the site' });

test.describe('/Search', () => {
  test('names each page once, finds news by beginnings of words in any order and leads to the item, says what was not found, and without words lists all pages again', async ({
    page,
  }) => {
    const data: string[] = [];
    page.on('request', (request) => data.push(new URL(request.url()).pathname));
    await page.goto('/Search');
    await expect(page.getByRole('heading', { level: 1, name: 'Search' })).toBeVisible();
    // Its script has started, and shows that nothing is searched for.
    await expect(page.locator('#results')).toHaveAttribute('data-query', '');
    await page.evaluate(() => new Promise((shown) => requestAnimationFrame(() => setTimeout(shown, 0))));
    expect(data.filter((path) => path.startsWith('/data/'))).toEqual([]);
    const addresses = await page
      .getByRole('main')
      .locator('.all a')
      .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
    expect(addresses.length).toBeGreaterThan(30);
    expect(new Set(addresses).size).toBe(addresses.length);
    await box(page).fill('zzzz');
    // The whole index is read for it.
    await expect(status(page)).toHaveText('0 results', { timeout: 30_000 });
    await expect(page.getByText('Nothing was found for “zzzz”')).toBeVisible();
    await box(page).fill('!?');
    await expect(page.getByText('Nothing was found for “!?”')).toBeVisible();
    await box(page).fill('');
    await expect(page.getByRole('heading', { name: 'All pages' })).toBeVisible();
    await expect(status(page)).toHaveText('');
    await box(page).fill('quiz interhouse');
    await expect(status(page)).toHaveText(/^\d+ results?$/);
    await expect(page).toHaveURL('/Search?q=quiz+interhouse');
    await expect(
      cards(page)
        .locator('mark', { hasText: /^inter-house$/i })
        .first(),
    ).toBeVisible();
    await expectAccessible(page, { within: 'main' });
    const link = cards(page)
      .getByRole('heading')
      .getByRole('link', { name: /inter-house/i })
      .first();
    const title = (await link.textContent()) ?? '';
    await link.click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  });

  test('a key is answered with the first screen of results by itself, of many', async ({ page }) => {
    await page.goto('/Search');
    await expect(page.locator('#results')).toHaveAttribute('data-query', '');
    // It stands before the key is pressed; what it saw is read afterwards.
    await page.locator('#results').evaluate((results) => {
      new MutationObserver(() => {
        if (results.childElementCount > 0) results.dataset.first ??= String(results.childElementCount);
      }).observe(results, { childList: true });
    });
    await box(page).fill('a');
    await expect(cards(page)).toHaveCount(24);
    expect(Number(await page.locator('#results').getAttribute('data-first'))).toBeLessThanOrEqual(8);
  });

  test('typing replaces the history entry, and the address opens the same search', async ({ page }) => {
    await page.goto('/News');
    await page.goto('/Search');
    await box(page).pressSequentially('fees');
    await expect(cards(page).first().getByRole('link')).toHaveAttribute('href', '/Fees');
    const count = (await status(page).textContent()) ?? '';
    await page.reload();
    await expect(box(page)).toHaveValue('fees');
    await expect(status(page)).toHaveText(/^\d+ results?$/);
    expect(Number.parseInt((await status(page).textContent()) ?? '', 10)).toBeGreaterThanOrEqual(Number.parseInt(count, 10));
    await page.goBack();
    await expect(page).toHaveURL('/News');
  });

  test('without script leads to every page and archive', async ({ browser }) => {
    const page = await withoutScript(browser);
    await page.goto('/Search');
    const paths = await page
      .getByRole('main')
      .locator('a')
      .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).pathname));
    expect(paths).toEqual(expect.arrayContaining(['/', '/Fees', '/News', '/ToppersXII', '/Notifications', '/SubGallery']));
    for (const list of ['/News', '/Events', '/Gallery', '/VideoGallery', '/Toppers', '/ToppersXII'])
      expect(paths.filter((path) => path.startsWith(`${list}/`)).length).toBeGreaterThan(1);
    await expect(box(page)).toBeHidden();
    await page.context().close();
  });
});
