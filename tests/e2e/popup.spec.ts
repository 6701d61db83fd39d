import type { Page } from 'playwright/test';
import { expect, expectStarted, holdBack, problemsOf, test } from '../support/browser.ts';

async function expectWholePicture(page: Page): Promise<void> {
  const poster = page.locator('.note img[width]').first();
  await expect(poster).toBeVisible();
  const { fit, cut } = await poster.evaluate((image) => {
    const frame = image.parentElement?.getBoundingClientRect();
    const { bottom } = image.getBoundingClientRect();
    return { fit: getComputedStyle(image).objectFit, cut: bottom - (frame?.bottom ?? 0) };
  });
  expect(fit, page.url()).toBe('contain');
  expect(cut, page.url()).toBeLessThanOrEqual(1);
}

test.describe('Notices', () => {
  test('open once per visit in a modal dialog that turns around one at a time, keeps the focus and gives it back, and can be read and closed in a window of 320 by 256 pixels', async ({
    page,
    context,
  }) => {
    const problems = problemsOf(page);
    await page.goto('/');
    const dialog = page.getByRole('dialog', { name: 'Notifications' });
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
    const title = dialog.getByRole('heading', { level: 3 });
    await expect(title).toHaveCount(1);
    const first = (await title.textContent()) ?? '';
    await dialog.getByRole('button', { name: 'Next' }).click();
    await expect(title).not.toHaveText(first);
    await dialog.getByRole('button', { name: 'Previous' }).click();
    await expect(title).toHaveText(first);
    expect(problems).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toBeHidden();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();

    const opener = page.getByRole('link', { name: /^Notifications/ });
    await opener.focus();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();

    await page.reload();
    // What would wait until the notices are closed has started.
    await expectStarted(page);
    await expect(dialog).toBeHidden();
    // Another tab is another visit; this one is zoomed in.
    const other = await context.newPage();
    await other.setViewportSize({ width: 320, height: 256 });
    await other.goto('/');
    const small = other.getByRole('dialog', { name: 'Notifications' });
    for (const name of ['Previous', 'Next', 'Close'])
      await expect(small.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
    const [bar, whole] = await small.evaluate((element) => [
      element.querySelector('.bar')?.getBoundingClientRect().height ?? Number.NaN,
      element.clientHeight,
    ]);
    expect(bar).toBeLessThan(256 / 4);
    expect(whole).toBeGreaterThan(256 * 0.9);
    expect(await small.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    await small.getByRole('button', { name: 'Close' }).click();
    await expect(small).toBeHidden();
  });

  test('are shown only when the style of their dialog has come, with the whole of their pictures', async ({ page }) => {
    const release = await holdBack(page, '**/assets/popup*.css');
    // A style sheet that is still to come holds back the page's load event.
    await page.goto('/', { waitUntil: 'domcontentloaded' });
    await expect(page.locator('html')).toHaveClass('js');
    const opener = page.getByRole('link', { name: /^Notifications/ });
    await opener.click();
    await expect(opener).toHaveAttribute('aria-busy', 'true');
    const dialog = page.getByRole('dialog', { name: 'Notifications' });
    await expect(dialog).toBeHidden();
    release();
    await expect(dialog).toBeVisible();
    await expect(dialog.locator('.bar')).toHaveCSS('position', 'sticky');
    await expectWholePicture(page);
    await page.goto('/Notifications');
    await expectWholePicture(page);
  });

  test('do not open while the visitor presses or moves, and are not printed', async ({ page }) => {
    const release = await holdBack(page, '**/assets/*.js');
    await page.goto('/', { waitUntil: 'commit' });
    const tab = page.locator('.tabrow a').nth(1);
    await tab.waitFor();
    await page.mouse.move(9, 400);
    await page.mouse.down();
    release();
    const dialog = page.getByRole('dialog', { name: 'Notifications' });
    await expect(tab).toHaveRole('tab');
    // Longer than the dialog waits for a visitor who is still.
    for (const deadline = Date.now() + 1500; Date.now() < deadline; ) await expect(dialog).toBeHidden();
    // Who leaves before they opened finds them on coming back.
    await page.goto('/Fees');
    await page.mouse.up();
    await page.goto('/');
    await expect(dialog).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(dialog).toBeHidden();
  });
});
