// With the browser's own clock: a clock that is set keeps no record of what came when.
import { expect, type Page, test } from 'playwright/test';

const FRAMEWORK = '/assets/react.';

/** When the files of the framework had come, in milliseconds. */
function arrivals(page: Page): Promise<number[]> {
  return page.evaluate((name) => {
    const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return files.filter((file) => file.name.includes(name)).map((file) => file.responseEnd);
  }, FRAMEWORK);
}

test.describe('The framework', () => {
  test('comes to a page with islands once, when the page has been painted', async ({ page }) => {
    for (const path of ['/', '/News', '/Suggestion']) {
      await page.goto(path);
      await page.keyboard.press('Escape');
      await expect.poll(() => arrivals(page), path).toHaveLength(1);
      const painted = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime);
      const [arrived] = await arrivals(page);
      expect(arrived, path).toBeGreaterThan(painted ?? Number.POSITIVE_INFINITY);
    }
  });

  test('does not come to a page that has nothing for it', async ({ page }) => {
    for (const path of ['/About', '/SubGallery']) {
      await page.goto(path);
      await page.evaluate(() => new Promise((settle) => requestIdleCallback(() => settle(null))));
      expect(await arrivals(page), path).toEqual([]);
    }
  });
});
