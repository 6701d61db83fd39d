import type { Page } from 'playwright/test';
import { expect, test } from '../support/browser.ts';
import { cards, status } from '../support/pages.ts';

/** How many cards the page has when an event of printing is over: a browser takes what stands there then. */
function seenAt(page: Page, event: 'beforeprint' | 'afterprint'): Promise<number> {
  return page.evaluate((type) => {
    dispatchEvent(new Event(type));
    return document.querySelectorAll('main article').length;
  }, event);
}

test('a chosen month is printed whole, and shown by 24 cards again afterwards', async ({ page }) => {
  await page.route(/\/data\/news\/(?!index)/, async (route) => {
    const [item] = await (await route.fetch()).json();
    await route.fulfill({ json: Array.from({ length: 30 }, (_, at) => ({ ...item, id: `copy-${at}` })) });
  });
  await page.goto('/News?year=2026&month=Nov');
  await expect(status(page)).toHaveText('30 news items');
  await expect(cards(page)).toHaveCount(24);
  await expect.poll(() => seenAt(page, 'beforeprint')).toBe(30);
  expect(await seenAt(page, 'afterprint')).toBe(24);
});

test('pages are printed under the school’s name and address, their own address and the date, without controls', async ({
  page,
}) => {
  await page.emulateMedia({ media: 'print' });
  for (const path of ['/News', '/Fees']) {
    await page.goto(path);
    const letterhead = page.locator('.letterhead');
    await expect(letterhead).toContainText('Hill Top School');
    await expect(letterhead).toContainText('1 School Road');
    await expect(letterhead).toContainText(path);
    await letterhead.evaluate(() => dispatchEvent(new Event('beforeprint')));
    const added = await letterhead.evaluate((element) => getComputedStyle(element, '::after').content);
    expect(added, path).toContain('21 November 2026');
    await expect(page.locator('header, nav, button, select, iframe').filter({ visible: true }), path).toHaveCount(0);
  }
});

test('paper has the page’s own words at 11 points within margins, the first three toppers, the headings of folded parts, the number to call, and no links to the archive or to files', async ({
  page,
}) => {
  await page.emulateMedia({ media: 'print' });
  await page.goto('/Events');
  await expect(page.locator('.letterhead img')).toBeVisible();
  expect(await page.locator('main').innerText()).not.toMatch(/querySelector|Archive|Subscribe/);
  await page.goto('/Toppers');
  await expect(page.locator('.topper').filter({ visible: true })).toHaveCount(16);
  await page.goto('/Pphelp');
  await expect(page.locator('summary h2').first()).toBeVisible();
  await page.goto('/Fees');
  const size = await page
    .locator('.prose p')
    .first()
    .evaluate((text) => Number.parseFloat(getComputedStyle(text).fontSize));
  expect((size * 72) / 96).toBeCloseTo(11, 1);
  const margins = await page.evaluate(() =>
    [...document.styleSheets]
      .flatMap(({ cssRules }) => [...cssRules])
      .flatMap((rule) => (rule instanceof CSSPageRule ? [rule.style.marginLeft] : [])),
  );
  expect(margins).toEqual(['18mm']);
  await page.goto('/Admission');
  await expect(page.locator('.ask')).toContainText('+91 00000 00001', { useInnerText: true });
  await page.goto('/Events/item/e-20261128');
  expect(await page.locator('main').innerText()).not.toContain('Attachment');
});

/** Sheets of A4 that a page is printed on. */
async function sheetsOf(page: Page, path: string): Promise<number> {
  await page.goto(path);
  const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true });
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

test('the calendar is printed on one sheet, and the first events on two', async ({ page }) => {
  expect(await sheetsOf(page, '/Calendar')).toBe(1);
  expect(await sheetsOf(page, '/Events')).toBe(2);
});
