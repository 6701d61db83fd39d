import type { Page } from 'playwright/test';
import { expect, expectAccessibleInBoth, test } from '../support/browser.ts';
import { cards, dataOf, options, search, status } from '../support/pages.ts';

const session = (page: Page) => page.getByLabel('Session');

// One island is both pages'.
test.describe('the island of both', () => {
  const path = '/Toppers';

  test('begins with the session from the previous to the current year, or the one before, and keeps another in the address', async ({
    page,
  }) => {
    await page.goto(path);
    await expect(session(page)).toBeEnabled();
    expect(['2025-2026', '2024-2025']).toContain(await session(page).inputValue());
    await expect(cards(page).first().getByRole('heading')).toBeVisible();
    const other = (await options(page, 'Session')).at(-1) ?? '';
    const items = await dataOf(page, () => session(page).selectOption(other));
    await expect(page).toHaveURL(`${path}?session=${other}`);
    await expect(cards(page)).toHaveCount(Math.min(24, items.length));
    await page.goBack();
    await expect(session(page)).not.toHaveValue(other);
  });

  test('the search hides no card: it marks those that match, brings the first into view and says how many', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto(path);
    const before = await cards(page).getByRole('heading').allTextContents();
    const last = cards(page).getByRole('heading').last();
    await expect(last).not.toBeInViewport();
    const name = before.at(-1) ?? '';
    await search(page).fill(name.toLowerCase());
    const matching = before.filter((other) => other.toLowerCase().includes(name.toLowerCase())).length;
    await expect(page.locator('article.found')).toHaveCount(matching);
    await expect(page.locator('article.found').first()).toBeInViewport();
    await expect(status(page)).toHaveText(/^\d+ names? match/);
    await expectAccessibleInBoth(page, { within: 'main' });
    expect(Number.parseInt((await status(page).textContent()) ?? '', 10)).toBeGreaterThanOrEqual(matching);
    expect(await cards(page).getByRole('heading').allTextContents()).toEqual(before);
    await search(page).fill('nobody has this name');
    await expect(status(page)).toHaveText('0 names match');
    expect(await cards(page).getByRole('heading').allTextContents()).toEqual(before);
  });

  test('turns to the new session with the year of the school, not of the machine', async ({ page }) => {
    await page.clock.setFixedTime(Date.parse('2025-12-31T18:29:00Z'));
    await page.goto(`${path}?session=none`);
    await expect(session(page)).toBeEnabled();
    await expect.poll(() => options(page, 'Session')).toContain('2024-2025');
    await page.clock.setFixedTime(Date.parse('2027-12-31T18:31:00Z'));
    await page.goto(path);
    await expect(session(page)).toBeEnabled();
    await expect.poll(async () => (await options(page, 'Session'))[0]).toBe('2027-2028');
    await expect(page.getByText('100%').first()).toBeVisible();
  });
});
