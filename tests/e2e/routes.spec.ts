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
  const facades = area.locator('[data-embed]:visible');
  if ((await facades.count()) === 0) return;
  await page.route(
    ({ protocol, origin }) => /^https?:$/.test(protocol) && origin !== baseURL,
    (route) => route.fulfill({ status: 200, contentType: 'text/html', body: '<title>Elsewhere</title><h1>Elsewhere</h1>' }),
  );
  for (let left = await facades.count(); left > 0; left -= 1) {
    await facades.first().click();
    await expect(page.frameLocator('.facade iframe >> nth=-1').getByRole('heading', { name: 'Elsewhere' })).toBeVisible();
  }
  await page.unrouteAll();
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
 * Tab, in the order in which they are met; and, where every step is watched, of those whose focus cannot be seen.
 */
async function tabbed(
  page: Page,
  within: string,
  isWatched: boolean,
): Promise<{ seen: string[]; met: string[]; lost: string[] }> {
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
    };
    /** Notes what has the focus now, and tells whether that is seen. */
    const look = () => {
      note();
      const element = document.activeElement as HTMLElement;
      const { top, bottom, left, right, width, height } = element.getBoundingClientRect();
      const { outlineStyle, boxShadow } = getComputedStyle(element);
      const isInWindow = width > 0 && height > 0 && bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
      return { met, isLost: element !== part && !(isInWindow && (outlineStyle !== 'none' || boxShadow !== 'none')) };
    };
    addEventListener('focusin', note);
    Object.assign(window, { look });
    part.tabIndex = -1;
    part.focus();
    return names;
  });
  // A frame's document takes the focus without an event in the page: it is noted when it is asked.
  const look = () =>
    page.evaluate(
      () => (window as Window & { look?: () => { met: string[]; isLost: boolean } }).look?.() ?? { met: [], isLost: true },
    );
  const lost: string[] = [];
  let { met } = await look();
  // Without waiting for each, as most of the time would be spent on the way; a frame of another process has to take the focus first.
  const isSlow = isWatched || (await page.locator(within).locator('iframe').count()) > 0;
  const step = isSlow ? 1 : 10;
  for (let press = 0; press < seen.length * 2 && met.length < seen.length; press += step) {
    await Promise.all(Array.from({ length: step }, () => page.keyboard.press('Tab')));
    const now = await look();
    met = now.met;
    if (isWatched && now.isLost) lost.push(met.at(-1) ?? '');
  }
  return { seen, met: met.slice(0, seen.length), lost };
}

/** Every link and control in sight is met by Tab, in the order in which it stands. Header and footer are those of home. */
async function expectTabOrder(page: Page, address: string): Promise<void> {
  const isHome = address === '/';
  const { seen, met, lost } = await tabbed(page, isHome ? 'body' : 'main', isHome);
  expect.soft(seen.length, address).toBeGreaterThan(0);
  expect.soft(met, address).toEqual(seen);
  expect.soft(lost, `${address}: the focus is not seen`).toEqual([]);
}

/** Home, which has most of all, and the other templates in as many visits as keep every process of the runner busy. */
const [HOME, ...OTHERS] = TEMPLATES;
const VISITS = [[HOME], ...[0, 1].map((part) => OTHERS.filter((_, at) => at % 2 === part))];

for (const addresses of VISITS) {
  test(`${addresses.join(', ')} move nothing, break no rule of WCAG 2.2 AA, are gone through by Tab in their order, have room for large letters, ask no other host before a press, and complain of nothing`, async ({
    page,
    baseURL,
  }) => {
    const problems = problemsOf(page);
    const thirdPartyRequests = thirdPartyRequestsOf(page, baseURL ?? '');
    await watchShifts(page);
    for (const address of addresses) {
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.emulateMedia({ reducedMotion: 'no-preference', colorScheme: 'light' });
      await page.goto(address);
      if (address === HOME) {
        await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible();
        await expectAccessibleInBoth(page, { within: 'dialog' });
        await page.keyboard.press('Escape');
      }
      await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
      await expectStarted(page);
      expect.soft(await shiftsOf(page), address).toEqual([]);
      await test.step(address, () => expectTemplateAccessible(page, address));
      if (address === HOME) {
        // Its carousels have begun to turn; under reduced motion they rest from the start.
        await page.reload();
        await expectStarted(page);
      }
      await expectTabOrder(page, address);
      expect(thirdPartyRequests, address).toEqual([]);
      // The footer's map is pressed once.
      if (address === HOME) await expect(page.getByRole('contentinfo').locator('[data-embed]:visible')).toHaveCount(1);
      await openEmbedded(page, page.locator(address === HOME ? 'body' : 'main'), baseURL ?? '');
      thirdPartyRequests.length = 0;
      expect.soft(await crampedByLargeLetters(page), address).toEqual([]);
      expect(problems, address).toEqual([]);
    }
  });
}

test('what no other page has is gone through by Tab in its order as well: an item’s buttons, the year of the calendar', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const address of ['/Events/item/e-20261012', '/Calendar']) {
    await page.goto(address);
    await expectStarted(page);
    await expectTabOrder(page, address);
  }
});

/** Templates with scripts of their own that no other test opens without script, and one of words alone. */
const UNSCRIPTED = ['/', '/VideoGallery', '/Toppers', '/Notifications', '/Tc', '/Pphelp', '/PrincipalMessage'] as const;

test('templates show their text without script and complain of nothing', async ({ browser, baseURL }) => {
  const page = await withoutScript(browser, { baseURL });
  const problems = problemsOf(page);
  for (const address of UNSCRIPTED) {
    await page.goto(address);
    await expect(page.getByRole('main'), address).toHaveText(/.{40}/s, { useInnerText: true });
    expect(problems, address).toEqual([]);
  }
  await page.context().close();
});

test('an unknown address gets the 404 page with the menu, which offers a page of nearly that address and breaks no rule of WCAG 2.2 AA; one in the wrong case leads to the right page with its query', async ({
  page,
}) => {
  const answer = await page.goto('/admissions-2027');
  expect(answer?.status()).toBe(404);
  const offered = page.getByRole('main').getByRole('link', { name: 'Admission', exact: true }).first();
  await expect(offered).toHaveAttribute('href', '/Admission');
  await expect(page.getByRole('navigation', { name: 'Main', exact: true })).toBeVisible();
  await expectTemplateAccessible(page, '/admissions-2027');
  expect.soft(await crampedByLargeLetters(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/EVENTS?year=2025');
  await expect(page).toHaveURL(/\/Events\?year=2025$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Events');
  await page.goto('/contact');
  await page.getByText('Perhaps you are looking for').getByRole('link', { name: 'Contact Us' }).click();
  await expect(page).toHaveURL(/\/ContactUs$/);
});
