import type { Locator, Page } from 'playwright/test';
import { expect, test } from '../support/browser.ts';
import { cards } from '../support/pages.ts';

/** A page whose own scripts have not come; those that every page has did. Gives the function that lets them. */
async function openWithoutScripts(page: Page, path: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const shared: readonly string[] = (await (await page.request.get('/Privacy')).text()).match(/\/assets\/[\w.-]+\.js/g) ?? [];
  await page.route('**/assets/*.js', async (route) => {
    if (!shared.includes(new URL(route.request().url()).pathname)) await promise;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  await page.locator('html.js').waitFor({ state: 'attached' });
  return resolve;
}

const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name, exact: typeof name === 'string' });
const calendar = (page: Page) => page.locator('#calendar');

/** What is pressed on a page, and what is to be seen once the scripts have come. */
const PRESSES: Readonly<
  Record<string, readonly (readonly [control: (page: Page) => Locator, seen: (page: Page) => Promise<void>])[]>
> = {
  '/News': [[(page) => button(page, 'Show more'), (page) => expect(cards(page)).toHaveCount(48)]],
  '/': [
    [
      (page) => calendar(page).locator('td a', { hasText: /^28/ }),
      (page) => expect(calendar(page).locator('h4')).toHaveText('Saturday 28 Nov'),
    ],
    [
      (page) => page.locator('.tabrow a').nth(2),
      (page) => expect(page.locator('.tabrow a').nth(2)).toHaveAttribute('aria-selected', 'true'),
    ],
    [
      (page) => page.getByRole('region', { name: 'News' }).getByRole('button', { name: 'Next slide' }),
      (page) => expect(page.locator('.car[aria-label=News] .sl').first()).toHaveAttribute('inert'),
    ],
    [(page) => page.locator('[data-notes]'), (page) => expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible()],
  ],
  '/SubGallery/quiz-2026': [
    [(page) => page.locator('.photos a').nth(1), (page) => expect(page.getByRole('dialog')).toContainText('Photo 2 of')],
  ],
  '/ErpSoftware': [[(page) => page.locator('[data-enlarge]').first(), (page) => expect(page.getByRole('dialog')).toBeVisible()]],
};

test('a press before the script is there is seen as taken at once, and carried out then', async ({ page }) => {
  for (const [path, presses] of Object.entries(PRESSES)) {
    const release = await openWithoutScripts(page, path);
    for (const [control] of presses) {
      await control(page).click();
      await expect(control(page)).toHaveAttribute('aria-busy', 'true');
    }
    expect(new URL(page.url()).pathname).toBe(path);
    release();
    for (const [, seen] of presses) await seen(page);
    await expect(main(page).locator('[aria-busy="true"]')).toHaveCount(0);
    await page.unrouteAll();
  }
});

test('where the scripts cannot be had, a press follows its link after all, and what would do nothing is not offered', async ({
  page,
}) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await promise;
    await route.abort();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await calendar(page).getByRole('link', { name: 'Next month' }).click();
  resolve();
  await page.waitForURL('**/Calendar/2026-12');
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Next slide' })).toHaveCount(0);
  await page.goto('/News');
  await expect(button(page, 'Show more')).toBeDisabled();
});
