import { expect, test } from '../support/browser.ts';
import { lateStartsOf, openInFonts, overflowsOf } from '../support/layout.ts';
import { TEMPLATES } from '../support/templates.ts';

/** Inner pages with a head; an album's title is content, of any length. */
const hasHead = (address: string) => address !== '/' && address !== '/no-such-page' && !address.startsWith('/SubGallery');

for (const address of [...TEMPLATES, '/no-such-page']) {
  test(`${address} never scrolls sideways, and begins high, in a narrow, a wide or a monospaced font`, async ({
    page,
    baseURL,
  }) => {
    await openInFonts(page, `${baseURL}${address}`);
    expect.soft(await overflowsOf(page), 'wider than the window').toEqual([]);
    if (hasHead(address)) expect(await lateStartsOf(page), 'beginning below the first screen’s top').toEqual([]);
  });
}
