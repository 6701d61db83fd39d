/** Locators of the home page. */
import { expect, type Locator, type Page } from 'playwright/test';

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
