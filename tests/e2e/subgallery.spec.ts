import type { Page } from 'playwright/test';
import { identityToPath } from '../../src/lib/paths.ts';
import { expect, test, withoutScript } from '../support/browser.ts';
import { complaintsOf } from '../support/complaints.ts';

const main = (page: Page) => page.getByRole('main');
const photos = (page: Page) => main(page).getByRole('link', { name: /^Photo \d+ of \d+$/ });
const lightbox = (page: Page) => page.getByRole('dialog');

/** The shared address of the newest album, as the gallery links it, and its title. */
async function newestAlbum(page: Page): Promise<{ shared: string; id: string; title: string }> {
  await page.goto('/Gallery');
  const card = main(page).getByRole('article').first();
  const shared = (await card.getByRole('link', { name: 'View More' }).getAttribute('href')) ?? '';
  const id = new URLSearchParams(shared.slice(shared.indexOf('?'))).get('id') ?? '';
  return { shared, id, title: (await card.getByRole('heading').textContent()) ?? '' };
}

test('the shared address shows the album in place and keeps itself', async ({ page }) => {
  const { shared, id, title } = await newestAlbum(page);
  await page.goto(shared);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  expect(new URL(page.url()).searchParams.get('id')).toBe(id);
  await expect(page).toHaveTitle(new RegExp(`^${title.replace(/\W/g, '.')}`));
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`/SubGallery/${identityToPath(id)}$`));
  await expect(main(page).getByRole('link', { name: 'Gallery', exact: true })).toHaveAttribute('href', '/Gallery');
  await expect(main(page)).toContainText('Event date');
  await expect(main(page)).toContainText('Last update');
  await expect(main(page)).toContainText(/\d+ photos?/);
  await photos(page).first().click();
  await expect(page.getByRole('dialog', { name: title })).toBeVisible();
  await expect(page).toHaveURL(/\?id=[^#]+#photo-\d+$/);
});

test('the plain address shows the same album, also where the server rewrites the shared one to it', async ({ page }) => {
  const { shared, id, title } = await newestAlbum(page);
  const path = `/SubGallery/${identityToPath(id)}`;
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  let asked = 0;
  await page.route(`**${path}`, (route) => {
    asked += 1;
    return route.continue();
  });
  await page.route(/\/SubGallery\?id=/, async (route) => route.fulfill({ response: await page.request.fetch(path) }));
  await page.goto(shared);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await photos(page).first().click();
  await expect(lightbox(page)).toBeVisible();
  expect(asked).toBe(0);
});

test.describe('the lightbox', () => {
  test.beforeEach(async ({ page }) => {
    const { id } = await newestAlbum(page);
    await page.goto(`/SubGallery/${identityToPath(id)}`);
  });

  test('saves the photo that is shown, under a name that says which it is', async ({ page }) => {
    const title = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
    await photos(page).first().click();
    await lightbox(page).getByRole('button', { name: 'Next' }).click();
    const download = page.waitForEvent('download');
    await lightbox(page).getByRole('link', { name: 'Download' }).click();
    expect((await download).suggestedFilename()).toBe(`${title}, photo 2.webp`);
    expect((await download).url()).toBe(
      await photos(page)
        .nth(1)
        .evaluate((link: HTMLAnchorElement) => link.href),
    );
  });

  test('has a caption that can be read on a white photo', async ({ page }) => {
    await photos(page).first().click();
    const caption = lightbox(page).locator('.pswp__caption');
    await expect(caption).toHaveText(/^Photo 1 of \d+$/);
    const [color, background] = await caption.evaluate((element) => {
      const style = getComputedStyle(element);
      return [style.color, style.backgroundColor];
    });
    // White on black of 73 per cent over white: 9.7 to 1.
    expect(color).toBe('rgb(255, 255, 255)');
    expect(Number(/^rgba\(0, 0, 0, ([\d.]+)\)$/.exec(background ?? '')?.[1])).toBeGreaterThan(0.7);
  });

  test('is a modal dialog named by the album, with Next, Previous and Close', async ({ page }) => {
    const title = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
    const first = photos(page).first();
    await first.click();
    const dialog = page.getByRole('dialog', { name: title });
    await expect(dialog).toHaveAttribute('aria-modal', 'true');
    const name = (await first.getAttribute('id')) ?? '';
    await expect(dialog.getByText(`Photo ${name.slice(6)} of`)).toBeVisible();
    await dialog.getByRole('button', { name: 'Next' }).click();
    await expect(page).not.toHaveURL(new RegExp(`#${name}$`));
    await dialog.getByRole('button', { name: 'Previous' }).click();
    await expect(page).toHaveURL(new RegExp(`#${name}$`));
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(lightbox(page)).toHaveCount(0);
    expect(new URL(page.url()).hash).toBe('');
    await expect(first).toBeFocused();
  });

  test('works by keyboard alone and keeps the focus', async ({ page }) => {
    const first = photos(page).first();
    await first.focus();
    await page.keyboard.press('Enter');
    await expect(lightbox(page)).toBeVisible();
    const before = page.url();
    await page.keyboard.press('ArrowRight');
    await expect(page).not.toHaveURL(before);
    for (let press = 0; press < 6; press += 1) await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null)).toBe(true);
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

  test('knows the real sizes of the pictures that its links open', async ({ page }) => {
    const link = photos(page).first();
    const told = await link.evaluate((anchor) => [Number(anchor.dataset.pswpWidth), Number(anchor.dataset.pswpHeight)]);
    const real = await link.evaluate(async (anchor) => {
      const image = new Image();
      image.src = (anchor as HTMLAnchorElement).href;
      await image.decode();
      return [image.naturalWidth, image.naturalHeight];
    });
    expect(told).toEqual(real);
  });
});

test('an album newer than the build is read from the service and shown the same way', async ({ page }) => {
  const title = 'Brand <b>new</b> album';
  await page.route(/\/api\/subGallery\?id=/, (route) =>
    route.fulfill({
      json: {
        data: {
          _id: 'new one',
          title,
          category: 'PhotoGallery',
          date: '2026-11-20',
          description: '',
          attachments: ['a b.svg', 'gone'],
        },
      },
    }),
  );
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800"><rect width="1200" height="800" fill="teal"/></svg>';
  await page.route('**/api/image/a%20b.svg', (route) => route.fulfill({ contentType: 'image/svg+xml', body: drawing }));
  await page.route('**/api/image/gone', (route) => route.fulfill({ status: 404 }));
  await page.goto('/SubGallery?id=new%20one');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(main(page)).toContainText('Event date 20-Nov-2026');
  await expect(main(page)).toContainText('2 photos');
  await expect(photos(page)).toHaveCount(1);
  await expect(photos(page).first()).toHaveAttribute('data-pswp-width', '1200');
  await photos(page).first().click();
  await expect(page.getByRole('dialog', { name: title })).toBeVisible();
});

test('an unknown album says so and leads back to the gallery', async ({ page }) => {
  await page.route(/\/api\/subGallery\?id=/, (route) => route.fulfill({ status: 404, json: null }));
  await page.goto('/SubGallery?id=nobody-knows');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Album not found');
  await expect(main(page).getByRole('link', { name: 'Gallery', exact: true })).toHaveAttribute('href', '/Gallery');
});

test('an album that neither the build nor the service knows leaves no other complaint than that', async ({ page }) => {
  const complaints = complaintsOf(page);
  const answer = await page.goto('/SubGallery?id=not-yet-known');
  expect(answer?.status()).toBe(200);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Album not found');
  const refused = complaints.filter((complaint) => complaint.startsWith('404: '));
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.filter((complaint) => !complaint.includes('not-yet-known'))).toEqual([]);
  expect(complaints.filter((complaint) => !/^404: |status of 404/.test(complaint))).toEqual([]);
});

test('a service that cannot be asked is told apart from an unknown album', async ({ page }) => {
  await page.route(/\/api\/subGallery\?id=/, (route) => route.fulfill({ status: 502, body: 'down' }));
  await page.goto('/SubGallery?id=nobody-knows');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Album not loaded');
});

test('without script every album is two links away, and its photos are plain links', async ({ browser }) => {
  const page = await withoutScript(browser);
  await page.goto('/SubGallery?id=anything');
  await main(page).locator('.archive a').first().click();
  await main(page).getByRole('article').first().getByRole('link', { name: 'Open the album' }).click();
  await expect(page).toHaveURL(/\/SubGallery\/[^?]+$/);
  await expect(photos(page).first()).toHaveAttribute('href', /^\/media\/.+\.webp$/);
  await page.context().close();
});
