import type { Locator, Page } from 'playwright/test';
import { expect, test } from '../support/browser.ts';

/** Pages with every kind of control. */
const PAGES = {
  home: ['/'],
  'the other pages': ['/News', '/VideoGallery', '/Gallery', '/Toppers', '/Careers', '/Search', '/Downloads', '/Calendar'],
};

/** The part of the window around an element. */
async function around(page: Page, target: Locator) {
  const box = await target.boundingBox();
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const x = Math.max(0, (box?.x ?? 0) - 6);
  const y = Math.max(0, (box?.y ?? 0) - 6);
  return { x, y, width: Math.min(width - x, (box?.width ?? 0) + 12), height: Math.min(height - y, (box?.height ?? 0) + 12) };
}

/** The colours of an element that hold under forced colours. */
const looks = (locator: Locator) =>
  locator.evaluate((element) => {
    const { backgroundColor, borderTopColor, borderTopWidth, color } = getComputedStyle(element);
    return { backgroundColor, borderTopColor, borderTopWidth, color };
  });

test.describe('under forced colours', () => {
  test.use({ forcedColors: 'active' });

  test('the edge of the notices, the chosen tab, today and the dots of days with entries are seen', async ({ page }) => {
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
  });
});

/** Marks the first control in sight of a kind that was not `seen`, below `root`, and tells the kind; null: there is none. */
const markNext = (root: Locator, seen: readonly string[]) =>
  root.evaluate((part, known) => {
    part.querySelector('[data-next]')?.removeAttribute('data-next');
    for (const element of part.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')) {
      const around = element.parentElement?.closest('[class]')?.className;
      const kind = `${element.tagName} ${element.className} in ${around}`;
      if (known.includes(kind) || element.matches(':disabled, [tabindex="-1"]')) continue;
      if (!element.checkVisibility({ visibilityProperty: true })) continue;
      element.setAttribute('data-next', '');
      return kind;
    }
    return null;
  }, seen);

/** Fails when the focus cannot be seen on a kind of control below `root`; adds the kinds that it has looked at to `seen`. */
async function expectFocusSeen(page: Page, root: Locator, seen: string[]): Promise<void> {
  for (let kind = await markNext(root, seen); kind !== null; kind = await markNext(root, seen)) {
    seen.push(kind);
    const control = page.locator('[data-next]');
    await control.focus();
    const clip = await around(page, page.locator('*:focus, article:has(a:focus)').first());
    const withFocus = await page.screenshot({ clip, animations: 'disabled' });
    await control.blur();
    const without = await page.screenshot({ clip, animations: 'disabled' });
    expect(withFocus.equals(without), `${page.url()}: the focus on ${kind} is not seen`).toBe(false);
  }
}

test.describe('the focus', () => {
  for (const [name, paths] of Object.entries(PAGES)) {
    test(`is seen on every kind of control of ${name}`, async ({ page }) => {
      // A kind that stands on several pages is looked at once.
      const seen: string[] = [];
      for (const path of paths) {
        await page.goto(path);
        await page.waitForLoadState('load');
        if (path === '/') {
          await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible();
          await page.keyboard.press('Escape');
        }
        // From here on the browser takes every focus for one that was set by keyboard.
        await page.keyboard.press('Tab');
        // Header and footer are those of home.
        await expectFocusSeen(page, path === '/' ? page.locator('body') : page.getByRole('main'), seen);
      }
      expect(seen.length).toBeGreaterThan(10);
    });
  }
});
