import { expect, problemsOf, test, withoutScript } from '../support/browser.ts';
import { lightbox, main, photos } from '../support/pages.ts';

/** An album of the sample, as the gallery links it and at its plain address. */
const SHARED = '/SubGallery?id=quiz-2026';
const PLAIN = '/SubGallery/quiz-2026';

test('the shared address shows the album in place and keeps itself', async ({ page }) => {
  await page.goto(SHARED);
  await expect(page).toHaveURL(SHARED);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`${PLAIN}$`));
  const title = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
  await expect(page).toHaveTitle(new RegExp(`^${title.replace(/\W/g, '.')}`));
  await expect(main(page).getByRole('link', { name: 'Gallery', exact: true })).toHaveAttribute('href', '/Gallery');
  await expect(main(page)).toContainText('Event date');
  await expect(main(page)).toContainText('Last update');
  await expect(main(page)).toContainText(/\d+ photos?/);
  await photos(page).first().click();
  await expect(page.getByRole('dialog', { name: title })).toBeVisible();
  await expect(page).toHaveURL(/\?id=[^#]+#photo-\d+$/);
});

test('where the server rewrites the shared address to the plain one, it shows the album without asking for it again', async ({
  page,
}) => {
  let asked = 0;
  await page.route(`**${PLAIN}`, (route) => {
    asked += 1;
    return route.continue();
  });
  await page.route(/\/SubGallery\?id=/, async (route) => route.fulfill({ response: await page.request.fetch(PLAIN) }));
  await page.goto(SHARED);
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
