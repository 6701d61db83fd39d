import type { Page } from 'playwright/test';
import { expect, problemsOf, test, withoutScript } from '../support/browser.ts';
import { openHome } from '../support/pages.ts';

// The site was built on 21 November 2026; Guru Nanak Jayanti is on the 24th, the collection of winter clothes on the 25th.
const at = (page: Page, time: string) => page.clock.setFixedTime(Date.parse(`${time}+05:30`));
/** The page has stayed open, and is looked at again. */
const lookAgain = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
const holiday = (page: Page) => page.getByRole('link', { name: /Holiday: Guru Nanak Jayanti/ });
const next = (page: Page) => page.locator('.now li:visible').first();

test('home says in its first screen whether school is open today, tomorrow and the day after; what has passed is not next, also on a page that was published days ago or stays open over midnight', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openHome(page);
  await expect(holiday(page)).toBeHidden();
  for (const [time, words] of [
    ['2026-11-22T00:00:30', 'Tuesday, 24 November · Holiday: Guru Nanak Jayanti'],
    ['2026-11-23T23:59:30', 'Tomorrow, 24 November · Holiday: Guru Nanak Jayanti'],
    ['2026-11-24T00:00:30', 'Today, 24 November · Holiday: Guru Nanak Jayanti'],
  ] as const) {
    await at(page, time);
    await lookAgain(page);
    await expect(holiday(page)).toHaveText(words);
    await expect(holiday(page)).toBeInViewport();
  }
  const [told, event] = [await holiday(page).boundingBox(), await next(page).boundingBox()];
  expect(told?.y).toBeLessThan(event?.y ?? 0);
  await at(page, '2026-11-25T00:00:30');
  await lookAgain(page);
  await expect(holiday(page)).toBeHidden();

  await page.setViewportSize({ width: 1280, height: 900 });
  await expect(next(page)).toContainText('Collection of winter clothes');
  await at(page, '2026-11-26T00:00:30');
  await lookAgain(page);
  await expect(next(page)).toContainText('Annual athletics meet');
  await expect(next(page)).toContainText('Next event');
  await expect(page.locator('.now li:visible')).toHaveCount(3);

  await page.goto('/');
  await expect(next(page)).toContainText('Annual athletics meet');
  const slides = page.getByRole('region', { name: 'Events', exact: true }).getByRole('article');
  await expect(slides.first()).toContainText('Annual athletics meet');
  await expect(slides.last()).toContainText('Collection of winter clothes');
  // A row keeps its place where its slides change theirs.
  await slides.first().scrollIntoViewIfNeeded();
  await expect(page.locator('.car[aria-label="Events"].on')).toBeVisible();
  await expect(slides.first()).toBeInViewport({ ratio: 1 });

  await page.goto('/Events');
  const coming = page.getByRole('region', { name: 'Coming up' }).getByRole('listitem');
  await expect(coming).toHaveCount(3);
  await expect(coming.first()).toContainText('Annual athletics meet');
  const [, earlier] = (await page.locator('.printed').innerText()).split('Earlier in 2026');
  expect(earlier).toContain('Collection of winter clothes');
  expect(earlier).not.toContain('Annual athletics meet');

  await page.goto('/Events/item/e-20261125');
  await expect(page.getByText('This event is over.')).toBeVisible();
  await expect(page.getByText('Questions')).toBeHidden();

  await page.goto('/Calendar');
  await expect(page.locator('.flow .entries:visible li').first()).toContainText('Annual athletics meet');
  await page.getByText('Earlier this month').click();
  await expect(page.locator('.flow .earlier li:visible').last()).toContainText('Collection of winter clothes');

  // What lasts for several days is past once its last day is.
  const meet = page.locator('.flow .entries:not(.earlier *) li').first();
  await meet.evaluate((entry) => entry.setAttribute('data-last', '2026-11-30'));
  for (const [time, lasts] of [
    ['2026-11-30T12:00:00', true],
    ['2026-12-01T12:00:00', false],
  ] as const) {
    await at(page, time);
    await lookAgain(page);
    const open = page.locator('.flow .entries:not(.earlier *) li').filter({ hasText: 'Annual athletics meet' });
    await expect(open).toHaveCount(lasts ? 1 : 0);
    await expect(page.locator('.flow .earlier li').filter({ hasText: 'Working Saturday' })).toHaveCount(1);
  }
});

test('home’s calendar stays over midnight, whether or not its month was turned', async ({ page }) => {
  const problems = problemsOf(page);
  const calendar = page.getByRole('region', { name: 'Academic calendar' });
  for (const turns of [[], ['Next month', 'Previous month'], ['Today']]) {
    await at(page, '2026-11-23T23:59:30');
    // The notices open once a visit.
    await (turns.length === 0 ? openHome(page) : page.goto('/'));
    for (const name of turns) await calendar.getByRole('button', { name }).click();
    await expect(calendar.getByRole('heading', { name: 'November 2026' })).toBeVisible();
    await expect(calendar.getByText('Monday 23 Nov')).toBeVisible();
    for (const [time, day] of [
      ['2026-11-24T00:00:30', 'Tuesday 24 Nov'],
      ['2026-11-26T08:00:00', 'Thursday 26 Nov'],
    ] as const) {
      await at(page, time);
      await lookAgain(page);
      await expect(calendar.getByText(day)).toBeVisible();
      await expect(calendar.locator('.entries:not(.earlier *) li').first()).toContainText(/2[48] Nov/);
    }
    await expect(calendar.locator('.earlier li').last()).toContainText('25 Nov');
  }
  expect(problems).toEqual([]);
});

test('without script all of it is as on the day of the build', async ({ browser, baseURL }) => {
  const page = await withoutScript(browser, { baseURL });
  await page.goto('/Events/item/e-20261125');
  await expect(page.getByText('This event is over.')).toBeHidden();
  await expect(page.getByText('Questions')).toBeVisible();
  await page.goto('/Calendar');
  await expect(page.locator('.flow .entries:visible li').first()).toContainText('Guru Nanak Jayanti');
  await page.context().close();
});
