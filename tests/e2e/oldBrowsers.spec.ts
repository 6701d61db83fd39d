import type { Page } from 'playwright/test';
import { expect, test } from '../support/browser.ts';
import { openForm } from '../support/forms.ts';

/** Takes away what browsers of 2022 do not have; of what stands in the pages, the words for it. */
async function asOlder(page: Page): Promise<string[]> {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.addInitScript(() => {
    const forget = (object: object, ...names: string[]) => {
      for (const name of names) Reflect.deleteProperty(object, name);
    };
    forget(HTMLElement.prototype, 'popover', 'showPopover', 'hidePopover', 'togglePopover');
    forget(AbortSignal, 'timeout', 'any');
    forget(Array.prototype, 'findLast', 'findLastIndex', 'toSorted', 'toReversed');
    forget(String.prototype, 'isWellFormed', 'toWellFormed');
    forget(URL, 'parse', 'canParse');
    forget(Promise, 'withResolvers');
    forget(Element.prototype, 'checkVisibility');
    forget(window, 'requestIdleCallback');
    const supports = CSS.supports.bind(CSS);
    CSS.supports = (text: string) => !/container-type|:has/.test(text) && supports(text);
    window.RegExp = new Proxy(RegExp, {
      construct(Native, [pattern, flags]) {
        if (/\(\?<[=!]/.test(String(pattern))) throw new SyntaxError('invalid group specifier name');
        return new Native(pattern, flags);
      },
    });
  });
  await page.route(
    (url) => !/\.\w+$|^\/api\//.test(url.pathname),
    async (route) => {
      const response = await route.fetch();
      const html = await response.text();
      const body = html
        .replace(/<meta http-equiv="content-security-policy"[^>]*>/, '')
        .replaceAll(' popover="manual"', '')
        .replaceAll('@container', '@unknown')
        .replaceAll(':popover-open', ':unknown')
        .replaceAll(':has(', ':unknown(');
      await route.fulfill({ response, body });
    },
  );
  return errors;
}

test('without popovers, container queries and :has the head is low and the menu opens and closes, on a phone and on a wide screen', async ({
  page,
}) => {
  const errors = await asOlder(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/About');
  const menu = page.getByRole('navigation', { name: 'Main', exact: true });
  const burger = menu.getByRole('button', { name: 'Menu' });
  const students = menu.getByRole('button', { name: 'Students' });
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    await expect(burger).toBeVisible();
    // Until its script has come, such a browser shows the menu open.
    await expect.poll(async () => (await page.getByRole('banner').boundingBox())?.height).toBeLessThan(180);
    await expect(students).toBeHidden();
    await burger.click();
    await expect(burger).toHaveAttribute('aria-expanded', 'true');
    await students.click();
    await expect(menu.getByRole('link', { name: 'Facilities' })).toBeVisible();
    await students.click();
    await expect(menu.getByRole('link', { name: 'Facilities' })).toBeHidden();
    await burger.click();
    await expect(students).toBeHidden();
  }
  expect(errors).toEqual([]);
});

test('a list is filtered, a month of the calendar turned to, and a form sent by a browser of 2022', async ({ page }) => {
  const errors = await asOlder(page);
  await page.goto('/News');
  const status = page.getByRole('main').getByRole('status');
  const whole = await status.textContent();
  await page.getByLabel('Year').selectOption('2025');
  await expect(status).not.toHaveText(whole ?? '');
  await page.getByLabel('Month').selectOption({ index: 1 });
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();

  await page.goto('/');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  const calendar = page.getByRole('region', { name: 'Academic calendar' });
  await calendar.scrollIntoViewIfNeeded();
  await calendar.getByRole('button', { name: 'Next month' }).click();
  await expect(calendar.getByRole('heading', { name: 'December 2026' })).toBeVisible();

  await page.route('**/api/form/**', (route) => route.fulfill({ status: 200, json: {} }));
  await openForm(page, '/ContactUs');
  await page.getByLabel('Name').fill('A parent');
  await page.getByLabel('Email').fill('parent@example.org');
  await page.getByLabel('Phone Number').fill('9876543210');
  await page.getByLabel('Subject').fill('A question');
  await page.getByLabel('Message').fill('When does school open?');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Your Form Submitted Successfully.')).toBeVisible();
  expect(errors).toEqual([]);
});
