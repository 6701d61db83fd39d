import type { Browser, Locator, Page } from 'playwright/test';
import { expect, expectStarted, test, withoutScript } from '../support/browser.ts';

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

async function openGroups(page: Page, press: (button: Locator) => Promise<void>): Promise<void> {
  for (const [name, links] of Object.entries(GROUPS)) {
    await press(group(page, name));
    await expect(group(page, name)).toHaveAttribute('aria-expanded', 'true');
    await expect.poll(() => shownLinks(page)).toEqual(expect.arrayContaining([...links]));
  }
}

test.describe('Menu groups', () => {
  test('open by mouse, one at a time, and by keyboard, and close when the visitor or the focus turns elsewhere, and by Escape with the focus on their button', async ({
    page,
  }) => {
    await page.goto('/About');
    await expectInBar(page);
    await openGroups(page, (button) => button.click());
    await expect.poll(() => shownLinks(page)).toEqual(GROUPS['Contact Us']);
    await page.getByRole('heading', { level: 1 }).click();
    await expect.poll(() => shownLinks(page)).toEqual([]);
    await expect(group(page, 'Contact Us')).toHaveAttribute('aria-expanded', 'false');

    await group(page, 'Results').focus();
    await page.keyboard.press('Enter');
    await expect(group(page, 'Results')).toHaveAttribute('aria-expanded', 'true');
    await tabTo(page, group(page, 'Activity'));
    await expect(group(page, 'Results')).toHaveAttribute('aria-expanded', 'false');

    await page.reload();
    const button = group(page, 'Students');
    await tabTo(page, button);
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

  /** A phone, with or without script. */
  async function phone(browser: Browser, script: boolean): Promise<Page> {
    const options = { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true };
    return script ? (await browser.newContext(options)).newPage() : withoutScript(browser, options);
  }

  for (const script of [true, false]) {
    test(`open by touch on a phone ${script ? 'with' : 'without'} script`, async ({ browser, baseURL }) => {
      const page = await phone(browser, script);
      await page.goto(`${baseURL}/About`);
      await expect(group(page, 'Students')).toBeHidden();
      await menu(page).getByRole('button', { name: 'Menu' }).tap();
      for (const [name, links] of Object.entries(GROUPS)) {
        await group(page, name).tap();
        await expect.poll(() => shownLinks(page)).toEqual(expect.arrayContaining([...links]));
      }
      await menu(page).getByRole('link', { name: 'Fees Policy' }).tap();
      await expect(page).toHaveURL(/\/Fees$/);
      await page.context().close();
    });
  }

  test('open without script on a wide screen, by mouse and by keyboard', async ({ browser, baseURL }) => {
    const page = await withoutScript(browser, { baseURL, viewport: { width: 1280, height: 900 } });
    await page.goto('/About');
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

  test('home is gone through from the notices to the foot, always with a focus to be seen', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible();
    await page.keyboard.press('Escape');
    // A carousel that starts makes slides inert, also one that has the focus.
    await expectStarted(page);
    await page.locator('body').evaluate((body) => {
      body.tabIndex = -1;
      body.focus();
    });
    const footer = page.getByRole('contentinfo');
    const seen: string[] = [];
    const lost: string[] = [];
    for (let press = 0; press < 250; press += 1) {
      await page.keyboard.press('Tab');
      const at = await page.evaluate(() => {
        const element = document.activeElement as HTMLElement;
        const { top, bottom, left, right, width, height } = element.getBoundingClientRect();
        const shown = width > 0 && height > 0 && bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
        const { outlineStyle, boxShadow } = getComputedStyle(element);
        const region = element.closest('section,nav,footer,header')?.getAttribute('aria-label') ?? '';
        const name = `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40)}`;
        return {
          region,
          name,
          shown,
          ringed: outlineStyle !== 'none' || boxShadow !== 'none',
          hidden: element.closest('[inert],[aria-hidden=true]') !== null,
          isLast: [...document.querySelectorAll('footer a, footer button')].at(-1) === element,
        };
      });
      seen.push(at.region);
      if (!at.shown || !at.ringed || at.hidden) lost.push(`${at.name} (${JSON.stringify(at)})`);
      if (at.isLast) break;
    }
    expect(lost).toEqual([]);
    await expect(footer.locator(':focus')).toHaveCount(1);
    for (const region of ['Main', 'Quick links', 'Events', 'News', 'ICSE toppers', 'ISC toppers', 'Gallery'])
      expect(seen, `the focus came to ${region}`).toContain(region);
  });

  test('a list is filtered, searched, read on and filtered back', async ({ page }) => {
    await page.goto('/News');
    const status = page.getByRole('main').getByRole('status');
    const year = page.getByLabel('Year');
    await expect(year).toBeEnabled();
    const whole = (await status.textContent()) ?? '';
    await tabTo(page, year);
    await page.keyboard.press('ArrowDown');
    await expect(status).not.toHaveText(whole);
    await page.keyboard.press('Tab');
    await expect(page.getByLabel('Month')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('searchbox', { name: 'Search' })).toBeFocused();
    await page.keyboard.type('no title has these words');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Stay tuned for latest updates')).toBeVisible();
    await expect(page).toHaveURL(/q=no\+title\+has\+these\+words$/);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Home');
    await expect(status).toHaveText(whole);
    const more = page.getByRole('button', { name: 'Show more' });
    const before = await page.getByRole('main').getByRole('article').count();
    await tabTo(page, more);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByRole('main').getByRole('article').count()).toBeGreaterThan(before);
  });
});

test('icons are seen where the system sets the colours', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'light' });
  await page.goto('/');
  /** Whether the icon of an element has another colour than what is behind it. */
  const isDrawn = (icon: Locator) =>
    icon.evaluate((element) => {
      const { backgroundColor } = getComputedStyle(element, '::before');
      return backgroundColor !== getComputedStyle(document.body).backgroundColor;
    });
  expect(await isDrawn(page.locator('.search'))).toBe(true);
  expect(await isDrawn(page.getByRole('navigation', { name: 'Quick links' }).getByRole('link').nth(1))).toBe(true);
  await page.goto('/SubGallery/annual-day-2025');
  await page.locator('.photos a').first().click();
  const bar = page.getByRole('dialog').locator('.pswp__top-bar');
  await expect(bar).toHaveCSS('background-color', 'rgb(10, 53, 42)');
});
