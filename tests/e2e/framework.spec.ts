import { expect, type Page, test } from 'playwright/test';

const FRAMEWORK = '/assets/react.';

/** How many files of the framework the page has asked for once its browser has nothing else to do, or never rests. */
function requests(page: Page): Promise<number> {
  return page.evaluate(async (name) => {
    await new Promise((settle) => requestIdleCallback(settle, { timeout: 2000 }));
    return performance.getEntriesByType('resource').filter((file) => file.name.includes(name)).length;
  }, FRAMEWORK);
}

/** Holds the animation frames of every page until it dispatches `frames`. */
function holdFrames(): void {
  const request = window.requestAnimationFrame;
  const held: FrameRequestCallback[] = [];
  window.requestAnimationFrame = (callback) => held.push(callback);
  addEventListener('frames', () => {
    window.requestAnimationFrame = request;
    for (const callback of held) request(callback);
  });
}

test.describe('The framework', () => {
  test('is asked for once by a page with islands, after a frame that shows them', async ({ page }) => {
    await page.addInitScript(holdFrames);
    await page.goto('/News');
    expect(await requests(page)).toBe(0);
    await page.evaluate(() => dispatchEvent(new Event('frames')));
    await expect.poll(() => requests(page)).toBe(1);
  });

  test('is asked for once by home when the notices are closed', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await requests(page)).toBe(0);
    await page.keyboard.press('Escape');
    await expect.poll(() => requests(page)).toBe(1);
  });
});
