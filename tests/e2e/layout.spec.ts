import type { Page } from 'playwright/test';
import { expect, test } from '../support/browser.ts';
import { crampedByLargeLetters, crowdedTargetsOf, FONTS, inFont, openInFrame, overflowsOf } from '../support/layout.ts';
import { TEMPLATES } from '../support/templates.ts';

/** Inner pages with a head; an album's title is content, of any length. */
const hasHead = (address: string) => address !== '/' && address !== '/no-such-page' && !address.startsWith('/SubGallery');

/** Largest distance of an inner page's content from the top of the window by the window's width, both px. */
const LATEST_STARTS = { 360: 200, 1366: 220 } as const;

/**
 * Where the element after the head of a page of {@link openInFrame} begins too low, in the font in which it begins lowest.
 * Closes the menu.
 */
function lateStartsOf(page: Page): Promise<string[]> {
  return page.locator('iframe').evaluate(
    (frame: HTMLIFrameElement, { css, starts }) => {
      for (const state of frame.contentDocument?.querySelectorAll<HTMLElement>('.menu .state:popover-open') ?? [])
        state.hidePopover();
      (window as Window & { visitor?: CSSStyleSheet }).visitor?.replaceSync(css);
      return Object.entries(starts).flatMap(([width, latest]) => {
        frame.style.width = `${width}px`;
        const first = frame.contentDocument?.querySelector('.head')?.nextElementSibling;
        const top = first?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY;
        return top < latest ? [] : [`at ${Math.round(top)} px, ${width} px wide`];
      });
    },
    { css: inFont(FONTS.monospaced), starts: LATEST_STARTS },
  );
}

/** Rows of the menu's entries by font, 0 where the menu is folded, in a window of a width in px. */
function menuRowsAt(page: Page, width: number): Promise<Record<string, number>> {
  const styles = Object.entries(FONTS).map(([font, family]) => [font, inFont(family)] as const);
  return page.locator('iframe').evaluate(
    (frame: HTMLIFrameElement, { styles, width }) => {
      frame.style.width = `${width}px`;
      const rows = styles.map(([font, css]) => {
        (window as Window & { visitor?: CSSStyleSheet }).visitor?.replaceSync(css);
        const isFolded = frame.contentDocument?.querySelector('.menu .burger')?.checkVisibility();
        const entries = [...(frame.contentDocument?.querySelectorAll('.menu > ul > li') ?? [])];
        return [font, isFolded ? 0 : new Set(entries.map((entry) => entry.getBoundingClientRect().top)).size] as const;
      });
      return Object.fromEntries(rows);
    },
    { styles, width },
  );
}

/** The templates, the 404 page, and the page with the widest tables. */
const ADDRESSES = [...TEMPLATES, '/no-such-page', '/Exam'];

/** Addresses that one visit looks at: as many as keep every process of the runner busy. */
const PARTS = [0, 1].map((part) => ADDRESSES.filter((_, at) => at % 2 === part));

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

/** Pages whose own parts are tight with large letters, beside the templates, which are looked at where they are visited at length. */
const TIGHT = [
  '/Events',
  '/Events?q=parent.of.class.five@htsj.example.org',
  '/Admission',
  '/Calendar',
  '/Careers',
  '/CodeConduct',
  '/Events/item/e-20261106',
  '/Search?q=careers',
  '/Search?q=fees',
  '/VisionMission',
];

test('with letters twice as large no tight page scrolls sideways on a phone, and no card is cut; half as large again they break no word of a title', async ({
  page,
}) => {
  for (const address of TIGHT) {
    await page.goto(address);
    if (address.startsWith('/Search')) await page.getByRole('region', { name: 'Answer' }).waitFor();
    expect.soft(await crampedByLargeLetters(page), address).toEqual([]);
  }
});

test('the end of a title’s line takes no row of its own on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of ['/Fees', '/PrincipalMessage']) {
    await page.goto(path);
    const lines = await page
      .locator('h1')
      .evaluate((title) => title.clientHeight / Number.parseFloat(getComputedStyle(title).lineHeight));
    expect(Math.round(lines), path).toBe(1);
  }
});

test('the app guide is folded on a phone but for its first part and the one that the address names; on a laptop it is open, and no month of the calendar goes on in the next column', async ({
  page,
}) => {
  const open = page.locator('.part[open] h2');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/Pphelp#fees');
  await expect(open).toHaveText(['Log in', 'Fees']);
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.goto('/Pphelp');
  await expect(open).toHaveCount(8);
  await page.goto('/Calendar');
  const months = await page
    .locator('.flow section')
    .evaluateAll((sections) => sections.map((section) => section.getClientRects().length));
  expect(months.length).toBeGreaterThan(3);
  expect(months.filter((parts) => parts > 1)).toEqual([]);
});

test('beside its picture a news item leaves no column empty on a laptop, whether its text is short or long', async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  for (const path of ['/News/item/n-20261118', '/News/item/n-20261121']) {
    await page.goto(path);
    const apart = await page.locator('.item').evaluate((item) => {
      const picture = item.querySelector('.photos, .item > .pic')?.getBoundingClientRect();
      const { left = 0, bottom = 0 } = picture ?? {};
      const beside = [...item.children].map((part) => part.getBoundingClientRect()).filter(({ right }) => right < left);
      return Math.abs(bottom - Math.max(...beside.map((part) => part.bottom)));
    });
    expect(apart, path).toBeLessThan(100);
  }
});

test('on a phone the times and the fare of each bus stop stand below the names of their columns', async ({ page }) => {
  for (const width of [360, 412, 480]) {
    await page.setViewportSize({ width, height: 740 });
    await page.goto('/Facility');
    const routes = await page.locator('table tbody:has(.again)').evaluateAll((groups) =>
      groups.map((group) => {
        const columns = [...group.querySelectorAll('tr:not(:has(.group))')].map((row) =>
          [...row.querySelectorAll('td')]
            .filter((cell) => cell.checkVisibility())
            .map((cell) => cell.getBoundingClientRect().left),
        );
        return { names: columns[0], stops: columns.slice(1) };
      }),
    );
    expect(routes.length, `${width} px`).toBeGreaterThan(1);
    for (const { names, stops } of routes) for (const stop of stops) expect(stop, `${width} px`).toEqual(names);
  }
});
