import type { Page } from 'playwright/test';
import type { ListItem } from '../../src/types/views.ts';
import { expect, expectAccessible, holdBack, test, withoutScript } from '../support/browser.ts';
import { watchRequests } from '../support/rest.ts';
import { shiftsOf, watchShifts } from '../support/shifts.ts';

const cards = (page: Page) => page.getByRole('main').getByRole('article');
const status = (page: Page) => page.getByRole('main').getByRole('status');
const year = (page: Page) => page.getByLabel('Year');
const month = (page: Page) => page.getByLabel('Month');
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search' });

async function options(page: Page, label: string): Promise<string[]> {
  return page.getByLabel(label).getByRole('option').allTextContents();
}

/** The items of the data files that the page asks for while `act` goes on. */
async function dataOf(page: Page, act: () => Promise<unknown>): Promise<ListItem[]> {
  const answer = page.waitForResponse(/\/data\/[a-z-]+\/[^/]+\.json$/);
  await act();
  return (await answer).json();
}

const LISTS = [
  { path: '/News', heading: 'News', count: /^\d+ news items?$/ },
  { path: '/Events', heading: 'Events', count: /^\d+ events?$/ },
  { path: '/Gallery', heading: 'Gallery', count: /^Total Categories: \d+$/ },
] as const;

for (const { path, heading, count } of LISTS) {
  test.describe(path, () => {
    test('shows the newest cards, the count and the breadcrumb before any choice', async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText('Home');
      await expect(status(page)).toHaveText(count);
      expect(await cards(page).count()).toBeLessThanOrEqual(24);
      await expect(cards(page).first().getByRole('heading')).toBeVisible();
      expect((await options(page, 'Year'))[0]).toBe('All');
      expect((await options(page, 'Month'))[0]).toBe('All');
      const days = await cards(page)
        .locator('time')
        .evaluateAll((times) => times.map((time) => (time as HTMLTimeElement).dateTime));
      expect(days).toEqual([...days].sort().reverse());
    });

    test('shows exactly the items of a year and month, and counts them', async ({ page }) => {
      await page.goto(path);
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
    });

    test('finds titles whatever their case, and says so when there is none', async ({ page }) => {
      await page.goto(path);
      const title = (await cards(page).first().getByRole('heading').textContent()) ?? '';
      await search(page).fill(`  ${title.toUpperCase()} `);
      await expect(cards(page).first().getByRole('heading')).toHaveText(title);
      await search(page).fill('no title has these words');
      await expect(page.getByText('Stay tuned for latest updates')).toBeVisible();
      await expect(status(page)).toContainText('0');
      await expect(cards(page)).toHaveCount(0);
      await expectAccessible(page);
      await search(page).fill('');
      await expect(cards(page).first().getByRole('heading')).toHaveText(title);
    });

    test('moves nothing when it comes to life, nor when a shared view opens', async ({ page }) => {
      await watchShifts(page);
      const rest = watchRequests(page);
      await page.goto(path);
      await rest();
      expect(await shiftsOf(page)).toEqual([]);
      await page.goto(`${path}?q=no+title+has+these+words`);
      await expect(page.getByText('Stay tuned for latest updates')).toBeVisible();
      await rest();
      expect(await shiftsOf(page)).toEqual([]);
    });

    test('can be read to the last item without script', async ({ browser }) => {
      const page = await withoutScript(browser);
      await page.goto(path);
      await expect(year(page)).toBeHidden();
      await expect(page.getByRole('button', { name: 'Show more' })).toBeHidden();
      expect(await cards(page).count()).toBeGreaterThan(0);
      const links = await page
        .locator('.archive a')
        .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).pathname));
      const last = links.at(-1) ?? '';
      expect(last).toMatch(new RegExp(`^${path}/`));
      await page.goto(last);
      expect(await cards(page).count()).toBeGreaterThan(0);
      await page.context().close();
    });
  });
}

test('choices stay in the address: Back, Forward and reload keep them, typing adds no entry', async ({ page }) => {
  await page.goto('/About');
  await page.goto('/News');
  const chosen = (await options(page, 'Year'))[1] ?? '';
  await year(page).selectOption(chosen);
  await search(page).pressSequentially('zq');
  await expect(page).toHaveURL(`/News?year=${chosen}&q=zq`);
  await page.reload();
  await expect(year(page)).toHaveValue(chosen);
  await expect(search(page)).toHaveValue('zq');
  await expect(status(page)).toHaveText('0 news items');
  await page.goBack();
  await expect(page).toHaveURL('/News');
  await expect(year(page)).toHaveValue('All');
  await expect(search(page)).toHaveValue('');
  await page.goForward();
  await expect(year(page)).toHaveValue(chosen);
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL('/About');
});

test('a month that the new year lacks, an impossible year and unknown parameters fall back to All', async ({ page }) => {
  await page.goto('/News?year=1890&month=Foo&color=green');
  await expect(year(page)).toBeEnabled();
  await expect(year(page)).toHaveValue('All');
  await expect(month(page)).toHaveValue('All');
  await expect(cards(page)).toHaveCount(24);
});

test('Show more takes no press before the script is there, which would be lost', async ({ page }) => {
  const release = await holdBack(page, '**/assets/hydrate.*.js');
  await page.goto('/News', { waitUntil: 'commit' });
  const more = page.getByRole('button', { name: 'Show more' });
  await expect(more).toBeDisabled();
  release();
  await more.click();
  await expect(cards(page)).toHaveCount(48);
});

test('Show more adds 24 cards and moves the focus to the first of them', async ({ page }) => {
  await page.goto('/News');
  const first = await cards(page).first().textContent();
  await expect(year(page)).toBeEnabled();
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(cards(page)).toHaveCount(48);
  await expect(cards(page).nth(24)).toBeFocused();
  expect(await cards(page).first().textContent()).toBe(first);
  const headings = await cards(page).getByRole('heading').allTextContents();
  const days = await cards(page)
    .locator('time')
    .evaluateAll((times) => times.map((time) => (time as HTMLTimeElement).dateTime));
  expect(headings).toHaveLength(48);
  expect(days).toEqual([...days].sort().reverse());
});

test('a data file that fails leaves the cards as they were and says so; trying again helps', async ({ page }) => {
  let broken = true;
  await page.route(/\/data\//, (route) => (broken ? route.fulfill({ status: 503 }) : route.continue()));
  await page.goto('/Events');
  const before = await cards(page).allTextContents();
  const chosen = (await options(page, 'Year')).at(-1) ?? '';
  await year(page).selectOption(chosen);
  await expect(status(page)).toContainText('could not be loaded');
  expect(await cards(page).allTextContents()).toEqual(before);
  broken = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(status(page)).not.toContainText('could not be loaded');
  await expect(cards(page).first().locator('time')).toHaveAttribute('datetime', new RegExp(`^${chosen}`));
});

test('while a data file is slow, the printed cards stay', async ({ page }) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/data\//, async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto('/News');
  const before = await cards(page).allTextContents();
  const chosen = (await options(page, 'Year')).at(-1) ?? '';
  await year(page).selectOption(chosen);
  expect(await cards(page).allTextContents()).toEqual(before);
  resolve();
  await expect(cards(page).first().locator('time')).toHaveAttribute('datetime', new RegExp(`^${chosen}`));
});

test('the filters work by keyboard alone', async ({ page }) => {
  await page.goto('/News');
  await expect(year(page)).toBeEnabled();
  await year(page).focus();
  await page.keyboard.press('ArrowDown');
  await expect(year(page)).not.toHaveValue('All');
  await page.keyboard.press('Tab');
  await expect(month(page)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(search(page)).toBeFocused();
  await page.keyboard.type('a');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/q=a$/);
});

test('hostile text in a title is text', async ({ page }) => {
  const title = '<img src=x onerror=alert(1)> & "quotes"';
  await page.route(/\/data\/news\//, async (route) => {
    const [item] = await (await route.fetch()).json();
    await route.fulfill({ json: [{ ...item, id: 'hostile', title }] });
  });
  await page.goto('/News');
  await search(page).fill('<img');
  await expect(cards(page).first().getByRole('heading')).toHaveText(title);
});

test.describe('/Gallery', () => {
  test('begins with the current year, or the newest that has albums', async ({ page }) => {
    await page.goto('/Gallery');
    const chosen = await year(page).inputValue();
    const years = (await options(page, 'Year')).slice(1);
    expect(chosen).toBe(years.find((candidate) => candidate <= '2026') ?? years.at(-1));
    const items = await dataOf(page, () => search(page).fill('x'));
    await search(page).fill('');
    await expect(status(page)).toHaveText(`Total Categories: ${items.length}`);
  });

  test('links each album by its identity', async ({ page }) => {
    await page.goto('/Gallery');
    await expect(cards(page).first().getByRole('link', { name: 'View More' })).toHaveAttribute('href', /^\/SubGallery\?id=./);
  });

  test('can show all years, and shares that view', async ({ page }) => {
    await page.goto('/Gallery');
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

for (const path of ['/Toppers', '/ToppersXII']) {
  test.describe(path, () => {
    const session = (page: Page) => page.getByLabel('Session');

    test('begins with the session from the previous to the current year, or the one before', async ({ page }) => {
      await page.goto(path);
      await expect(session(page)).toBeEnabled();
      expect(['2025-2026', '2024-2025']).toContain(await session(page).inputValue());
      await expect(cards(page).first().getByRole('heading')).toBeVisible();
    });

    test('the search hides no card: it marks those that match and says how many', async ({ page }) => {
      await page.goto(path);
      const before = await cards(page).getByRole('heading').allTextContents();
      const name = before[0] ?? '';
      await search(page).fill(name.toLowerCase());
      const matching = before.filter((other) => other.toLowerCase().includes(name.toLowerCase())).length;
      await expect(status(page)).toHaveText(/^\d+ names? match/);
      expect(Number.parseInt((await status(page).textContent()) ?? '', 10)).toBeGreaterThanOrEqual(matching);
      expect(await cards(page).getByRole('heading').allTextContents()).toEqual(before);
      await expect(page.locator('article.found')).toHaveCount(matching);
      await search(page).fill('nobody has this name');
      await expect(status(page)).toHaveText('0 names match');
      expect(await cards(page).getByRole('heading').allTextContents()).toEqual(before);
    });

    test('keeps the session in the address', async ({ page }) => {
      await page.goto(path);
      const other = (await options(page, 'Session')).at(-1) ?? '';
      const items = await dataOf(page, () => session(page).selectOption(other));
      await expect(page).toHaveURL(`${path}?session=${other}`);
      await expect(cards(page)).toHaveCount(Math.min(24, items.length));
      await page.goBack();
      await expect(session(page)).not.toHaveValue(other);
    });

    test('turns to the new session with the year of the school, not of the machine', async ({ page }) => {
      await page.clock.setFixedTime(Date.parse('2025-12-31T18:29:00Z'));
      await page.goto(`${path}?session=none`);
      await expect(session(page)).toBeEnabled();
      expect(await options(page, 'Session')).toContain('2024-2025');
      await page.clock.setFixedTime(Date.parse('2027-12-31T18:31:00Z'));
      await page.goto(path);
      await expect(session(page)).toBeEnabled();
      expect((await options(page, 'Session'))[0]).toBe('2027-2028');
      await expect(page.getByText('100%').first()).toBeVisible();
    });
  });
}

test('what is chosen and typed before the script is there is answered when it is', async ({ page }) => {
  const release = await holdBack(page, '**/assets/hydrate*');
  await page.goto('/News', { waitUntil: 'commit' });
  const printed = await status(page).textContent();
  const chosen = (await options(page, 'Year')).at(-1) ?? '';
  await year(page).selectOption(chosen);
  await search(page).fill('a');
  await expect(status(page)).toHaveText(printed ?? '');
  release();
  await expect(status(page)).not.toHaveText(printed ?? '');
  await expect(year(page)).toHaveValue(chosen);
  await expect(search(page)).toHaveValue('a');
  expect(new URL(page.url()).search).toBe(`?year=${chosen}&q=a`);
});
