import { expect, holdBack, problemsOf, test } from '../support/browser.ts';
import { cards, month, options, search, status, year } from '../support/pages.ts';

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

test('a month that the new year lacks, an impossible year and unknown parameters fall back to All; a search that finds nothing says what was looked for, and Clear filters brings all back; Show more adds 24 cards and moves the focus to the first of them', async ({
  page,
}) => {
  await page.goto('/News?year=1890&month=Foo&color=green');
  await expect(year(page)).toBeEnabled();
  await expect(year(page)).toHaveValue('All');
  await expect(month(page)).toHaveValue('All');
  await expect(cards(page)).toHaveCount(24);

  await page.goto('/News?q=zqzq');
  await expect(status(page)).toHaveText('0 news items');
  await expect(page.getByRole('main')).toContainText('zqzq');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL('/News');
  await expect(search(page)).toHaveValue('');
  await expect(cards(page)).toHaveCount(24);

  // On from there.
  const first = await cards(page).first().textContent();
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(cards(page)).toHaveCount(48);
  await expect(cards(page).nth(24)).toBeFocused();
  expect(await cards(page).first().textContent()).toBe(first);
  const days = await cards(page)
    .locator('time')
    .evaluateAll((times) => times.map((time) => (time as HTMLTimeElement).dateTime));
  expect(days).toEqual([...days].sort().reverse());
});

test('the printed cards come back as the page’s policy allows, also where their pictures came before the script', async ({
  page,
}) => {
  const problems = problemsOf(page);
  const letScriptCome = await holdBack(page, '**/react.*.js');
  await page.goto('/News');
  const picture = page.locator('.printed img').first();
  const come = () => picture.evaluate((image) => image.dispatchEvent(new Event('load')) && image.hasAttribute('style'));
  await expect.poll(come).toBe(true);
  letScriptCome();
  await expect(year(page)).toBeEnabled();
  const shown = await cards(page).allTextContents();
  await year(page).selectOption((await options(page, 'Year')).at(-1) ?? '');
  await expect(cards(page).first()).not.toHaveText(shown[0] ?? '');
  await year(page).selectOption('All');
  await expect(cards(page)).toHaveText(shown);
  expect(problems).toEqual([]);
});

test('the printed cards stay while a data file is slow, and when it fails, which is said; trying again helps', async ({
  page,
}) => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  let broken = true;
  await page.route(/\/data\//, async (route) => {
    await answered;
    await (broken ? route.fulfill({ status: 503 }) : route.continue());
  });
  await page.goto('/Events');
  const before = await cards(page).allTextContents();
  const chosen = (await options(page, 'Year')).at(-1) ?? '';
  const asked = page.waitForRequest(/\/data\//);
  await year(page).selectOption(chosen);
  await asked;
  expect(await cards(page).allTextContents()).toEqual(before);
  answer();
  await expect(status(page)).toContainText('could not be loaded');
  expect(await cards(page).allTextContents()).toEqual(before);
  broken = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(status(page)).not.toContainText('could not be loaded');
  await expect(cards(page).first().locator('time')).toHaveAttribute('datetime', new RegExp(`^${chosen}`));
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

test('what is chosen and typed before the script is there makes the list busy, is kept by Enter, and is answered when the script comes', async ({
  page,
}) => {
  const release = await holdBack(page, '**/assets/hydrate*');
  await page.goto('/News', { waitUntil: 'domcontentloaded' });
  // The page's first script, which comes on its own, shows the controls.
  await expect(page.locator('html')).toHaveClass(/\bjs\b/);
  const printed = (await status(page).textContent()) ?? '';
  const chosen = (await options(page, 'Year')).at(-1) ?? '';
  await year(page).selectOption(chosen);
  await expect(page.locator('.list > .grid')).toHaveAttribute('aria-busy', 'true');
  await search(page).fill('a');
  await expect(status(page)).toHaveText(printed);
  await search(page).press('Enter');
  await page.waitForURL(/q=a/);
  await search(page).fill('zq');
  release();
  await expect(status(page)).toHaveText('0 news items');
  await expect(year(page)).toHaveValue(chosen);
  await expect(search(page)).toHaveValue('zq');
  await expect(page).toHaveURL(`/News?year=${chosen}&q=zq`);
  await expect(page.locator('.list > .grid')).not.toHaveAttribute('aria-busy', 'true');
});

test('an address with a filter begins with what it asks for, and not with what is coming up', async ({ page }) => {
  const coming = page.getByRole('region', { name: 'Coming up' });
  await page.goto('/Events');
  await expect(coming).toBeVisible();
  await page.goto('/Events?month=Dec');
  await expect(month(page)).toHaveValue('Dec');
  await expect(coming).toHaveCount(0);
});
