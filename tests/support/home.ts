/** Home, as its tests find their way in it. */
import { expect, type Locator, type Page } from 'playwright/test';

export const CAROUSELS = ['Events', 'News', 'ICSE toppers', 'ISC toppers', 'Gallery'] as const;

/** Opens home as a visitor whose visit has seen the notices. */
export async function openHome(page: Page): Promise<void> {
  await page.goto('/');
  // What is pressed before they are open is lost.
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
}

export const carousel = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
export const calendar = (page: Page) => page.getByRole('region', { name: 'Academic calendar' });
