import type { Locator, Page } from 'playwright/test';
import { PAGES } from '../../src/collections/addresses.ts';
import { expect, expectAccessibleInBoth, test, withoutScript } from '../support/browser.ts';
import { problemsOf, SERVED_POLICY, thirdPartyRequestsOf } from '../support/pageProblems.ts';
import { shiftsOf, watchShifts } from '../support/shifts.ts';
import { TEMPLATES } from '../support/templates.ts';

test.use({ reducedMotion: 'no-preference' });

/**
 * Presses every button of an area that embeds a document. Nothing outside this machine is asked for: what the policy lets out
 * ends here.
 */
async function openEmbedded(page: Page, area: Locator, baseURL: string): Promise<void> {
  await page.route(
    ({ protocol, origin }) => /^https?:$/.test(protocol) && origin !== baseURL,
    (route) => route.fulfill({ status: 200, contentType: 'text/html', body: '<title>Elsewhere</title><h1>Elsewhere</h1>' }),
  );
  const facades = area.locator('[data-embed]:visible');
  for (let left = await facades.count(); left > 0; left -= 1) {
    await facades.first().click();
    await expect(page.frameLocator('.facade iframe >> nth=-1').getByRole('heading', { name: 'Elsewhere' })).toBeVisible();
  }
}

test('every page answers at its exact spelling, without a redirect, and with its policy', async ({ request }) => {
  for (const address of PAGES) {
    const answer = await request.get(address, { maxRedirects: 0 });
    expect(answer.status(), address).toBe(200);
    expect(answer.headers()['content-security-policy'], address).toBe(SERVED_POLICY);
  }
});

/** Head and foot are the same on all pages but for the marked entry of the menu. */
const WITH_HEAD_AND_FOOT = ['/', '/ContactUs'];

/** As axe sees it in light and in dark colours, when the page has come to rest. */
async function expectTemplateAccessible(page: Page, address: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // The calendar's script has come to life.
  if (address === '/') await expect(page.getByRole('button', { name: 'Next month' })).toBeVisible();
  await expectAccessibleInBoth(page, WITH_HEAD_AND_FOOT.includes(address) ? {} : { without: ['.top', '.foot'] });
}

for (const address of TEMPLATES) {
  test(`${address} moves nothing, breaks no rule of WCAG 2.2 AA, asks no other host before a press, and complains of nothing`, async ({
    page,
    baseURL,
  }) => {
    const problems = problemsOf(page);
    const thirdPartyRequests = thirdPartyRequestsOf(page, baseURL ?? '');
    await watchShifts(page);
    await page.goto(address);
    if (address === '/') {
      await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible();
      await page.keyboard.press('Escape');
    }
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    expect.soft(await shiftsOf(page)).toEqual([]);
    await expectTemplateAccessible(page, address);
    expect(thirdPartyRequests).toEqual([]);
    // The footer's map is pressed once.
    if (address === '/') await expect(page.getByRole('contentinfo').locator('[data-embed]:visible')).toHaveCount(1);
    await openEmbedded(page, page.locator(address === '/' ? 'body' : 'main'), baseURL ?? '');
    expect(problems).toEqual([]);
  });
}

test('every template shows its text without script and complains of nothing', async ({ browser, baseURL }) => {
  const page = await withoutScript(browser, { baseURL });
  const problems = problemsOf(page);
  for (const address of TEMPLATES) {
    await page.goto(address);
    await expect(page.getByRole('main'), address).toHaveText(/.{40}/s);
    expect(problems, address).toEqual([]);
  }
  await page.context().close();
});

test('an unknown address gets the 404 page with the menu, which breaks no rule of WCAG 2.2 AA; one in the wrong case leads to the right page with its query', async ({
  page,
}) => {
  const answer = await page.goto('/no/such/page');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('navigation', { name: 'Main', exact: true })).toBeVisible();
  await expectTemplateAccessible(page, '/no/such/page');
  await page.goto('/EVENTS?year=2025');
  await expect(page).toHaveURL(/\/Events\?year=2025$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Events');
});

test('an address that is nearly one of a page offers that page', async ({ page }) => {
  await page.goto('/admissions-2027');
  await expect(page.getByRole('main').getByRole('link', { name: 'Admission', exact: true }).first()).toHaveAttribute(
    'href',
    '/Admission',
  );
  await page.goto('/contact');
  await page.getByText('Perhaps you are looking for').getByRole('link', { name: 'Contact Us' }).click();
  await expect(page).toHaveURL(/\/ContactUs$/);
});
