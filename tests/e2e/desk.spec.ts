import type { Page } from 'playwright/test';
import { expect, expectAccessibleInBoth, test } from '../support/browser.ts';
import { startFakeContentService } from '../support/fakeContentService.ts';
import { build, openRig, type Rig, serveRig } from '../support/rig.ts';

const PASSWORD = 'a long password';
const LONG = 'W'.repeat(300);
const NEWS = Array.from({ length: 12 }, (_, at) => ({ _id: `n${at}`, title: `News ${at}`, fromDate: '2026-11-20' }));

// One site serves all tests of this file.
test.describe.configure({ mode: 'default' });

let rig: Rig;
let base = '';
let stop = () => Promise.resolve();

test.beforeAll(async () => {
  const odd = [
    { _id: 'long', title: LONG, fromDate: 'soon', image: 'missing.jpg' },
    { _id: 'n1', title: 'The same identity again' },
  ];
  const service = await startFakeContentService({ news: [...NEWS, ...odd], highlight: [{ _id: 'h', title: 'One' }] });
  rig = await openRig({ service, settings: { deskPassword: PASSWORD } });
  await build(rig);
  const worker = await serveRig(rig);
  base = worker.url;
  stop = worker.stop;
  // A list that came back empty is held, and one that cannot be had is stale.
  service.lists = { ...service.lists, news: [], events: [{ _id: 'e1', title: 'Sports day', date: '2026-11-25' }] };
  service.failing.set('highlight', 'error');
});

test.afterAll(async () => {
  await stop();
  await rig.close();
});

/** Signs in by keyboard alone. */
async function signIn(page: Page): Promise<void> {
  await page.goto(`${base}/desk`);
  await expect(page.getByLabel('Password')).toBeFocused();
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'What is live' })).toBeVisible();
}

async function expectUsable(page: Page): Promise<void> {
  await expectAccessibleInBoth(page);
  for (const width of [320, 360, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${width} px`).toBeLessThanOrEqual(0);
  }
}

test('the sign-in with a message', async ({ page }) => {
  await page.goto(`${base}/desk`);
  await page.getByLabel('Password').fill('wrong');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toHaveText('The password is wrong.');
  await expectUsable(page);
});

test('with a held list, a stale one, warnings, a withdrawn picture and an explained page', async ({ page }) => {
  await signIn(page);
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
  await expectUsable(page);
});

test('with the question before a list is emptied, and the one before an unknown name is withdrawn', async ({ page }) => {
  await signIn(page);
  await page.getByLabel('Picture or file').fill('unknown.jpg');
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('no picture or file is known as unknown.jpg.');
  await page.getByRole('link', { name: 'Leave it as it is' }).click();
  await page.getByRole('button', { name: 'Publish the empty list' }).click();
  await expect(page.getByText('Publish news as an empty list?')).toBeFocused();
  await expect(page.getByRole('button', { name: 'Yes, publish it empty' })).toBeVisible();
  await expectUsable(page);
});

test('while a rollback holds', async ({ page }) => {
  await signIn(page);
  await page.getByRole('button', { name: 'Go back to this release' }).first().click();
  await expect(page.getByRole('button', { name: 'Go on publishing' })).toBeVisible();
  await expectUsable(page);
});
