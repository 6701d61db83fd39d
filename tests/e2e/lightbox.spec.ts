import sharp from 'sharp';
import { expect, expectAccessibleInBoth, test } from '../support/browser.ts';
import { lightbox, photos } from '../support/pages.ts';

test.describe('the lightbox', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/SubGallery/quiz-2026');
  });

  test('is a modal dialog named by the album, with a caption to read on a white photo, Next, Previous, Close, and Download as JPEG under a name that says which photo it is', async ({
    page,
  }) => {
    const title = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
    const first = photos(page).first();
    await first.click();
    const dialog = page.getByRole('dialog', { name: title });
    await expect(dialog).toHaveAttribute('aria-modal', 'true');
    const caption = dialog.locator('.pswp__caption');
    await expect(caption).toHaveText(new RegExp(`^${title}Photo 1 of \\d+$`));
    const [color, background] = await caption.evaluate((element) => {
      const style = getComputedStyle(element);
      return [style.color, style.backgroundColor];
    });
    // White on what lets nothing of the photo through, and is dark: the ground of the whole lightbox.
    expect(color).toBe('rgb(255, 255, 255)');
    expect(background).toMatch(/^rgb\((?:\d\d?(?:, |\))){3}$/);
    expect(await dialog.locator('.pswp__bg').evaluate((ground) => getComputedStyle(ground).backgroundColor)).toBe(background);
    await expectAccessibleInBoth(page, { within: '.pswp' });
    // One counter.
    await expect(dialog.getByText(/\d+ (?:of|\/) \d+/)).toHaveCount(1);
    const name = (await first.getAttribute('id')) ?? '';
    await expect(dialog.getByText(`Photo ${name.slice(6)} of`)).toBeVisible();

    await dialog.getByRole('button', { name: 'Next' }).click();
    await expect(page).not.toHaveURL(new RegExp(`#${name}$`));
    const download = page.waitForEvent('download');
    await dialog.getByRole('link', { name: 'Download' }).click();
    expect((await download).suggestedFilename()).toBe(`${title}, photo 2.jpg`);
    const { format, width } = await sharp(await (await download).path()).metadata();
    expect({ format, width: String(width) }).toEqual({
      format: 'jpeg',
      width: await photos(page).nth(1).getAttribute('data-pswp-width'),
    });

    await dialog.getByRole('button', { name: 'Previous' }).click();
    await expect(page).toHaveURL(new RegExp(`#${name}$`));
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(lightbox(page)).toHaveCount(0);
    expect(new URL(page.url()).hash).toBe('');
    await expect(first).toBeFocused();
  });

  test('knows the real size of the picture that it opens, stands between the bars, works by keyboard alone and keeps the focus', async ({
    page,
  }) => {
    const first = photos(page).first();
    const told = await first.evaluate((anchor) => [Number(anchor.dataset.pswpWidth), Number(anchor.dataset.pswpHeight)]);
    const real = await first.evaluate(async (anchor) => {
      const image = new Image();
      image.src = (anchor as HTMLAnchorElement).href;
      await image.decode();
      return [image.naturalWidth, image.naturalHeight];
    });
    expect(told).toEqual(real);

    await first.focus();
    await page.keyboard.press('Enter');
    await expect(lightbox(page)).toBeVisible();
    const before = page.url();
    await page.keyboard.press('ArrowRight');
    await expect(page).not.toHaveURL(before);
    // Download, Zoom, Close, Previous, Next, and round again.
    for (let press = 0; press < 11; press += 1) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null)).toBe(true);
    }
    const [image, above, below] = await lightbox(page).evaluate((dialog) =>
      ['.pswp__item:not([aria-hidden=true]) img:last-child', '.pswp__top-bar', '.pswp__caption'].map((part) =>
        dialog.querySelector(part)?.getBoundingClientRect().toJSON(),
      ),
    );
    expect(image.top).toBeGreaterThanOrEqual(above.bottom);
    expect(image.bottom).toBeLessThanOrEqual(below.top);
    await page.keyboard.press('Escape');
    await expect(lightbox(page)).toHaveCount(0);
    await expect(first).toBeFocused();
  });

  test('opens at the photo that the address names; Back closes what a click opened', async ({ page }) => {
    const link = photos(page).nth(1);
    const name = (await link.getAttribute('id')) ?? '';
    const bare = page.url();
    await page.goto('/About');
    await page.goto(`${bare}#${name}`);
    await expect(lightbox(page).getByText(`Photo ${name.slice(6)} of`)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(lightbox(page)).toHaveCount(0);
    await expect(page).toHaveURL(bare);
    await link.click();
    await expect(lightbox(page)).toBeVisible();
    await page.goBack();
    await expect(lightbox(page)).toHaveCount(0);
    await expect(page).toHaveURL(bare);
  });

  test('ends with the photos of the page where the album goes on with another, and goes round in one that stands here whole', async ({
    page,
  }) => {
    const next = lightbox(page).getByRole('button', { name: 'Next' });
    await photos(page).last().click();
    await expect(next).toBeEnabled();
    await page.keyboard.press('Escape');
    await expect(lightbox(page)).toHaveCount(0);
    await page.locator('.photos').evaluate((album) => album.setAttribute('data-count', '200'));
    await photos(page).last().click();
    await expect(lightbox(page).getByText('of 200')).toBeVisible();
    await expect(next).toBeHidden();
  });
});
