import { expect, test } from '../support/browser.ts';
import { lateStartsOf, openInFonts, overflowsOf } from '../support/layout.ts';
import { TEMPLATES } from '../support/templates.ts';

/** Inner pages with a head; an album's title is content, of any length. */
const hasHead = (address: string) => address !== '/' && address !== '/no-such-page' && !address.startsWith('/SubGallery');

const ADDRESSES = [...TEMPLATES, '/no-such-page'];

/** Addresses that one visit looks at: as many as keep every process of the runner busy. */
const PARTS = [0, 1, 2].map((part) => ADDRESSES.filter((_, at) => at % 3 === part));

for (const addresses of PARTS) {
  test(`${addresses.join(', ')} never scroll sideways, and begin high, in a narrow, a wide or a monospaced font`, async ({
    page,
    baseURL,
  }) => {
    for (const address of addresses) {
      await openInFonts(page, `${baseURL}${address}`);
      expect.soft(await overflowsOf(page), `${address}, wider than the window`).toEqual([]);
      if (hasHead(address)) expect.soft(await lateStartsOf(page), `${address}, below the first screen’s top`).toEqual([]);
    }
  });
}
