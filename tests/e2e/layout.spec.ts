import { expect, test } from '../support/browser.ts';
import { overflowsOf } from '../support/layout.ts';
import { TEMPLATES } from '../support/templates.ts';

for (const address of [...TEMPLATES, '/no-such-page']) {
  test(`${address} does not scroll sideways at any width in a narrow, a wide or a monospaced font`, async ({ page, baseURL }) => {
    expect(await overflowsOf(page, `${baseURL}${address}`)).toEqual([]);
  });
}
