import { expect, expectAccessible, test, withoutScript } from '../support/browser.ts';
import { type Lists, startFakeContentService } from '../support/fakeContentService.ts';
import { crowdedTargetsOf, openInFrame, overflowsOf } from '../support/layout.ts';
import { build, openRig, type Rig, serveRig } from '../support/rig.ts';

/** A word that no line takes, in no language. */
const LONG = 'W'.repeat(300);
/** Two of them with a hyphen, which keeps shorter words on one line. */
const HYPHENED = `${LONG}-${LONG}`;
const COLUMNS = Array.from({ length: 14 }, (_, index) => `<td>Column ${index}</td>`).join('');

/** A school whose office types what no designer expects, and leaves some lists empty. */
const LISTS: Lists = {
  news: [],
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
    title: `Entry ${index}`,
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

let rig: Rig;
let base = '';
let stop = () => Promise.resolve();

test.beforeAll(async () => {
  rig = await openRig({ service: await startFakeContentService(LISTS) });
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
  for (const address of ['/', '/Events', '/Events/item/long', '/PrincipalMessage', '/Notifications', '/Registrations']) {
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

test('every notice is reached by Next and Previous, also those the page had no room for; one that cannot be had is passed over, and asked for again with the next turn', async ({
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
  for (const address of ['/News', '/Gallery', '/VideoGallery']) {
    await page.goto(base + address);
    await expect(page.getByText('Stay tuned for latest updates')).toBeVisible();
    await expect(page.getByRole('main').getByRole('status')).toHaveText(/\b0\b/);
    await expect(page.getByRole('article')).toHaveCount(0);
  }
  await page.goto(`${base}/Toppers`);
  await expect(page.getByText('100%').first()).toBeVisible();
  await expect(page.getByRole('main').getByRole('article').getByRole('link')).toHaveCount(0);
});

test('the calendar lists every entry of a crowded month that a visitor turns to, and is printed with a link to them', async ({
  page,
}) => {
  await page.goto(`${base}/`);
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  const calendar = page.getByRole('region', { name: 'Academic calendar' });
  await calendar.scrollIntoViewIfNeeded();
  await expect(calendar.getByRole('link', { name: /^All 120 entries of / })).toBeVisible();
  await calendar.getByRole('button', { name: 'Next month' }).click();
  await expect(calendar.getByRole('link', { name: /^All 120 entries of / })).toHaveCount(0);
  await calendar.getByRole('button', { name: 'Previous month' }).click();
});
