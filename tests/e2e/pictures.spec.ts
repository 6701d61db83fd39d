import type { Locator, Page } from 'playwright/test';
import { expect, test } from '../support/browser.ts';

test.use({ viewport: { width: 360, height: 740 } });

/** Addresses of the pictures asked for so far. */
function pictures(page: Page): Set<string> {
  const asked = new Set<string>();
  page.on('request', (request) => request.resourceType() === 'image' && asked.add(new URL(request.url()).pathname));
  return asked;
}

/** A picture that begins 300 to 1,200 px below the window: near enough for browsers to fetch it unasked. */
async function nextBelow(page: Page): Promise<Locator> {
  const at = await page.locator('main img').evaluateAll((images) =>
    images.findIndex((image) => {
      const below = image.getBoundingClientRect().top - innerHeight;
      return below > 300 && below < 1200;
    }),
  );
  expect(at).toBeGreaterThan(0);
  return page.locator('main img').nth(at);
}

test('a picture below the window is asked for only when the visitor comes near, and stays in its place when he goes back up, as in a picture of the whole page', async ({
  page,
}) => {
  const asked = pictures(page);
  for (const path of ['/Gallery', '/SubGallery/annual-day-2025', '/Facility']) {
    await page.goto(path);
    const isThere = (picture: Locator) => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0);
    // What a browser fetches unasked it asks for together with what is in view.
    await expect.poll(() => isThere(page.locator('main img').first())).toBe(true);
    const picture = await nextBelow(page);
    const isInPlace = () =>
      picture.evaluate((image) => {
        const box = image.parentElement?.getBoundingClientRect();
        return Math.abs(image.getBoundingClientRect().left - (box?.left ?? Number.NaN)) < 2;
      });
    const address = () => picture.evaluate((image: HTMLImageElement) => new URL(image.currentSrc || image.src).pathname);
    expect(asked, path).not.toContain(await address());
    expect(await isInPlace(), path).toBe(false);
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(() => isThere(picture)).toBe(true);
    expect(asked, path).toContain(await address());
    await page.evaluate(() => scrollTo(0, 0));
    await expect.poll(isInPlace).toBe(true);
    asked.clear();
  }
});
