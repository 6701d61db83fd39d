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

  test('moves by arrow keys from day to day, and over the month’s edge', async ({ page }) => {
    await openHome(page);
    await expect(calendar(page).getByRole('button', { name: 'Next month' })).toBeVisible();
    await calendar(page).getByRole('gridcell', { name: /^21/ }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(calendar(page).locator(':focus')).toHaveText(/^22/);
    await page.keyboard.press('ArrowDown');
    await expect(calendar(page).locator(':focus')).toHaveText(/^29/);
    await page.keyboard.press('ArrowDown');
    await expect(heading(page, 'December 2026')).toBeVisible();
    await expect(calendar(page).locator(':focus')).toHaveText(/^6/);
  });

  test('moves to the visitor’s month when the build is older', async ({ page }) => {
    await page.clock.setFixedTime(Date.parse('2026-11-30T18:40:00Z'));
    await openHome(page);
    await expect(heading(page, 'December 2026')).toBeVisible();
    await expect(calendar(page)).toContainText('Tuesday 1 Dec');
  });

  test('answers when it comes near, also while the page still loads', async ({ page }) => {
    await page.route('**/pictures/*', () => {});
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
