import type { Page } from 'playwright/test';
import { renderToStaticMarkup } from 'react-dom/server';
import { runnerImport } from 'vite';
import { expect, expectAccessibleInBoth, test } from '../support/browser.ts';
import { openHome } from '../support/pages.ts';

const main = (page: Page) => page.getByRole('main');

interface State {
  readonly name: string;
  readonly width?: number;
  /** A selector of the part that the state concerns. */
  readonly within: string;
  reach(page: Page): Promise<void>;
}

const STATES: readonly State[] = [
  {
    name: 'a menu group open',
    within: '.top',
    async reach(page) {
      await page.goto('/About');
      const folded = page.getByRole('button', { name: 'Menu', exact: true });
      if (await folded.isVisible()) await folded.click();
      await page.getByRole('button', { name: 'Students' }).click();
      await expect(page.getByRole('link', { name: 'Exam Pattern' })).toBeVisible();
    },
  },
  {
    name: 'the menu open on a phone',
    within: '.top',
    width: 360,
    async reach(page) {
      await page.goto('/About');
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('button', { name: 'Policies' }).click();
      await expect(page.getByRole('link', { name: 'Fees Policy' })).toBeVisible();
    },
  },
  {
    name: 'a photo open',
    within: '.pswp',
    async reach(page) {
      await page.goto('/SubGallery/annual-day-2025');
      await main(page)
        .getByRole('link', { name: /^Photo \d+ of \d+$/ })
        .first()
        .click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'filters used',
    within: 'main',
    async reach(page) {
      await page.goto('/News?year=2025');
      await expect(page.getByLabel('Year')).toHaveValue('2025');
      await page.getByRole('searchbox', { name: 'Search' }).fill('a');
      await expect(page).toHaveURL(/q=a/);
      // Cards are pale while their data file is on its way.
      await expect(main(page).locator('[aria-busy="true"]')).toHaveCount(0);
    },
  },
  {
    name: 'a day of the calendar chosen and what is over unfolded',
    within: '#calendar',
    async reach(page) {
      await openHome(page);
      await page.locator('#calendar').getByRole('button', { name: /^28/ }).click();
      await expect(page.locator('#calendar h4')).toHaveText('Saturday 28 Nov');
      await page.locator('#calendar').getByRole('button', { name: 'Today' }).click();
      await page.locator('#calendar summary').click();
    },
  },
  {
    name: 'a likely page offered where there is none',
    within: 'main',
    async reach(page) {
      await page.goto('/admissions');
      await expect(main(page).getByRole('link', { name: 'Admission', exact: true }).first()).toBeVisible();
      await expect(main(page)).toContainText('Perhaps you are looking for');
    },
  },
  {
    name: 'toppers marked',
    within: 'main',
    async reach(page) {
      await page.goto('/Toppers');
      await page.getByRole('searchbox', { name: 'Search' }).fill('a');
      await expect(page).toHaveURL(/q=a/);
    },
  },
];

for (const { name, width = 1280, within, reach } of STATES) {
  test(`with ${name} no rule of WCAG 2.2 AA is broken, in light and in dark colours`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await reach(page);
    await expectAccessibleInBoth(page, { within });
  });
}

test('every example of a card breaks no rule of WCAG 2.2 AA, in light and in dark colours', async ({ page }) => {
  // Playwright takes JSX for its own; Vite compiles it for React.
  const { module } = await runnerImport<typeof import('../support/componentExamples.tsx')>(
    '/tests/support/componentExamples.tsx',
  );
  const cards = Object.values(module.CARD_EXAMPLES).map((card) => `<li>${renderToStaticMarkup(card)}</li>`);
  await page.goto('/News');
  await main(page).evaluate((element, html) => {
    element.innerHTML = `<h1>Cards</h1><ul class="grid">${html}</ul>`;
  }, cards.join(''));
  await expect(main(page).getByRole('article')).toHaveCount(cards.length);
  await expectAccessibleInBoth(page, { within: 'main' });
});
