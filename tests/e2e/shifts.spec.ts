import { expect, test } from '../support/browser.ts';
import { type ChunkedProxy, startChunkedProxy } from '../support/chunkedProxy.ts';
import { shiftsOf, watchShifts } from '../support/shifts.ts';
import { TEMPLATES } from '../support/templates.ts';

test.use({ reducedMotion: 'no-preference' });

let proxy: ChunkedProxy;
test.beforeAll(async ({ baseURL }) => {
  proxy = await startChunkedProxy(baseURL ?? '');
});
test.afterAll(() => proxy.close());

for (const viewport of [
  { width: 360, height: 740 },
  { width: 1280, height: 900 },
]) {
  test.describe(`At ${viewport.width} px`, () => {
    test.use({ viewport });

    test('a page arriving in chunks moves nothing that already stands, whatever its template', async ({ page }) => {
      await watchShifts(page);
      for (const route of TEMPLATES) {
        await page.goto(`${proxy.url}${route}`, { waitUntil: 'commit' });
        let chunks = 0;
        do {
          // The second frame begins when the first has been painted.
          await page.evaluate(() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))));
          chunks += 1;
        } while (proxy.next());
        await page.waitForLoadState();
        expect(chunks, route).toBeGreaterThan(2);
        expect.soft(await shiftsOf(page), route).toEqual([]);
      }
    });
  });
}
