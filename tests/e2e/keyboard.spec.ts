import type { Locator, Page } from 'playwright/test';
import { expect, test, withoutScript } from '../support/browser.ts';

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main', exact: true });
const group = (page: Page, name: string) => menu(page).getByRole('button', { name, exact: true });
/** Groups close each other only where they stand in the bar: on a wide screen. */
const expectInBar = (page: Page) => expect(menu(page).getByRole('button', { name: 'Menu' })).toBeHidden();
const GROUPS = {
  'About Us': ['/PrincipalMessage', '/VisionMission', '/HillTopFamily'],
  Students: ['/Facility', '/CodeStudents', '/StudentCouncil', '/Exam', '/Attendance', '/Withdrawals'],
  Results: ['/Toppers', '/ToppersXII'],
  Activity: ['/Club', '/Calendar', '/TeacherBlog', '/StudentBlog', '/Reflections'],
  Gallery: ['/Gallery', '/VideoGallery', '/Magazine'],
  Policies: ['/CodeConduct', '/Fees'],
  'Contact Us': ['/ContactUs', '/Suggestion'],
} as const;

/** Addresses of the menu's links that can be seen. */
const shownLinks = (page: Page) =>
  menu(page)
    .locator('.group a')
    .evaluateAll((links) => links.filter((link) => link.checkVisibility()).map((link) => link.getAttribute('href')));

/** Presses Tab until something has the focus; fails when it takes too long. */
async function tabTo(page: Page, target: Locator, most = 80): Promise<void> {
  for (let press = 0; press < most; press += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`The focus did not come to ${target} within ${most} presses of Tab.`);
}

const PHONE = { width: 390, height: 800 };

/** Unfolds the menu of a phone, and two of its groups. */
async function openByTouch(page: Page): Promise<void> {
  await expect(group(page, 'Students')).toBeHidden();
  await menu(page).getByRole('button', { name: 'Menu' }).tap();
  for (const name of ['Students', 'Policies'] as const) {
    await group(page, name).tap();
    await expect.poll(() => shownLinks(page)).toEqual(expect.arrayContaining([...GROUPS[name]]));
  }
}

test.describe('Menu groups', () => {
  test('open by mouse, one at a time, and by keyboard, and close when the visitor or the focus turns elsewhere, and by Escape with the focus on their button', async ({
    page,
  }) => {
    await page.goto('/About');
    await expectInBar(page);
    for (const [name, links] of Object.entries(GROUPS)) {
      await group(page, name).click();
      await expect(group(page, name)).toHaveAttribute('aria-expanded', 'true');
      await expect.poll(() => shownLinks(page)).toEqual(expect.arrayContaining([...links]));
    }
    await expect.poll(() => shownLinks(page)).toEqual(GROUPS['Contact Us']);
    await page.getByRole('heading', { level: 1 }).click();
    await expect.poll(() => shownLinks(page)).toEqual([]);
    await expect(group(page, 'Contact Us')).toHaveAttribute('aria-expanded', 'false');

    await group(page, 'Results').focus();
    await page.keyboard.press('Enter');
    await expect(group(page, 'Results')).toHaveAttribute('aria-expanded', 'true');
    await tabTo(page, group(page, 'Activity'));
    await expect(group(page, 'Results')).toHaveAttribute('aria-expanded', 'false');

    const button = group(page, 'Students');
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(button).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('Tab');
    await expect(menu(page).getByRole('link', { name: 'Facilities' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(button).toBeFocused();
    await expect(button).toHaveAttribute('aria-expanded', 'false');
    await page.keyboard.press('Space');
    await tabTo(page, menu(page).getByRole('link', { name: 'Exam Pattern' }));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/Exam$/);
  });

  test('open by touch on a phone', async ({ browser, baseURL }) => {
    const context = await browser.newContext({ baseURL, viewport: PHONE, hasTouch: true, isMobile: true });
    const page = await context.newPage();
    await page.goto('/About');
    await openByTouch(page);
    await menu(page).getByRole('link', { name: 'Fees Policy' }).tap();
    await expect(page).toHaveURL(/\/Fees$/);
    await context.close();
  });

  test('open without script by touch on a phone, and on a wide screen by mouse and by keyboard', async ({ browser, baseURL }) => {
    const page = await withoutScript(browser, { baseURL, viewport: PHONE, hasTouch: true });
    await page.goto('/About');
    await openByTouch(page);

    await page.setViewportSize({ width: 1280, height: 900 });
    await page.reload();
    await expectInBar(page);
    await group(page, 'Gallery').click();
    await expect.poll(() => shownLinks(page)).toEqual(expect.arrayContaining([...GROUPS.Gallery]));
    await group(page, 'Policies').focus();
    await page.keyboard.press('Enter');
    await menu(page).getByRole('link', { name: 'Code of Conduct' }).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/CodeConduct$/);
    await page.context().close();
  });
});

test.describe('By keyboard alone', () => {
  test('the first press of Tab offers to skip to the content, and does', async ({ page }) => {
    await page.goto('/News');
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to content' });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
  });
});
