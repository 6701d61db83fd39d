import type { Locator, Page } from 'playwright/test';
import { expect, test } from '../support/browser.ts';

/** Pages with every kind of control. */
const PAGES = ['/', '/News', '/Careers'];

/** The colours of an element that hold under forced colours. */
const looks = (locator: Locator) =>
  locator.evaluate((element) => {
    const { backgroundColor, borderTopColor, borderTopWidth, color } = getComputedStyle(element);
    return { backgroundColor, borderTopColor, borderTopWidth, color };
  });

test.describe('under forced colours', () => {
  test.use({ forcedColors: 'active' });

  test('the edge of the notices, the chosen tab, today, the dots of days with entries, icons and the bar of a photo are seen', async ({
    page,
  }) => {
    await page.goto('/');
    const notices = page.getByRole('dialog', { name: 'Notifications' });
    await expect(notices).toBeVisible();
    const edge = await looks(notices);
    expect(Number.parseFloat(edge.borderTopWidth)).toBeGreaterThan(0);
    expect(edge.borderTopColor).not.toBe(edge.backgroundColor);
    await notices.getByRole('button', { name: 'Close' }).click();
    const chosen = page.getByRole('tab', { selected: true });
    expect((await looks(chosen)).backgroundColor).not.toBe(
      (await looks(page.getByRole('tab', { selected: false }).first())).backgroundColor,
    );
    const calendar = page.getByRole('region', { name: 'Academic calendar' });
    const today = calendar.locator('td[aria-current]');
    await expect(today).toHaveText(/^21/);
    expect((await looks(today)).backgroundColor).not.toBe(
      (await looks(calendar.locator('td:not([aria-current])').first())).backgroundColor,
    );
    const dot = await looks(calendar.locator('td:not([aria-current]) i').first());
    const canvas = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(Number.parseFloat(dot.borderTopWidth)).toBeGreaterThan(2);
    expect(dot.borderTopColor).not.toBe(canvas);
    const links = page.getByRole('navigation', { name: 'Quick links' }).getByRole('link');
    for (const icon of [page.locator('.search'), links.nth(1)])
      expect(await icon.evaluate((element) => getComputedStyle(element, '::before').backgroundColor)).not.toBe(canvas);
    await page.goto('/SubGallery/annual-day-2025');
    await page.locator('.photos a').first().click();
    await expect(page.getByRole('dialog').locator('.pswp__top-bar')).toHaveCSS('background-color', 'rgb(10, 53, 42)');
  });
});

/**
 * Gives the focus to the first control in sight of a kind that was not `seen`, below `root`; tells the kind and what is to be
 * pictured: the part of the window around it, where it lies on the page. Null: there is none.
 */
const focusNext = (root: Locator, seen: readonly string[]) =>
  root.evaluate((part, known) => {
    for (const element of part.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, [tabindex="0"]',
    )) {
      const kind = `${element.tagName} ${element.className} in ${element.parentElement?.closest('[class]')?.className}`;
      if (known.includes(kind) || element.matches(':disabled, [tabindex="-1"]')) continue;
      if (!element.checkVisibility({ visibilityProperty: true })) continue;
      element.focus();
      const shown = document.querySelector('*:focus, article:has(a:focus)') ?? element;
      const { left, top, right, bottom } = shown.getBoundingClientRect();
      const x = Math.max(0, left - 6);
      const y = Math.max(0, top - 6);
      const width = Math.min(innerWidth, right + 6) - x;
      const height = Math.min(innerHeight, bottom + 6) - y;
      return { kind, clip: { x: x + scrollX, y: y + scrollY, width, height, scale: 1 } };
    }
    return null;
  }, seen);

/** Fails when the focus cannot be seen on a kind of control below `root`; adds the kinds that it has looked at to `seen`. */
async function expectFocusSeen(page: Page, root: Locator, seen: string[]): Promise<void> {
  // Nothing moves, and no caret blinks: Playwright’s own pictures would see to this anew each time, for the whole page.
  await page.evaluate(() => {
    const still = new CSSStyleSheet();
    still.replaceSync(
      '*, ::before, ::after { caret-color: #0000 !important; transition: none !important; animation: none !important }',
    );
    document.adoptedStyleSheets.push(still);
  });
  const devtools = await page.context().newCDPSession(page);
  for (let next = await focusNext(root, seen); next !== null; next = await focusNext(root, seen)) {
    const { kind, clip } = next;
    seen.push(kind);
    const picture = { clip, optimizeForSpeed: true };
    const withFocus = await devtools.send('Page.captureScreenshot', picture);
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    const without = await devtools.send('Page.captureScreenshot', picture);
    expect(withFocus.data === without.data, `${page.url()}: the focus on ${kind} is not seen`).toBe(false);
  }
}

test('the focus is seen on every kind of control', async ({ page }) => {
  // A kind that stands on several pages is looked at once.
  const seen: string[] = [];
  for (const path of PAGES) {
    await page.goto(path);
    if (path === '/') {
      await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible();
      await page.keyboard.press('Escape');
    }
    // From here on the browser takes every focus for one that was set by keyboard.
    await page.keyboard.press('Tab');
    // Header and footer are those of home.
    await expectFocusSeen(page, path === '/' ? page.locator('body') : page.getByRole('main'), seen);
  }
  expect(seen.length).toBeGreaterThan(20);
});
