import { renderToStaticMarkup } from 'react-dom/server';
import { runnerImport } from 'vite';
import { expect, expectAccessible, expectAccessibleInBoth, test } from '../support/browser.ts';

test('with a group of the menu open, in the bar and on a phone, no rule of WCAG 2.2 AA is broken', async ({ page }) => {
  await page.goto('/About');
  await page.getByRole('button', { name: 'Students' }).click();
  await expect(page.getByRole('link', { name: 'Exam Pattern' })).toBeVisible();
  await expectAccessibleInBoth(page, { within: '.top' });
  await page.setViewportSize({ width: 360, height: 900 });
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('button', { name: 'Policies' }).click();
  await expect(page.getByRole('link', { name: 'Fees Policy' })).toBeVisible();
  await expectAccessible(page, { within: '.top' });
});

test('every example of a card breaks no rule of WCAG 2.2 AA, in light and in dark colours', async ({ page }) => {
  // Playwright takes JSX for its own; Vite compiles it for React.
  const { module } = await runnerImport<typeof import('../support/componentExamples.tsx')>(
    '/tests/support/componentExamples.tsx',
  );
  const cards = Object.values(module.CARD_EXAMPLES).map((card) => `<li>${renderToStaticMarkup(card)}</li>`);
  await page.goto('/News');
  const main = page.getByRole('main');
  await main.evaluate((element, html) => {
    element.innerHTML = `<h1>Cards</h1><ul class="grid">${html}</ul>`;
  }, cards.join(''));
  await expect(main.getByRole('article')).toHaveCount(cards.length);
  await expectAccessibleInBoth(page, { within: 'main' });
});
