import { expect, test } from '../support/browser.ts';

test('Share hands title and address to the device; where the device shares nothing, it copies the address and says so; where it may not copy either, the address stands there to be copied by hand', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/News/item/n-20261121');
  const url = (await page.locator('link[rel=canonical]').getAttribute('href')) ?? '';
  const title = await page.getByRole('heading', { level: 1 }).textContent();
  const share = page.getByRole('button', { name: 'Share', exact: true });
  const status = page.getByRole('main').getByRole('status');
  await page.evaluate(() => {
    const shared: ShareData[] = [];
    Object.assign(window, { shared });
    Object.defineProperty(navigator, 'share', { value: async (data: ShareData) => void shared.push(data), configurable: true });
  });
  await share.click();
  expect(await page.evaluate(() => (window as Window & { shared?: ShareData[] }).shared)).toEqual([{ title, url }]);

  await page.evaluate(() => {
    Reflect.deleteProperty(navigator, 'share');
    Reflect.deleteProperty(Navigator.prototype, 'share');
  });
  await share.click();
  await expect(status).toHaveText('Link copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);

  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await share.click();
  await expect(status).toHaveText(url);
});

test('what leads on from an event with several pictures stands below its text, wherever the page is scrolled to', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/Events/item/e-20261205');
  const boxOf = (selector: string) =>
    page.locator(`.several > ${selector}`).evaluate((element) => element.getBoundingClientRect().toJSON());
  for (const y of [0, 400, 900, 5000]) {
    await page.evaluate((to) => scrollTo({ top: to, behavior: 'instant' }), y);
    const [told, near] = [await boxOf('.told'), await boxOf('.near')];
    expect(told.bottom, `scrolled to ${y}`).toBeLessThanOrEqual(near.top);
  }
});
