import type { Page } from 'playwright/test';
import { expect, test } from '../support/browser.ts';
import { calendar, openHome } from '../support/home.ts';

const heading = (page: Page, name: string) => calendar(page).getByRole('heading', { name });

test.describe('Academic calendar', () => {
  test('starts on the current month and moves one month at a time', async ({ page }) => {
    await openHome(page);
    await expect(heading(page, 'November 2026')).toBeVisible();
    await calendar(page).getByRole('button', { name: 'Next month' }).click();
    await calendar(page).getByRole('button', { name: 'Next month' }).click();
    await expect(heading(page, 'January 2027')).toBeVisible();
    for (let press = 0; press < 3; press += 1) await calendar(page).getByRole('button', { name: 'Previous month' }).click();
    await expect(heading(page, 'October 2026')).toBeVisible();
  });

  test('starts its weeks on Sunday and shows today in the school’s zone', async ({ page }) => {
    await openHome(page);
    await expect(calendar(page).getByRole('columnheader').first()).toHaveText('Sun');
    await expect(calendar(page)).toContainText('Saturday 21 Nov');
    await expect(calendar(page).locator('[aria-current="date"]')).toHaveText(/^21/);
  });

  test('lists the month’s entries by day', async ({ page }) => {
    await openHome(page);
    const days = await calendar(page)
      .locator('li time')
      .evaluateAll((all) => all.map((time) => time.getAttribute('datetime')));
    expect(days.length).toBeGreaterThan(0);
    expect(days).toEqual([...days].sort());
  });

  test('shows the entries of a day that is pressed, and the month again when it is pressed once more', async ({ page }) => {
    await openHome(page);
    const day = calendar(page).locator('td').getByRole('button').last();
    const date = /^\d+/.exec((await day.textContent()) ?? '')?.[0] ?? '';
    const days = () =>
      calendar(page)
        .locator('li time')
        .evaluateAll((all) => all.map((time) => time.getAttribute('datetime')));
    const month = await days();
    await day.click();
    await expect(day).toHaveAttribute('aria-pressed', 'true');
    await expect(calendar(page).getByRole('heading', { level: 4 })).toContainText(` ${date} Nov`);
    expect(new Set(await days())).toEqual(new Set([`2026-11-${date.padStart(2, '0')}`]));
    await day.click();
    await expect(day).toHaveAttribute('aria-pressed', 'false');
    // The page is printed with the next entries; a month that was turned to is listed whole.
    expect(await days()).toEqual(expect.arrayContaining(month));
  });

  test('comes back to today from any month', async ({ page }) => {
    await openHome(page);
    for (let press = 0; press < 3; press += 1) await calendar(page).getByRole('button', { name: 'Next month' }).click();
    await expect(heading(page, 'February 2027')).toBeVisible();
    await calendar(page).getByRole('button', { name: 'Today' }).click();
    await expect(heading(page, 'November 2026')).toBeVisible();
  });

  test('has no box that scrolls, and tells past entries from coming ones', async ({ page }) => {
    await openHome(page);
    const scrolling = await calendar(page)
      .locator('*')
      .evaluateAll((all) => all.filter((one) => /auto|scroll/.test(getComputedStyle(one).overflowY)).length);
    expect(scrolling).toBe(0);
    const past = await calendar(page)
      .locator('li.past time')
      .evaluateAll((all) => all.map((time) => time.getAttribute('datetime') ?? ''));
    expect(past.filter((day) => day >= '2026-11-21')).toEqual([]);
  });

  test('moves to the visitor’s month when the build is older', async ({ page }) => {
    await page.clock.setFixedTime(Date.parse('2026-11-30T18:40:00Z'));
    await openHome(page);
    await expect(heading(page, 'December 2026')).toBeVisible();
    await expect(calendar(page)).toContainText('Tuesday 1 Dec');
  });

  test('answers when it comes near, also while the page still loads', async ({ page }) => {
    await page.route('**/assets/slide-*', () => {});
    await page.goto('/', { waitUntil: 'commit' });
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await calendar(page).scrollIntoViewIfNeeded();
    await calendar(page).getByRole('button', { name: 'Next month' }).click();
    await expect(heading(page, 'December 2026')).toBeVisible();
  });

  test('stays as it is and says so when a month cannot be loaded', async ({ page }) => {
    await page.route('**/data/calendar/**', (route) => route.fulfill({ status: 500 }));
    await openHome(page);
    await calendar(page).getByRole('button', { name: 'Next month' }).click();
    await expect(calendar(page).getByRole('status')).toContainText('December 2026 cannot be loaded');
    await expect(heading(page, 'November 2026')).toBeVisible();
  });
});
