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
  for (const path of ['/', '/News', '/Suggestion']) {
    test(`comes to ${path} once, when the page has been painted`, async ({ page }) => {
      await page.goto(path);
      await page.keyboard.press('Escape');
      await expect.poll(() => arrivals(page)).toHaveLength(1);
      const painted = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime);
      const [arrived] = await arrivals(page);
      expect(arrived).toBeGreaterThan(painted ?? Number.POSITIVE_INFINITY);
    });
  }

  for (const path of ['/About', '/SubGallery']) {
    test(`does not come to ${path}, which has nothing for it`, async ({ page }) => {
      await page.goto(path);
      await page.evaluate(() => new Promise((settle) => requestIdleCallback(() => settle(null))));
      expect(await arrivals(page)).toEqual([]);
    });
  }
});
