/** Locators of list pages with filters. */
import type { Page } from 'playwright/test';
import type { ListItem } from '../../src/collections/index.ts';

export const cards = (page: Page) => page.getByRole('main').getByRole('article');
export const status = (page: Page) => page.getByRole('main').getByRole('status');
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
