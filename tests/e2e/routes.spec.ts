import type { Locator, Page } from 'playwright/test';
import { PAGES } from '../../src/collections/addresses.ts';
import {
  expect,
  expectAccessibleInBoth,
  expectStarted,
  problemsOf,
  shiftsOf,
  test,
  watchShifts,
  withoutScript,
} from '../support/browser.ts';
import { crampedByLargeLetters } from '../support/layout.ts';
import { TEMPLATES } from '../support/templates.ts';

test.use({ reducedMotion: 'no-preference' });

/** The content security policy in a document's response header; its other directives are in a meta tag. */
const SERVED_POLICY = "frame-ancestors 'self'; base-uri 'self'; object-src 'none'";

/** Collects the addresses that a page requests from other origins than its own. */
function thirdPartyRequestsOf(page: Page, origin: string): string[] {
  const thirdPartyRequests: string[] = [];
  page.on('request', (request) => {
    const { protocol, origin: asked } = new URL(request.url());
    if (/^https?:$/.test(protocol) && asked !== origin) thirdPartyRequests.push(request.url());
  });
  return thirdPartyRequests;
}

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
  await expectAccessibleInBoth(page, WITH_HEAD_AND_FOOT.includes(address) ? {} : { without: ['.top', '.foot'] });
}

/**
 * What a visitor sees and could press within a part of the page, in the order of the document; the names of those met by
 * Tab, in the order in which they are met.
 */
async function tabbed(page: Page, within: string): Promise<{ seen: string[]; met: string[] }> {
  const seen = await page.locator(within).evaluate((part: HTMLElement) => {
    const nameOf = (element: Element) =>
      `${element.tagName} ${element.getAttribute('aria-label') ?? (element.textContent?.trim().slice(0, 30) || element.id)}`;
    const isSeen = (element: HTMLElement) => {
      const boxes = [element, ...element.querySelectorAll('*')].map((one) => one.getBoundingClientRect());
      const isDrawn = boxes.some(({ width, height }) => width > 1 && height > 1);
      return isDrawn && element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert],[aria-hidden=true]');
    };
    const pressed = 'a[href],button:enabled,select:enabled,input:enabled:not([type=hidden]),textarea:enabled,summary,iframe';
    const elements = [...part.querySelectorAll<HTMLElement>(pressed)].filter(
      (element) => isSeen(element) && !(element.role === 'tab' && element.ariaSelected !== 'true'),
    );
    const names = elements.map((element, at) => `${at} ${nameOf(element)}`);
    const met: string[] = [];
    const note = () => {
      const name = names[elements.indexOf(document.activeElement as HTMLElement)];
      if (name && met.at(-1) !== name) met.push(name);
      return met;
    };
    addEventListener('focusin', note);
    Object.assign(window, { note });
    part.tabIndex = -1;
    part.focus();
    return names;
  });
  // A frame's document takes the focus without an event in the page: it is noted when it is asked.
  const read = () => page.evaluate(() => (window as Window & { note?: () => string[] }).note?.() ?? []);
  let met = await read();
  // Without waiting for each, as most of the time would be spent on the way; a frame of another process has to take the focus first.
  const step = (await page.locator(within).locator('iframe').count()) > 0 ? 1 : 10;
  for (let press = 0; press < seen.length * 2 && met.length < seen.length; press += step) {
    await Promise.all(Array.from({ length: step }, () => page.keyboard.press('Tab')));
    met = await read();
  }
  return { seen, met: met.slice(0, seen.length) };
}

/** Every link and control in sight is met by Tab, in the order in which it stands. Header and footer are those of home. */
async function expectTabOrder(page: Page, address: string): Promise<void> {
  const { seen, met } = await tabbed(page, address === '/' ? 'body' : 'main');
  expect.soft(seen.length).toBeGreaterThan(0);
  expect.soft(met).toEqual(seen);
}

for (const address of TEMPLATES) {
  test(`${address} moves nothing, breaks no rule of WCAG 2.2 AA, is gone through by Tab in its order, has room for large letters, asks no other host before a press, and complains of nothing`, async ({
    page,
    baseURL,
  }) => {
    const problems = problemsOf(page);
    const thirdPartyRequests = thirdPartyRequestsOf(page, baseURL ?? '');
    await watchShifts(page);
    await page.goto(address);
    if (address === '/') {
      await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible();
      await expectAccessibleInBoth(page, { within: 'dialog' });
      await page.keyboard.press('Escape');
    }
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await expectStarted(page);
    expect.soft(await shiftsOf(page)).toEqual([]);
    await expectTemplateAccessible(page, address);
    if (address === '/') {
      // Its carousels have begun to turn; under reduced motion they rest from the start.
      await page.reload();
      await expectStarted(page);
    }
    await expectTabOrder(page, address);
    expect(thirdPartyRequests).toEqual([]);
    // The footer's map is pressed once.
    if (address === '/') await expect(page.getByRole('contentinfo').locator('[data-embed]:visible')).toHaveCount(1);
    await openEmbedded(page, page.locator(address === '/' ? 'body' : 'main'), baseURL ?? '');
    expect.soft(await crampedByLargeLetters(page)).toEqual([]);
    expect(problems).toEqual([]);
  });
}

test('what no other page has is gone through by Tab in its order as well: an item’s buttons, the year of the calendar, the search', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const address of ['/News/item/inter-house-quiz', '/Events/item/e-20261012', '/Calendar', '/Search']) {
    await page.goto(address);
    await expectStarted(page);
    await expectTabOrder(page, address);
  }
});

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
  expect.soft(await crampedByLargeLetters(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 900 });
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
