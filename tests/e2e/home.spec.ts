import type { Locator, Page } from 'playwright/test';
import { expect, test, withoutScript } from '../support/browser.ts';
import { shiftsOf, watchShifts } from '../support/shifts.ts';
import { TODAY } from '../support/today.ts';

const CAROUSELS = ['Events', 'News', 'ICSE toppers', 'ISC toppers', 'Gallery'] as const;

/** Opens home as a visitor whose visit has seen the notices. */
async function openHome(page: Page): Promise<void> {
  await page.goto('/');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
}

const carousel = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
/** Slides out of sight are inert: out of the keyboard's and the screen reader's way. */
const slidesOnShow = (region: Locator) => region.locator('li:not([inert])');
const calendar = (page: Page) => page.getByRole('region', { name: 'Academic calendar' });
const heading = (page: Page, name: string) => calendar(page).getByRole('heading', { name });

test.describe('Home', () => {
  test('stands in the order of the specification with one h1', async ({ page }) => {
    await openHome(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    const names = ['Quick links', 'Academic calendar', 'Principal’s message', ...CAROUSELS, 'Follow the school'];
    const places = await Promise.all(
      names.map(async (name) => {
        const role = name === 'Quick links' ? 'navigation' : 'region';
        return (await page.getByRole(role, { name, exact: true }).boundingBox())?.y ?? Number.NaN;
      }),
    );
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  test('offers the seven quick buttons', async ({ page }) => {
    await openHome(page);
    const links = page.getByRole('navigation', { name: 'Quick links' }).getByRole('link');
    await expect(links).toHaveCount(7);
    const targets = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(targets).toEqual(expect.arrayContaining(['/Admission', '/Toppers', '/Gallery', expect.stringMatching(/^tel:/)]));
  });

  test('does not move when its islands start', async ({ page }) => {
    await watchShifts(page);
    await openHome(page);
    for (const name of CAROUSELS) await carousel(page, name).scrollIntoViewIfNeeded();
    await expect(carousel(page, 'Gallery').getByRole('button', { name: 'Next slide' })).toBeVisible();
    expect(await shiftsOf(page)).toEqual([]);
  });
});

test.describe('Carousels', () => {
  for (const name of CAROUSELS) {
    test(`${name} turns forth and back by its buttons`, async ({ page }) => {
      await openHome(page);
      const region = carousel(page, name);
      await region.getByRole('button', { name: 'Pause' }).click();
      const first = await slidesOnShow(region).first().textContent();
      await region.getByRole('button', { name: 'Next slide' }).click();
      await expect(slidesOnShow(region).first()).not.toHaveText(first ?? '');
      await region.getByRole('button', { name: 'Previous slide' }).click();
      await expect(slidesOnShow(region).first()).toHaveText(first ?? '');
    });
  }

  for (const [width, usual, gallery] of [
    [1600, 3, 4],
    [1300, 3, 4],
    [992, 3, 4],
    [991, 2, 3],
    [600, 2, 3],
    [599, 1, 2],
    [480, 1, 2],
    [479, 1, 1],
  ] as const) {
    test(`show ${usual} slides, the gallery ${gallery}, at ${width} pixels`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await openHome(page);
      await carousel(page, 'Gallery').getByRole('button', { name: 'Pause' }).click();
      await expect(slidesOnShow(carousel(page, 'Gallery'))).toHaveCount(gallery);
      await expect(slidesOnShow(carousel(page, 'News'))).toHaveCount(usual);
    });
  }

  test('move by themselves every two seconds, and stop for pointer, focus and the Pause button', async ({ page }) => {
    await page.clock.install({ time: TODAY });
    await openHome(page);
    const news = carousel(page, 'News');
    const pause = news.getByRole('button', { name: 'Pause' });
    const first = () => slidesOnShow(news).first().textContent();
    await expect(async () => {
      await page.clock.runFor(50);
      await expect(pause).toBeVisible({ timeout: 100 });
    }).toPass();
    await news.scrollIntoViewIfNeeded();
    const moves = async (milliseconds: number) => {
      const before = await first();
      await page.clock.runFor(milliseconds);
      return (await first()) !== before;
    };
    await expect.poll(() => moves(2000)).toBe(true);
    await news.hover();
    expect(await moves(10_000)).toBe(false);
    await page.mouse.move(0, 0);
    expect(await moves(2000)).toBe(true);
    await pause.focus();
    expect(await moves(10_000)).toBe(false);
    await pause.blur();
    expect(await moves(2000)).toBe(true);
    await pause.press('Enter');
    await expect(pause).toHaveAttribute('aria-pressed', 'true');
    await pause.blur();
    expect(await moves(10_000)).toBe(false);
    await pause.press('Enter');
    await expect(pause).toHaveAttribute('aria-pressed', 'false');
    expect(await moves(2000)).toBe(true);
  });

  test('start when they come near, also while the page still loads', async ({ page }) => {
    await page.route('**/pictures/*', () => {});
    await page.goto('/', { waitUntil: 'commit' });
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    const gallery = carousel(page, 'Gallery');
    await gallery.scrollIntoViewIfNeeded();
    await gallery.getByRole('button', { name: 'Pause' }).click();
    const first = await slidesOnShow(gallery).first().textContent();
    await gallery.getByRole('button', { name: 'Next slide' }).click();
    await expect(slidesOnShow(gallery).first()).not.toHaveText(first ?? '');
  });

  test('are swiped', async ({ page }) => {
    await openHome(page);
    const news = carousel(page, 'News');
    await news.getByRole('button', { name: 'Pause' }).click();
    const before = (await slidesOnShow(news).first().textContent()) ?? '';
    const box = await news.getByRole('list').boundingBox();
    const [x, y] = [(box?.x ?? 0) + 500, (box?.y ?? 0) + 60];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x - 300, y, { steps: 8 });
    await page.mouse.up();
    await expect(slidesOnShow(news).first()).not.toHaveText(before);
  });

  test('rest from the start for visitors who want reduced motion, until they press the button', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openHome(page);
    await expect(carousel(page, 'News').getByRole('button', { name: 'Pause' })).toHaveAttribute('aria-pressed', 'true');
  });

  test('let the keyboard through, and hide from it what is out of sight', async ({ page }) => {
    await openHome(page);
    const gallery = carousel(page, 'Gallery');
    await gallery.getByRole('button', { name: 'Next slide' }).focus();
    for (let press = 0; press < 20; press += 1) {
      await page.keyboard.press('Tab');
      const focus = page.locator(':focus');
      if (!(await gallery.locator(':focus').count())) break;
      await expect(focus).toBeInViewport();
    }
    await expect(gallery.locator(':focus')).toHaveCount(0);
  });
});

test.describe('Segments', () => {
  test('are tabs of which one is selected, moved by arrow keys, Home and End', async ({ page }) => {
    await openHome(page);
    const tabs = page.getByRole('tab');
    await expect(tabs.first()).toHaveAttribute('aria-selected', 'true');
    await tabs.first().focus();
    await page.keyboard.press('ArrowLeft');
    await expect(tabs.last()).toBeFocused();
    await expect(tabs.last()).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await expect(tabs.nth(1)).toBeFocused();
    const name = await tabs.nth(1).textContent();
    await expect(page.getByRole('tabpanel')).toHaveCount(1);
    await expect(page.getByRole('tabpanel', { name: name?.trim() ?? '' })).toBeVisible();
    await page.keyboard.press('End');
    await expect(tabs.last()).toBeFocused();
  });
});

test.describe('Academic calendar', () => {
  test('starts on the current month and moves one month at a time', async ({ page }) => {
    await openHome(page);
    await expect(heading(page, 'November 2026')).toBeVisible();
    await calendar(page).getByRole('button', { name: 'Next month' }).click();
    await calendar(page).getByRole('button', { name: 'Next month' }).click();
    await expect(heading(page, 'January 2027')).toBeVisible();
    for (let press = 0; press < 3; press += 1) await calendar(page).getByRole('button', { name: 'Previous month' }).click();
    await expect(heading(page, 'October 2026')).toBeVisible();
  });

  test('starts its weeks on Sunday and shows today in the school’s zone', async ({ page }) => {
    await openHome(page);
    await expect(calendar(page).getByRole('columnheader').first()).toHaveText('Sun');
    await expect(calendar(page)).toContainText('Saturday 21 Nov');
    await expect(calendar(page).locator('[aria-current="date"]')).toHaveText(/^21/);
  });

  test('lists the month’s entries by day', async ({ page }) => {
    await openHome(page);
    const days = await calendar(page)
      .locator('li time')
      .evaluateAll((all) => all.map((time) => time.getAttribute('datetime')));
    expect(days.length).toBeGreaterThan(0);
    expect(days).toEqual([...days].sort());
  });

  test('moves by arrow keys from day to day, and over the month’s edge', async ({ page }) => {
    await openHome(page);
    await expect(calendar(page).getByRole('button', { name: 'Next month' })).toBeVisible();
    await calendar(page).getByRole('gridcell', { name: /^21/ }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(calendar(page).locator(':focus')).toHaveText(/^22/);
    await page.keyboard.press('ArrowDown');
    await expect(calendar(page).locator(':focus')).toHaveText(/^29/);
    await page.keyboard.press('ArrowDown');
    await expect(heading(page, 'December 2026')).toBeVisible();
    await expect(calendar(page).locator(':focus')).toHaveText(/^6/);
  });

  test('moves to the visitor’s month when the build is older', async ({ page }) => {
    await page.clock.setFixedTime(Date.parse('2026-11-30T18:40:00Z'));
    await openHome(page);
    await expect(heading(page, 'December 2026')).toBeVisible();
    await expect(calendar(page)).toContainText('Tuesday 1 Dec');
  });

  test('answers when it comes near, also while the page still loads', async ({ page }) => {
    await page.route('**/pictures/*', () => {});
    await page.goto('/', { waitUntil: 'commit' });
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await calendar(page).scrollIntoViewIfNeeded();
    await calendar(page).getByRole('button', { name: 'Next month' }).click();
    await expect(heading(page, 'December 2026')).toBeVisible();
  });

  test('stays as it is and says so when a month cannot be loaded', async ({ page }) => {
    await page.route('**/data/calendar/**', (route) => route.fulfill({ status: 500 }));
    await openHome(page);
    await calendar(page).getByRole('button', { name: 'Next month' }).click();
    await expect(calendar(page).getByRole('status')).toContainText('December 2026 cannot be loaded');
    await expect(heading(page, 'November 2026')).toBeVisible();
  });
});

test.describe('Home without script', () => {
  test('shows every slide, every panel, the notices and links to the months', async ({ browser, baseURL }) => {
    const page = await withoutScript(browser, { baseURL });
    await page.goto('/');
    for (const name of CAROUSELS) expect(await carousel(page, name).getByRole('listitem').count()).toBeGreaterThan(2);
    for (const tab of await page.locator('.tabrow a').all()) {
      await expect(page.locator((await tab.getAttribute('href')) ?? '')).toBeVisible();
    }
    await expect(page.getByRole('region', { name: 'Notifications' })).toBeVisible();
    await calendar(page).getByRole('link', { name: 'Next month' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('December 2026');
    await page.context().close();
  });
});
