/** Locators of the page of an album. */
import type { Page } from 'playwright/test';

export const main = (page: Page) => page.getByRole('main');
export const photos = (page: Page) => main(page).getByRole('link', { name: /^Photo \d+ of \d+$/ });
export const lightbox = (page: Page) => page.getByRole('dialog');

/** The newest album: the address by which the gallery links it (`/SubGallery?id=…`), its id and its title. */
export async function newestAlbum(page: Page): Promise<{ shared: string; id: string; title: string }> {
  await page.goto('/Gallery');
  const card = main(page).getByRole('article').first();
  const shared = (await card.getByRole('link', { name: 'View More' }).getAttribute('href')) ?? '';
  const id = new URLSearchParams(shared.slice(shared.indexOf('?'))).get('id') ?? '';
  return { shared, id, title: (await card.getByRole('heading').textContent()) ?? '' };
}
