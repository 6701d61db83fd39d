import { identityToPath } from '../../src/lib/paths.ts';
import { expect, problemsOf, test, withoutScript } from '../support/browser.ts';
import { lightbox, main, newestAlbum, photos } from '../support/pages.ts';

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

test('an album that neither the build nor the service knows says so, leads back and leaves no other complaint; a service that cannot be asked is told apart', async ({
  page,
}) => {
  const problems = problemsOf(page);
  const answer = await page.goto('/SubGallery?id=not-yet-known');
  expect(answer?.status()).toBe(200);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Album not found');
  await expect(main(page).getByRole('link', { name: 'Gallery', exact: true })).toHaveAttribute('href', '/Gallery');
  await expect(main(page).getByRole('heading', { name: 'By month' })).toBeVisible();
  const refused = problems.filter((problem) => problem.startsWith('404: '));
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.filter((problem) => !problem.includes('not-yet-known'))).toEqual([]);
  expect(problems.filter((problem) => !/^404: |status of 404/.test(problem))).toEqual([]);

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
