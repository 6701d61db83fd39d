import type { Locator } from 'playwright/test';
import { expect, test } from '../support/browser.ts';
import { CAROUSELS, carousel, openHome } from '../support/pages.ts';
import { TODAY } from '../support/today.ts';

/** Slides out of sight are inert: out of the keyboard's and the screen reader's way. */
const slidesOnShow = (region: Locator) => region.locator('li:not([inert])');

/** Slides on show at a width in pixels, and those of the gallery. */
const SLIDES = [
  [1600, 3, 4],
  [1300, 3, 4],
  [992, 3, 4],
  [991, 2, 3],
  [600, 2, 3],
  [599, 1, 2],
  [480, 1, 2],
  [479, 1, 1],
] as const;

test.use({ reducedMotion: 'no-preference' });

test.describe('Carousels', () => {
  test('turn forth and back by their buttons and by a swipe, hide from the keyboard what is out of sight, and show as many slides as the width has room for', async ({
    page,
  }) => {
    await openHome(page);
    for (const name of CAROUSELS) {
      const region = carousel(page, name);
      await region.getByRole('button', { name: 'Pause' }).click();
      const heading = slidesOnShow(region).first().getByRole('heading');
      const first = await heading.textContent();
      await region.getByRole('button', { name: 'Next slide' }).click();
      await expect(heading, name).not.toHaveText(first ?? '');
      await region.getByRole('button', { name: 'Previous slide' }).click();
      await expect(heading, name).toHaveText(first ?? '');
    }

    const gallery = carousel(page, 'Gallery');
    await gallery.getByRole('button', { name: 'Next slide' }).focus();
    for (let press = 0; press < 20; press += 1) {
      await page.keyboard.press('Tab');
      if (!(await gallery.locator(':focus').count())) break;
      await expect(page.locator(':focus')).toBeInViewport();
    }
    await expect(gallery.locator(':focus')).toHaveCount(0);

    const news = carousel(page, 'News');
    const before = (await slidesOnShow(news).first().textContent()) ?? '';
    // The page scrolls smoothly: it is pressed where the list is by then.
    await news.getByRole('list').hover({ position: { x: 500, y: 60 } });
    await page.mouse.down();
    const box = await news.getByRole('list').boundingBox();
    await page.mouse.move((box?.x ?? 0) + 200, (box?.y ?? 0) + 60, { steps: 8 });
    await page.mouse.up();
    await expect(slidesOnShow(news).first()).not.toHaveText(before);

    for (const [width, usual, most] of SLIDES) {
      await page.setViewportSize({ width, height: 900 });
      await expect(slidesOnShow(gallery), `gallery at ${width} px`).toHaveCount(most);
      await expect(slidesOnShow(news), `news at ${width} px`).toHaveCount(usual);
    }
  });

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
    await page.route('**/assets/slide-*', () => {});
    await page.goto('/', { waitUntil: 'commit' });
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    const gallery = carousel(page, 'Gallery');
    await gallery.scrollIntoViewIfNeeded();
    await gallery.getByRole('button', { name: 'Pause' }).click();
    const heading = slidesOnShow(gallery).first().getByRole('heading');
    const first = await heading.textContent();
    await gallery.getByRole('button', { name: 'Next slide' }).click();
    await expect(heading).not.toHaveText(first ?? '');
  });

  test('rest from the start for visitors who want reduced motion, until they press the button', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openHome(page);
    await expect(carousel(page, 'News').getByRole('button', { name: 'Pause' })).toHaveAttribute('aria-pressed', 'true');
  });
});
