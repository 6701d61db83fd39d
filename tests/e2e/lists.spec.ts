import { expect, expectAccessible, shiftsOf, test, watchShifts, withoutScript } from '../support/browser.ts';
import { cards, dataOf, month, options, search, status, year } from '../support/pages.ts';

// One island is all lists'; what each counts and offers is held by its markup.
test('moves nothing, shows the newest cards, the count and the breadcrumb, exactly the items of a year and month, and titles whatever their case', async ({
  page,
}) => {
  await watchShifts(page);
  await page.goto('/News');
  await expect(year(page)).toBeEnabled();
  expect(await shiftsOf(page)).toEqual([]);
  await expect(page.getByRole('heading', { level: 1, name: 'News' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText('Home');
  await expect(status(page)).toHaveText(/^\d+ news items?$/);
  expect(await cards(page).count()).toBeLessThanOrEqual(24);
  const title = (await cards(page).first().getByRole('heading').textContent()) ?? '';
  expect((await options(page, 'Year'))[0]).toBe('All');
  expect((await options(page, 'Month'))[0]).toBe('All');
  const days = await cards(page)
    .locator('time')
    .evaluateAll((times) => times.map((time) => (time as HTMLTimeElement).dateTime));
  expect(days).toEqual([...days].sort().reverse());

  const chosen = (await options(page, 'Year')).at(-1) ?? '';
  const items = await dataOf(page, () => year(page).selectOption(chosen));
  await expect(status(page)).toContainText(String(items.length));
  await expect(cards(page)).toHaveCount(Math.min(24, items.length));
  const months = await options(page, 'Month');
  const abbreviation = months[1] ?? '';
  await month(page).selectOption(abbreviation);
  const number = String(new Date(`1 ${abbreviation} 2000`).getMonth() + 1).padStart(2, '0');
  const inMonth = items.filter((item) => 'date' in item && item.date?.day.slice(5, 7) === number);
  expect(inMonth.length).toBeGreaterThan(0);
  await expect(status(page)).toContainText(String(inMonth.length));
  await expect(cards(page)).toHaveCount(Math.min(24, inMonth.length));
  expect(new URL(page.url()).search).toBe(`?year=${chosen}&month=${abbreviation}`);
  await expectAccessible(page, { within: 'main' });

  // A shared view.
  await page.goto('/News?q=no+title+has+these+words');
  await expect(page.getByText('Stay tuned for latest updates')).toBeVisible();
  expect(await shiftsOf(page)).toEqual([]);
  await expect(status(page)).toContainText('0');
  await expect(cards(page)).toHaveCount(0);
  await expectAccessible(page, { within: 'main' });
  await search(page).fill(`  ${title.toUpperCase()} `);
  await expect(cards(page).first().getByRole('heading')).toHaveText(title);
  await search(page).fill('');
  await expect(cards(page).first().getByRole('heading')).toHaveText(title);
  await expect(status(page)).toHaveText(/^\d+ news items?$/);
});

test('a list can be read to the last item without script', async ({ browser }) => {
  const page = await withoutScript(browser);
  await page.goto('/News');
  await expect(year(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Show more' })).toBeHidden();
  expect(await cards(page).count()).toBeGreaterThan(0);
  const links = await page.locator('.archive a').evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).pathname));
  const last = links.at(-1) ?? '';
  expect(last).toMatch(/^\/News\//);
  await page.goto(last);
  expect(await cards(page).count(), last).toBeGreaterThan(0);
  await page.context().close();
});

test.describe('/Gallery', () => {
  test('begins with the current year, or the newest that has albums, each linked by its identity; shows all years, and shares that view', async ({
    page,
  }) => {
    await page.goto('/Gallery');
    await expect(cards(page).first().getByRole('link', { name: 'View More' })).toHaveAttribute('href', /^\/SubGallery\?id=./);
    const chosen = await year(page).inputValue();
    const years = (await options(page, 'Year')).slice(1);
    expect(chosen).toBe(years.find((candidate) => candidate <= '2026') ?? years.at(-1));
    const items = await dataOf(page, () => search(page).fill('x'));
    await search(page).fill('');
    await expect(status(page)).toHaveText(`Total Categories: ${items.length}`);
    await year(page).selectOption('All');
    await expect(page).toHaveURL('/Gallery?year=All');
    await page.reload();
    await expect(year(page)).toHaveValue('All');
  });
});

test.describe('/VideoGallery', () => {
  test('filters by year; a tile opens the video in a new tab', async ({ page }) => {
    await page.goto('/VideoGallery');
    const tile = cards(page).getByRole('link').first();
    await expect(tile).toHaveAttribute('target', '_blank');
    await expect(tile).toHaveAttribute('href', /^https?:/);
    const chosen = (await options(page, 'Year')).at(-1) ?? '';
    const items = await dataOf(page, () => year(page).selectOption(chosen));
    await expect(status(page)).toHaveText(`${items.length} ${items.length === 1 ? 'video' : 'videos'}`);
    await expect(search(page)).toHaveCount(0);
  });
});
