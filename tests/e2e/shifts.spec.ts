import { expect, test } from '../support/browser.ts';
import { type PiecesServer, serveInPieces } from '../support/pieces.ts';
import { shiftsOf, watchShifts } from '../support/shifts.ts';
import { TEMPLATES } from '../support/templates.ts';

test.use({ reducedMotion: 'no-preference' });

let server: PiecesServer;
test.beforeAll(async ({ baseURL }) => {
  server = await serveInPieces(baseURL ?? '');
});
test.afterAll(() => server.close());

for (const viewport of [
  { width: 360, height: 740 },
  { width: 1280, height: 900 },
]) {
  test.describe(`At ${viewport.width} px`, () => {
    test.use({ viewport });

    test('a page arriving in pieces moves nothing that already stands, whatever its template', async ({ page }) => {
      await watchShifts(page);
      for (const route of TEMPLATES) {
        await page.goto(`${server.url}${route}`, { waitUntil: 'commit' });
        let pieces = 0;
        do {
          // The second frame begins when the first has been painted.
          await page.evaluate(() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))));
          pieces += 1;
        } while (server.next());
        await page.waitForLoadState();
        expect(pieces, route).toBeGreaterThan(2);
        expect.soft(await shiftsOf(page), route).toEqual([]);
      }
    });
  });
}
