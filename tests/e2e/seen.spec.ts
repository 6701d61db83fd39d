import type { Locator, Page } from 'playwright/test';
import { expect, test } from '../support/browser.ts';

/** Pages with every kind of control. */
const PAGES = ['/', '/News', '/VideoGallery', '/Gallery', '/Toppers', '/Careers', '/Search', '/Downloads', '/Calendar'];

/** What a picture of the part of the window around an element shows. */
async function around(page: Page, target: Locator): Promise<Buffer> {
  const box = await target.boundingBox();
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const x = Math.max(0, (box?.x ?? 0) - 6);
  const y = Math.max(0, (box?.y ?? 0) - 6);
  const clip = {
    x,
    y,
    width: Math.min(width - x, (box?.width ?? 0) + 12),
    height: Math.min(height - y, (box?.height ?? 0) + 12),
  };
  return page.screenshot({ clip, animations: 'disabled' });
}

/** The colours of an element that hold under forced colours. */
const looks = (locator: Locator) =>
  locator.evaluate((element) => {
    const { backgroundColor, borderTopColor, borderTopWidth, color } = getComputedStyle(element);
    return { backgroundColor, borderTopColor, borderTopWidth, color };
  });

test.describe('under forced colours', () => {
  test.use({ forcedColors: 'active' });

  test('the chosen tab, today and the dots of days with entries are seen', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('dialog', { name: 'Notifications' }).getByRole('button', { name: 'Close' }).click();
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
  });
});

test.describe('the focus', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  for (const path of PAGES) {
    test(`is seen on every kind of control of ${path}`, async ({ page }) => {
      test.setTimeout(90_000);
      await page.goto(path);
      await page.waitForLoadState('load');
      await page.keyboard.press('Escape');
      const seen = new Set<string>();
      // Enough for header, content and footer: one control of each kind is looked at.
      for (let press = 0; press < 120; press += 1) {
        await page.keyboard.press('Tab');
        const focused = page.locator(':focus');
        if ((await focused.count()) === 0) break;
        const kind = await focused.evaluate(
          (element) => `${element.tagName} ${element.className} in ${element.parentElement?.closest('[class]')?.className}`,
        );
        if (seen.has(kind)) continue;
        seen.add(kind);
        const shown = page.locator('*:focus, article:has(> a:focus)').first();
        const withFocus = await around(page, shown);
        await focused.evaluate((element) => element.setAttribute('data-before', ''));
        await page.evaluate(() => (document.activeElement as HTMLElement).blur());
        const without = await around(page, page.locator('article:has(> [data-before]), [data-before]').first());
        expect(withFocus.equals(without), `${path}: the focus on ${kind} is not seen`).toBe(false);
        await page.locator('[data-before]').evaluate((element: HTMLElement) => {
          element.removeAttribute('data-before');
          element.focus();
        });
      }
      expect(seen.size).toBeGreaterThan(4);
    });
  }
});
