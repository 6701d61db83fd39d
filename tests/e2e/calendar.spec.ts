import type { Page } from 'playwright/test';
import { expect, expectAccessibleInBoth, test } from '../support/browser.ts';
import { calendar, openHome } from '../support/pages.ts';

const heading = (page: Page, name: string) => calendar(page).getByRole('heading', { name });

/** Days of the entries that are listed. */
const days = (page: Page, entries = 'li') =>
  calendar(page)
    .locator(`${entries} time`)
    .evaluateAll((all) => all.map((time) => time.getAttribute('datetime') ?? ''));

async function turn(page: Page, name: 'Next month' | 'Previous month', times: number): Promise<void> {
  for (let press = 0; press < times; press += 1) await calendar(page).getByRole('button', { name }).click();
}

test.describe('Academic calendar', () => {
  test('shows the current month from Sunday on with today in the school’s zone, its entries by day in no box that scrolls, and those of a day that is pressed', async ({
    page,
  }) => {
    await openHome(page);
    await expect(heading(page, 'November 2026')).toBeVisible();
    await expect(calendar(page).getByRole('columnheader').first()).toHaveText('Sun');
    await expect(calendar(page)).toContainText('Saturday 21 Nov');
    await expect(calendar(page).locator('[aria-current="date"]')).toHaveText(/^21/);
    const month = await days(page);
    const marked = await calendar(page)
      .locator('td :is(a, button)')
      .evaluateAll((all) => all.map((day) => /, (\d+)/.exec(day.textContent)?.[1]));
    expect(month).toHaveLength(marked.reduce((sum, count) => sum + Number(count), 0));
    expect(month).toEqual([...month].sort());
    expect(await days(page, 'details li')).toEqual(month.filter((day) => day < '2026-11-21'));
    await expect(calendar(page).getByRole('listitem').first()).toContainText('24 Nov');
    await calendar(page).getByText('Earlier this month').click();
    await expect(calendar(page).getByRole('listitem').first()).toContainText('02 Nov');
    const scrolling = await calendar(page)
      .locator('*')
      .evaluateAll((all) => all.filter((one) => /auto|scroll/.test(getComputedStyle(one).overflowY)).length);
    expect(scrolling).toBe(0);

    const day = calendar(page).locator('td').getByRole('button').last();
    const date = /^\d+/.exec((await day.textContent()) ?? '')?.[0] ?? '';
    await day.click();
    await expect(day).toHaveAttribute('aria-pressed', 'true');
    await expectAccessibleInBoth(page, { within: '#calendar' });
    await expect(calendar(page).getByRole('heading', { level: 4 })).toContainText(` ${date} Nov`);
    expect(new Set(await days(page))).toEqual(new Set([`2026-11-${date.padStart(2, '0')}`]));
    await day.click();
    await expect(day).toHaveAttribute('aria-pressed', 'false');
    expect(await days(page)).toEqual(month);
    await calendar(page).locator('td').getByRole('button', { name: '20' }).click();
    await expect(calendar(page).getByRole('listitem')).toHaveCount(2);
  });

  test('moves one month at a time, comes back to today from any, stays and says so when a month could not be loaded, and begins with the visitor’s month when the build is older', async ({
    page,
  }) => {
    await page.route('**/data/calendar/**', (route) => route.fulfill({ status: 500 }));
    await openHome(page);
    await turn(page, 'Next month', 1);
    await expect(calendar(page).getByRole('status')).toContainText('December 2026 could not be loaded');
    await expect(heading(page, 'November 2026')).toBeVisible();
    await page.unroute('**/data/calendar/**');
    await turn(page, 'Next month', 2);
    await expect(heading(page, 'January 2027')).toBeVisible();
    await turn(page, 'Previous month', 3);
    await expect(heading(page, 'October 2026')).toBeVisible();
    await calendar(page).getByRole('button', { name: 'Today' }).click();
    await expect(heading(page, 'November 2026')).toBeVisible();

    // A build of the day before.
    await page.clock.setFixedTime(Date.parse('2026-11-30T18:40:00Z'));
    await page.reload();
    await expect(heading(page, 'December 2026')).toBeVisible();
    await expect(calendar(page)).toContainText('Tuesday 1 Dec');

    // What the page itself asks for, as at midnight, is missed silently; it is loaded anew by a press alone.
    await page.route('**/data/calendar/**', (route) => route.fulfill({ status: 404 }));
    const missed = page.waitForEvent('console', (message) => message.text().includes('could not be read'));
    await page.reload();
    await missed;
    await page.evaluate(() => new Promise(requestAnimationFrame));
    await expect(heading(page, 'November 2026')).toBeVisible();
    await expect(calendar(page).getByRole('status')).toHaveText('');
    const loaded = page.waitForEvent('load');
    await turn(page, 'Next month', 1);
    await loaded;
  });
});

test('the page of a month tells the day of the week beside each date', async ({ page }) => {
  await page.goto('/Calendar/2026-11');
  const entries = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.locator('time') });
  const told = await entries.evaluateAll((all) =>
    all.map((entry) => [entry.querySelector('time')?.dateTime ?? '', entry.querySelector('small')?.textContent] as const),
  );
  expect(told.length).toBeGreaterThan(5);
  const nameOf = (day: string) => new Date(day).toLocaleDateString('en', { weekday: 'short', timeZone: 'UTC' });
  expect(told.map(([, name]) => name)).toEqual(told.map(([day]) => nameOf(day)));
});
