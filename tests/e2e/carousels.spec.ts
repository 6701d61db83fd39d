import type { Locator } from 'playwright/test';
import { expect, test } from '../support/browser.ts';
import { calendar, carousel, openHome } from '../support/pages.ts';
import { TODAY } from '../support/today.ts';

/** Slides out of sight are inert: out of the keyboard's and the screen reader's way. */
const slidesOnShow = (region: Locator) => region.locator('li:not([inert])');

/** Slides on show at a width in pixels, and those of the gallery. */
const SLIDES = [
  [1600, 3, 4],
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
    // They rest from the start, and turn without a transition.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openHome(page);
    // Of those with three slides, and of that with four.
    for (const name of ['Events', 'Gallery']) {
      const region = carousel(page, name);
      await region.scrollIntoViewIfNeeded();
      await expect(region.getByRole('button', { name: 'Pause' })).toBeVisible();
      const heading = slidesOnShow(region).first().getByRole('heading');
      const first = await heading.textContent();
      await region.getByRole('button', { name: 'Next slide' }).click();
      await expect(heading, name).not.toHaveText(first ?? '');
      await region.getByRole('button', { name: 'Previous slide' }).click();
      await expect(heading, name).toHaveText(first ?? '');
    }

    const gallery = carousel(page, 'Gallery');
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
    expect(await moves(3000)).toBe(false);
    await page.mouse.move(0, 0);
    await expect.poll(() => moves(2000)).toBe(true);
    await pause.focus();
    expect(await moves(3000)).toBe(false);
    await pause.blur();
    await expect.poll(() => moves(2000)).toBe(true);
    await pause.press('Enter');
    await expect(pause).toHaveAttribute('aria-pressed', 'true');
    await pause.blur();
    expect(await moves(3000)).toBe(false);
    await pause.press('Enter');
    await expect(pause).toHaveAttribute('aria-pressed', 'false');
    await expect.poll(() => moves(2000)).toBe(true);
  });

  test('start when they come near, as the calendar does, also while the page still loads, and rest from the start for visitors who want reduced motion', async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.route('**/assets/slide-*', () => {});
    await page.goto('/', { waitUntil: 'commit' });
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await calendar(page).scrollIntoViewIfNeeded();
    await calendar(page).getByRole('button', { name: 'Next month' }).click();
    await expect(calendar(page).getByRole('heading', { name: 'December 2026' })).toBeVisible();
    const gallery = carousel(page, 'Gallery');
    await gallery.scrollIntoViewIfNeeded();
    await expect(gallery.getByRole('button', { name: 'Pause' })).toHaveAttribute('aria-pressed', 'true');
    const heading = slidesOnShow(gallery).first().getByRole('heading');
    const first = await heading.textContent();
    await gallery.getByRole('button', { name: 'Next slide' }).click();
    await expect(heading).not.toHaveText(first ?? '');
  });
});
