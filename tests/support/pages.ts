/** Locators of the site's pages. */
import { expect, type Locator, type Page } from 'playwright/test';
import type { ListItem } from '../../src/collections/index.ts';

export const main = (page: Page) => page.getByRole('main');
export const photos = (page: Page) => main(page).getByRole('link', { name: /^Photo \d+ of \d+$/ });
export const lightbox = (page: Page) => page.getByRole('dialog');

export const cards = (page: Page) => main(page).getByRole('article');
export const status = (page: Page) => main(page).getByRole('status');
export const year = (page: Page) => page.getByLabel('Year');
export const month = (page: Page) => page.getByLabel('Month');
export const search = (page: Page) => page.getByRole('searchbox', { name: 'Search' });

export async function options(page: Page, label: string): Promise<string[]> {
  return page.getByLabel(label).getByRole('option').allTextContents();
}

/** The items of the first data file that the page requests during `act`. */
export async function dataOf(page: Page, act: () => Promise<unknown>): Promise<ListItem[]> {
  const answer = page.waitForResponse(/\/data\/[a-z-]+\/(?!index\.)[^/]+\.json$/);
  await act();
  return (await answer).json();
}

export const CAROUSELS = ['Events', 'News', 'ICSE toppers', 'ISC toppers', 'Gallery'] as const;

/** Opens the home page and closes the dialog with the notices, which opens once a visit. */
export async function openHome(page: Page): Promise<void> {
  await page.goto('/');
  // A key that is pressed before the dialog is open has no effect.
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
}

export const carousel = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
export const calendar = (page: Page) => page.getByRole('region', { name: 'Academic calendar' });
