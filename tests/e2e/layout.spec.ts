import { expect, test } from '../support/browser.ts';
import { lateStartsOf, overflowsOf } from '../support/layout.ts';
import { TEMPLATES } from '../support/templates.ts';

for (const address of [...TEMPLATES, '/no-such-page']) {
  test(`${address} does not scroll sideways at any width in a narrow, a wide or a monospaced font`, async ({ page, baseURL }) => {
    expect(await overflowsOf(page, `${baseURL}${address}`)).toEqual([]);
  });
}

// An album's title is content, of any length.
for (const address of TEMPLATES.filter((path) => path !== '/' && !path.startsWith('/SubGallery'))) {
  test(`${address} begins high on the first screen in a narrow, a wide or a monospaced font`, async ({ page, baseURL }) => {
    expect(await lateStartsOf(page, `${baseURL}${address}`)).toEqual([]);
  });
}
