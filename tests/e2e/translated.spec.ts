/** Pages that the browser has translated: each text stands in elements of its own then, and what islands wrote is gone. */
import type { Page } from 'playwright/test';
import { expect, expectStarted, holdBack, problemsOf, test } from '../support/browser.ts';
import { cards, openHome, status } from '../support/pages.ts';

// Names are translated too.
const year = (page: Page) => page.locator('#period');
const month = (page: Page) => page.locator('#month');
const calendar = (page: Page) => page.locator('.cal');

/** Every text in another language. `zero`: the first of the digits in which its numbers are then written. */
const translate = (page: Page, zero = '0') =>
  page.evaluate((zero) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      if (!text.data.trim() || text.parentElement?.closest('script, style, template')) continue;
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      const inDigits = (digit: string) => String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit));
      inner.textContent = text.data.replace(/[A-Za-z]+/g, 'शब्द').replace(/\d/g, inDigits);
      outer.append(inner);
      text.replaceWith(outer);
    }
  }, zero);

test('a list is filtered and counted as before', async ({ page }) => {
  const problems = problemsOf(page);
  await page.goto('/Events');
  await expectStarted(page);
  const count = await status(page).textContent();
  const all = Number.parseInt(count ?? '', 10);
  await translate(page);
  await year(page).selectOption({ index: 1 });
  await expect(page).toHaveURL(/\?year=\d{4}$/);
  await expect.poll(async () => Number.parseInt((await status(page).textContent()) ?? '', 10)).toBeLessThan(all);
  await month(page).selectOption({ index: 1 });
  await expect(page).toHaveURL(/\?year=\d{4}&month=[A-Z][a-z]{2}$/);
  await expect(cards(page)).toHaveCount(Number.parseInt((await status(page).textContent()) ?? '', 10));
  await year(page).selectOption({ index: 0 });
  await month(page).selectOption({ index: 0 });
  await expect(status(page)).toHaveText(count ?? '');
  expect(problems).toEqual([]);
});

test('the academic calendar shows the days of the month that is turned to', async ({ page }) => {
  const problems = problemsOf(page);
  await openHome(page);
  // Before that, React makes anew what the translation has changed, and says so in the console.
  await calendar(page).scrollIntoViewIfNeeded();
  await expectStarted(page);
  await translate(page);
  const days = () => calendar(page).locator('td').allInnerTexts();
  const numbers = (all: readonly string[]) => all.flatMap((text) => /^\d+/.exec(text.trim())?.[0] ?? []).map(Number);
  for (const [turn, length] of [
    ['.next', 31],
    ['.next', 31],
    ['.next', 28],
    ['.prev', 31],
  ] as const) {
    await calendar(page).locator(turn).click();
    await expect.poll(async () => numbers(await days())).toEqual(Array.from({ length }, (_, at) => at + 1));
    await translate(page);
  }
  await expect(calendar(page).getByRole('heading', { level: 3 })).toContainText('2027');
  expect(problems).toEqual([]);
});

test('the days of a calendar that was translated before its script keep their entries, whatever the digits', async ({ page }) => {
  const release = await holdBack(page, '**/assets/*.js');
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('contentinfo')).toBeAttached();
  const withEntries = (tag: 'a' | 'button') =>
    calendar(page)
      .locator(`td ${tag}`)
      .evaluateAll((found) => found.map((day) => day.textContent?.match(/\d+/g)));
  const before = await withEntries('a');
  expect(before.length).toBeGreaterThan(3);
  await translate(page, '০');
  release();
  await page.getByRole('dialog').press('Escape');
  await calendar(page).evaluate((section) => section.scrollIntoView());
  await expect.poll(() => withEntries('button')).toEqual(before);
});
