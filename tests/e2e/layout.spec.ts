import { expect, test } from '../support/browser.ts';
import { crowdedTargetsOf, lateStartsOf, menuRowsAt, openInFrame, overflowsOf } from '../support/layout.ts';
import { TEMPLATES } from '../support/templates.ts';

/** Inner pages with a head; an album's title is content, of any length. */
const hasHead = (address: string) => address !== '/' && address !== '/no-such-page' && !address.startsWith('/SubGallery');

const ADDRESSES = [...TEMPLATES, '/no-such-page'];

/** Addresses that one visit looks at: as many as keep every process of the runner busy. */
const PARTS = [0, 1, 2].map((part) => ADDRESSES.filter((_, at) => at % 3 === part));

for (const addresses of PARTS) {
  test(`${addresses.join(', ')} never scroll sideways, keep their targets apart, and begin high, in any font`, async ({
    page,
    baseURL,
  }) => {
    for (const address of addresses) {
      await openInFrame(page, `${baseURL}${address}`);
      expect.soft(await overflowsOf(page), `${address}, wider than the window`).toEqual([]);
      expect.soft(await crowdedTargetsOf(page), `${address}, targets below 24 px too near to others`).toEqual([]);
      if (hasHead(address)) expect.soft(await lateStartsOf(page), `${address}, below the first screen’s top`).toEqual([]);
    }
  });
}

test('the menu stands in one row in a window of 1280 px with a scrollbar, also in a wide font, and in any font from 1366 px on', async ({
  page,
  baseURL,
}) => {
  await openInFrame(page, `${baseURL}/About`);
  expect(await menuRowsAt(page, 1265)).toMatchObject({ narrow: 1, wide: 1 });
  expect(await menuRowsAt(page, 1366)).toEqual({ narrow: 1, wide: 1, monospaced: 1 });
});
