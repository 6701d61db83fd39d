import type { Page } from 'playwright/test';
import { expect, expectAccessible, expectAccessibleInBoth, test, withoutScript } from '../support/browser.ts';
import { type FakeContentService, type Lists, startFakeContentService } from '../support/fakeContentService.ts';
import { crowdedTargetsOf, openInFrame, overflowsOf } from '../support/layout.ts';
import { build, openRig, type Rig, serveRig } from '../support/rig.ts';

/** A word that no line takes, in no language. */
const LONG = 'W'.repeat(300);
/** Two of them with a hyphen, which keeps shorter words on one line. */
const HYPHENED = `${LONG}-${LONG}`;
const COLUMNS = Array.from({ length: 14 }, (_, index) => `<td>Column ${index}</td>`).join('');

/** A school whose office types what no designer expects, and leaves some lists empty. */
const LISTS: Lists = {
  news: [
    ...Array.from({ length: 12 }, (_, index) => ({ _id: `n${index}`, title: `News ${index}`, fromDate: '2026-11-20' })),
    { _id: 'long', title: LONG, fromDate: 'soon', image: 'missing.jpg' },
    { _id: 'n1', title: 'The same identity again' },
  ],
  gallery: [],
  topper: [],
  events: [{ _id: 'long', title: HYPHENED, venue: LONG, time: LONG, description: HYPHENED, date: '2026-11-21' }],
  principalMessage: [
    { category: 'Principal', message: `<p>${HYPHENED}</p><table><tr>${COLUMNS}</tr></table>` },
    { name: LONG, category: LONG, message: LONG },
  ],
  highlight: [{ title: `! No school today. ${LONG}` }],
  notification: Array.from({ length: 15 }, (_, index) => ({
    _id: `notice-${index}`,
    title: index === 1 ? LONG : `Notice ${index + 1}`,
    desc: `Read this. ${'word '.repeat(60)}`,
    image: index === 0 ? ['gone.png'] : [],
  })),
  academicCalender: Array.from({ length: 120 }, (_, index) => ({
    _id: `entry-${index}`,
    // More together than home has room for.
    title: `Entry ${index} of the crowded day of this month`,
    date: '2026-11-05',
  })),
  onlineRegistration: [
    { title: LONG, url: 'javascript:alert(1)' },
    { title: LONG, url: 'https://forms.example/' },
    ...Array.from({ length: 3 }, (_, index) => ({ title: `Form ${index}`, url: `https://forms.example/${index}` })),
  ],
};

// One site serves all tests of this file.
test.describe.configure({ mode: 'default' });

const PASSWORD = 'a long password';

let service: FakeContentService;
let rig: Rig;
let base = '';
let stop = () => Promise.resolve();

test.beforeAll(async () => {
  service = await startFakeContentService(LISTS);
  rig = await openRig({ service, settings: { deskPassword: PASSWORD } });
  await build(rig);
  const worker = await serveRig(rig);
  base = worker.url;
  stop = () => worker.stop();
});

test.afterAll(async () => {
  await stop();
  await rig.close();
});

/** The page, and what would cut a text off. */
const BOXES = 'html, .card, .note, .principal, .leader, .closures';

test('words without an end widen no page, are not cut off and leave targets apart, in any font', async ({ page }) => {
  for (const address of ['/', '/Events/item/long', '/PrincipalMessage', '/Registrations']) {
    await openInFrame(page, base + address);
    expect.soft(await overflowsOf(page, BOXES), address).toEqual([]);
    expect.soft(await crowdedTargetsOf(page), address).toEqual([]);
  }
});

test('words without an end widen no page without script', async ({ browser }) => {
  const page = await withoutScript(browser, { viewport: { width: 320, height: 800 } });
  await page.goto(base);
  expect(await page.locator('html').evaluate((root) => root.scrollWidth)).toBe(320);
  await page.context().close();
});

test('a wide table of a message scrolls in a box of its own, in the keyboard’s reach', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto(`${base}/PrincipalMessage`);
  const box = page.getByRole('group', { name: 'Table' });
  await box.focus();
  await expect(box).toBeFocused();
  expect(await box.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(true);
  await expect(page.getByRole('article').first().getByRole('heading', { level: 2 })).toHaveText('Principal');
});

test('every notice is reached by Next and Previous, also those the page had no room for; one that cannot be had is passed over, and asked for again with the next turn; the calendar behind them lists every entry of a crowded month that a visitor turns to, and is printed with a link to them', async ({
  page,
}) => {
  await page.route('**/Notifications', (route) => route.abort());
  await page.goto(`${base}/`);
  const dialog = page.getByRole('dialog', { name: 'Notifications' });
  // A picture that cannot be had is drawn.
  await expect(dialog.locator('.pic img')).toHaveAttribute('src', /scene/);
  const failed = page.waitForEvent('requestfailed');
  await dialog.getByRole('button', { name: 'Previous' }).click();
  await failed;
  await expect(dialog.getByRole('heading', { level: 3 })).toHaveText('Notice 1');
  await page.unroute('**/Notifications');
  await dialog.getByRole('button', { name: 'Previous' }).click();
  await expect(dialog.getByRole('heading', { level: 3 })).toHaveText('Notice 15');
  await dialog.getByRole('button', { name: 'Next' }).click();
  for (let number = 1; number <= 15; number += 1) {
    await expect(dialog.getByRole('heading', { level: 3 })).toHaveText(number === 2 ? LONG : `Notice ${number}`);
    await expect(dialog.getByRole('status')).toHaveText(`${number} of 15`);
    await dialog.getByRole('button', { name: 'Next' }).click();
  }
  await expect(dialog.getByRole('heading', { level: 3 })).toHaveText('Notice 1');

  await page.keyboard.press('Escape');
  const calendar = page.getByRole('region', { name: 'Academic calendar' });
  await calendar.scrollIntoViewIfNeeded();
  await expect(calendar.getByRole('link', { name: /^All 120 entries of / })).toBeVisible();
  await calendar.getByRole('button', { name: 'Next month' }).click();
  await expect(calendar.getByRole('link', { name: /^All 120 entries of / })).toHaveCount(0);
  await calendar.getByRole('button', { name: 'Previous month' }).click();
});

test('a closure is a status at the top of the page, in light and dark', async ({ page }) => {
  await page.goto(`${base}/Fees`);
  const closure = page.getByRole('status').filter({ hasText: 'Important: No school today.' });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect((await closure.boundingBox())?.y).toBe(0);
    await expectAccessible(page, { within: '.closures' });
  }
});

test('an empty list says so once, and counts nothing', async ({ page }) => {
  await page.goto(`${base}/Gallery`);
  await expect(page.getByText('Stay tuned for latest updates')).toBeVisible();
  await expect(page.getByRole('main').getByRole('status')).toHaveText(/\b0\b/);
  await expect(page.getByRole('article')).toHaveCount(0);
  await page.goto(`${base}/Toppers`);
  await expect(page.getByText('100%').first()).toBeVisible();
  await expect(page.getByRole('main').getByRole('article').getByRole('link')).toHaveCount(0);
});

/** Fails when the page scrolls sideways on a phone, or breaks a rule. */
async function expectUsable(page: Page, expectRules: (page: Page) => Promise<void> = expectAccessible): Promise<void> {
  await expectRules(page);
  await page.setViewportSize({ width: 320, height: 900 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1280, height: 900 });
}

// The last one, as it changes what the site shows.
test('the desk of such a school breaks no rule of WCAG 2.2 AA and fits a phone in each of its states, and the focus goes where the answer stands', async ({
  page,
}) => {
  await page.goto(`${base}/desk`);
  await page.getByLabel('Password').fill('wrong');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toHaveText('The password is wrong.');
  await expectUsable(page);

  // A list that came back empty is held, and one that cannot be had is stale.
  service.lists = { ...LISTS, news: [], events: [{ _id: 'e1', title: 'Sports day', date: '2026-11-25' }] };
  service.failing.set('highlight', 'error');
  // By keyboard alone.
  await page.goto(`${base}/desk`);
  await expect(page.getByLabel('Password')).toBeFocused();
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'What is live' })).toBeVisible();

  // With a held list, a stale one, warnings, a withdrawn picture and an explained page.
  await page.getByRole('button', { name: 'Rebuild now' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Publish the empty list' })).toBeVisible();
  await expect(page.getByRole('status')).toBeFocused();
  await page.getByLabel('Picture or file').fill('missing.jpg');
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await page.getByRole('button', { name: 'Withdraw it all the same' }).click();
  await expect(page.getByRole('status')).toContainText('Nothing was removed: no release showed missing.jpg.');
  await page.getByLabel('Page').fill('/News');
  await page.getByRole('button', { name: 'Explain' }).click();
  await expect(page.getByRole('heading', { name: 'Why it was rendered' })).toBeVisible();
  await expect(page.locator('#page')).toHaveValue('/News');
  await expect(page.getByRole('status')).toBeFocused();
  // Its colours are those of all states.
  await expectUsable(page, expectAccessibleInBoth);

  // With the question before an unknown name is withdrawn, and the one before a list is emptied.
  await page.getByLabel('Picture or file').fill('unknown.jpg');
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('no picture or file is known as unknown.jpg.');
  await page.getByRole('link', { name: 'Leave it as it is' }).click();
  await page.getByRole('button', { name: 'Publish the empty list' }).click();
  await expect(page.getByText('Publish news as an empty list?')).toBeFocused();
  await expect(page.getByRole('button', { name: 'Yes, publish it empty' })).toBeVisible();
  await expectUsable(page);

  // While a rollback holds.
  await page.goto(`${base}/desk`);
  await page.getByRole('button', { name: 'Go back to this release' }).first().click();
  await expect(page.getByRole('button', { name: 'Go on publishing' })).toBeVisible();
  await expectUsable(page);
});
