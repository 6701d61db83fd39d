import type { Page } from 'playwright/test';
import { expect, expectAccessible, shiftsOf, test, watchShifts, withoutScript } from '../support/browser.ts';
import { cards, status } from '../support/pages.ts';

const box = (page: Page) => page.getByRole('searchbox', { name: 'Search the site' });

test.describe('/Search', () => {
  test('names each page once, fetches nothing before a key, finds words in any order and leads to the item, and without words lists all pages again', async ({
    page,
  }) => {
    const data: string[] = [];
    page.on('request', (request) => data.push(new URL(request.url()).pathname));
    await page.goto('/Search');
    await expect(page.getByRole('heading', { level: 1, name: 'Search' })).toBeVisible();
    // Its script has started, and shows that nothing is searched for.
    await expect(page.locator('#results')).toHaveAttribute('data-query', '');
    await page.evaluate(() => new Promise((shown) => requestAnimationFrame(() => setTimeout(shown, 0))));
    expect(data.filter((path) => /^\/data\/|^\/search/.test(path))).toEqual([]);
    const addresses = await page
      .getByRole('main')
      .locator('.all a')
      .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
    expect(addresses.length).toBeGreaterThan(30);
    expect(new Set(addresses).size).toBe(addresses.length);
    await box(page).fill('quiz interhouse');
    await expect(status(page)).toHaveText(/^\d+ results?$/);
    await expect(page.getByRole('heading', { name: 'All pages' })).toBeHidden();
    await expect(page).toHaveURL('/Search?q=quiz+interhouse');
    await expect(
      cards(page)
        .locator('mark', { hasText: /^inter-house$/i })
        .first(),
    ).toBeVisible();
    await box(page).fill('');
    await expect(page.getByRole('heading', { name: 'All pages' })).toBeVisible();
    await expect(status(page)).toHaveText('');
    await box(page).fill('quiz interhouse');
    const link = cards(page)
      .getByRole('heading')
      .getByRole('link', { name: /inter-house/i })
      .first();
    const title = (await link.textContent()) ?? '';
    await link.click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  });

  test('answers what is asked most above the results, with numbers to press; where nothing is found, offers near words, the pages, and the office', async ({
    page,
  }) => {
    await page.goto('/Search?q=phone+number');
    const answer = page.getByRole('region', { name: 'Answer' });
    await expect(answer.getByRole('link', { name: /^\+91/ }).first()).toHaveAttribute('href', /^tel:\+91\d{10}$/);
    await box(page).fill('class 8 fees');
    await expect(answer.getByRole('row')).toHaveText([/^Classes/, /^VI to VIII.*Rs\.\s[\d,]+/]);
    await expect(answer.getByRole('link', { name: 'Fees Policy' })).toHaveAttribute('href', '/Fees');
    await expectAccessible(page, { within: 'main' });
    await box(page).fill('karate');
    await expect(answer).toBeHidden();

    await box(page).fill('zzzz');
    await expect(status(page)).toHaveText('0 results');
    await expect(page.getByText('Nothing was found for “zzzz”')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'All pages' })).toBeVisible();
    const main = page.getByRole('main');
    await expect(main.getByRole('link', { name: /^\+91/ })).toBeVisible();
    await box(page).fill('qizu');
    await expect(page.getByText('Nothing was found for “qizu”')).toBeVisible();
    await main.getByRole('link', { name: 'quiz', exact: true }).click();
    await expect(status(page)).toHaveText(/^[1-9]\d* results?$/);
    await box(page).fill('!?');
    await expect(page.getByText('Nothing was found for “!?”')).toBeVisible();
  });

  test('moves nothing that is seen, opened with words or typed in; typing replaces the history entry, and the address opens the same search', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    await watchShifts(page);
    // A slow network: results come long after the key.
    await page.route(/\/search\.json|\/data\//, async (route) => {
      await new Promise((later) => setTimeout(later, 700));
      await route.continue();
    });
    await page.goto('/News');
    await page.goto('/Search');
    await box(page).pressSequentially('fees');
    await expect(cards(page).first().getByRole('link')).toHaveAttribute('href', '/Fees');
    await expect(status(page)).toHaveText(/^\d+ results?$/);
    expect(await shiftsOf(page)).toEqual([]);
    const count = (await status(page).textContent()) ?? '';
    await page.reload();
    await expect(box(page)).toHaveValue('fees');
    await expect(status(page)).toHaveText(count);
    expect(await shiftsOf(page)).toEqual([]);
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
    for (const list of ['/News', '/Events', '/Gallery', '/VideoGallery', '/Toppers', '/ToppersXII', '/Calendar'])
      expect(paths.filter((path) => path.startsWith(`${list}/`)).length).toBeGreaterThan(1);
    await expect(box(page)).toBeHidden();
    await page.context().close();
  });
});
