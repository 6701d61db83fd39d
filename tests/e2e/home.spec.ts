import { expect, shiftsOf, test, watchShifts, withoutScript } from '../support/browser.ts';
import { CAROUSELS, calendar, carousel, openHome } from '../support/pages.ts';

test.use({ reducedMotion: 'no-preference' });

test.describe('Home', () => {
  test('stands in the order of the specification with one h1 and the seven quick buttons, does not move when its islands start, and has segments as tabs of which one is selected, moved by arrow keys, Home and End', async ({
    page,
  }) => {
    await watchShifts(page);
    await openHome(page);
    for (const name of CAROUSELS) {
      await carousel(page, name).scrollIntoViewIfNeeded();
      for (const button of ['Previous slide', 'Next slide', 'Pause'])
        await expect(carousel(page, name).getByRole('button', { name: button })).toBeVisible();
    }
    expect(await shiftsOf(page)).toEqual([]);

    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    const names = ['Quick links', 'Academic calendar', 'Principal’s message', ...CAROUSELS, 'Follow the school'];
    const places = await Promise.all(
      names.map(async (name) => {
        const role = name === 'Quick links' ? 'navigation' : 'region';
        return (await page.getByRole(role, { name, exact: true }).boundingBox())?.y ?? Number.NaN;
      }),
    );
    expect(places).toEqual([...places].sort((a, b) => a - b));

    const links = page.getByRole('navigation', { name: 'Quick links' }).getByRole('link');
    await expect(links).toHaveCount(7);
    const targets = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(targets).toEqual(expect.arrayContaining(['/Admission', '/Toppers', '/Gallery', expect.stringMatching(/^tel:/)]));

    const tabs = page.getByRole('tab');
    await expect(tabs.first()).toHaveAttribute('aria-selected', 'true');
    await tabs.first().focus();
    await page.keyboard.press('ArrowLeft');
    await expect(tabs.last()).toBeFocused();
    await expect(tabs.last()).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await expect(tabs.nth(1)).toBeFocused();
    const name = await tabs.nth(1).textContent();
    await expect(page.getByRole('tabpanel')).toHaveCount(1);
    await expect(page.getByRole('tabpanel', { name: name?.trim() ?? '' })).toBeVisible();
    await page.keyboard.press('End');
    await expect(tabs.last()).toBeFocused();
  });
});

test.describe('Home without script', () => {
  test('shows every slide, every panel, the notices and links to the months', async ({ browser, baseURL }) => {
    const page = await withoutScript(browser, { baseURL });
    await page.goto('/');
    for (const name of CAROUSELS) expect(await carousel(page, name).getByRole('listitem').count()).toBeGreaterThan(2);
    for (const tab of await page.locator('.tabrow a').all()) {
      await expect(page.locator((await tab.getAttribute('href')) ?? '')).toBeVisible();
    }
    await expect(page.getByRole('region', { name: 'Notifications' })).toBeVisible();
    await calendar(page).getByRole('link', { name: 'Next month' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('December 2026');
    await page.context().close();
  });
});
