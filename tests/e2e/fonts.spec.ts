import type { Page } from 'playwright/test';
import { expect, test } from '../support/browser.ts';
import { FONTS } from '../support/layout.ts';

/** The families that a text is drawn in where the page names one family. */
async function drawnIn(page: Page, family: string): Promise<string[]> {
  await page.setContent(`<p style="font-family: ${family}">Hill Top School</p>`);
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'p' });
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
  await session.detach();
  return fonts.map(({ familyName }) => familyName);
}

test('the browser has the fonts of the tests and none of the machine’s', async ({ page }) => {
  for (const family of Object.values(FONTS)) expect(await drawnIn(page, family)).toEqual([family]);
  for (const family of ['system-ui', 'sans-serif', 'Noto Sans', 'Roboto', 'Liberation Sans', 'Arial']) {
    expect(await drawnIn(page, family), family).toEqual(['DejaVu Sans']);
  }
});
