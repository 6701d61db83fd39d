import type { Page } from 'playwright/test';
import { expect, test } from '../support/browser.ts';

test.use({ viewport: { width: 360, height: 740 } });

/** Addresses of the pictures asked for so far. */
function pictures(page: Page): Set<string> {
  const asked = new Set<string>();
  page.on('request', (request) => request.resourceType() === 'image' && asked.add(new URL(request.url()).pathname));
  return asked;
}

for (const path of ['/Gallery', '/SubGallery/annual-day-2025', '/Facility'])
  test(`${path} asks for the pictures far below the window only when the visitor comes near`, async ({ page }) => {
    const asked = pictures(page);
    await page.goto(path);
    // What a browser fetches unasked it asks for together with what is in view.
    const first = page.locator('main img').first();
    await expect.poll(() => first.evaluate((image: HTMLImageElement) => image.complete)).toBe(true);
    const last = page.locator('main img').last();
    const address = () => last.evaluate((image: HTMLImageElement) => new URL(image.currentSrc || image.src).pathname);
    expect(asked).not.toContain(await address());
    await last.scrollIntoViewIfNeeded();
    await expect.poll(() => last.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)).toBe(true);
    expect(asked).toContain(await address());
  });
