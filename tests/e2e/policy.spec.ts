import { PAGES } from '../../src/lib/routes.ts';
import { expect, test } from '../support/browser.ts';

/** Addresses of every kind that the site has: its pages, an archive part, an album by either address, one newer than the build. */
const ADDRESSES = [
  ...PAGES,
  '/News?year=2026',
  '/Calendar/2026-11',
  '/SubGallery?id=annual-day-2025',
  '/SubGallery/annual-day-2025',
  '/SubGallery?id=not-yet-known',
];

declare global {
  interface Window {
    violations: string[];
  }
}

for (const address of ADDRESSES) {
  test(`the served policy lets ${address} do all it does, and the console stays empty`, async ({ page, baseURL }) => {
    const errors: string[] = [];
    const isExpected = (text: string, url: string) =>
      address.endsWith('not-yet-known') && /status of 404/.test(text) && /not-yet-known/.test(url);
    page.on('console', (message) => {
      if (message.type() === 'error' && !isExpected(message.text(), message.location().url)) errors.push(message.text());
    });
    page.on('pageerror', (error) => errors.push(error.message));
    await page.addInitScript(() => {
      window.violations = [];
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
        window.violations.push(`${violatedDirective}: ${blockedURI} ${sample}`);
      });
    });
    // Nothing outside this machine is asked for; what the policy lets out ends here.
    const outside: string[] = [];
    await page.route(
      ({ protocol, origin }) => /^https?:$/.test(protocol) && origin !== baseURL,
      (route) => {
        outside.push(route.request().url());
        return route.fulfill({ status: 200, contentType: 'text/html', body: '<title>Elsewhere</title>' });
      },
    );
    const response = await page.goto(address);
    expect(response?.status()).toBe(200);
    expect(response?.headers()['content-security-policy']).toBe("frame-ancestors 'self'; base-uri 'self'; object-src 'none'");
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await page.waitForLoadState('networkidle');
    expect(outside, 'nothing is fetched from elsewhere before a click').toEqual([]);
    // The notices open by themselves and lie above everything else.
    await page.keyboard.press('Escape');
    for (const facade of await page.locator('[data-embed]').all()) {
      if (await facade.isVisible()) await facade.click();
    }
    expect(await page.evaluate(() => window.violations)).toEqual([]);
    expect(errors).toEqual([]);
  });
}

test('a link to another site opens without a way back to this one', async ({ page }) => {
  const careless: string[] = [];
  for (const address of PAGES) {
    await page.goto(address);
    const found = await page.$$eval('a[href^="http"]', (links) =>
      links
        .filter((link) => new URL((link as HTMLAnchorElement).href).origin !== location.origin)
        .filter((link) => !(link.getAttribute('rel') ?? '').split(' ').includes('noopener'))
        .map((link) => link.outerHTML),
    );
    careless.push(...found.map((link) => `${address}: ${link}`));
  }
  expect(careless).toEqual([]);
});
