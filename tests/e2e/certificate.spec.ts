import { readFile } from 'node:fs/promises';
import type { Page, Route } from 'playwright/test';
import { expect, test } from '../support/browser.ts';
import {
  answerWith,
  CERTIFICATE,
  control,
  expectFields,
  expectMessage,
  expectNoMessage,
  fill,
  openForm,
  press,
} from '../support/forms.ts';

test.describe('the transfer certificate', () => {
  const alert = (page: Page) => page.getByRole('alert');

  test('either field blank: one alert, gone with the next edit, nothing sent; refused, unreadable, broken off or without its picture: the alert until the next edit, and the fields stay', async ({
    page,
  }) => {
    let answer = (route: Route) => route.fulfill({ status: 500, body: 'no' });
    const calls = await answerWith(page, (route) => answer(route));
    await openForm(page, '/Tc');
    await press(page);
    await expect(alert(page)).toHaveText('Please fill in all fields');
    await expect(control(page, 'Admission No.')).toBeFocused();
    await control(page, 'Admission No.').fill('1');
    await expect(alert(page)).toHaveCount(0);
    await press(page);
    await expect(alert(page)).toHaveText('Please fill in all fields');
    await expectMessage(page, 'Student Full Name', 'Please fill in all fields');
    await expectNoMessage(page, 'Admission No.');
    expect(calls).toEqual([]);

    const help = page.getByText('Please check the admission number');
    for (const next of [
      answer,
      (route: Route) => route.fulfill({ json: {} }),
      (route: Route) => route.fulfill({ body: '<html>' }),
      (route: Route) => route.abort(),
    ]) {
      answer = next;
      await fill(page, CERTIFICATE);
      await press(page);
      await expect(alert(page)).toHaveText('Failed to process your request. Please try again later.');
      await expect(help).toBeVisible();
      await expectFields(page, CERTIFICATE);
      await control(page, 'Admission No.').fill('2');
      await expect(alert(page)).toHaveCount(0);
      await expect(help).toHaveCount(0);
    }

    answer = (route) =>
      route.request().method() === 'POST' ? route.fulfill({ json: { data: 'x' } }) : route.fulfill({ status: 502, json: {} });
    await fill(page, CERTIFICATE);
    await press(page);
    await expect(alert(page)).toHaveText('Failed to download data.');
    await expectFields(page, CERTIFICATE);
  });

  test('is saved as tc.jpg', async ({ page }) => {
    const calls = await answerWith(page, (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ json: { data: 'tc/12 #4.jpg' } })
        : route.fulfill({ contentType: 'image/jpeg', body: 'JPEG' }),
    );
    await openForm(page, '/Tc');
    await fill(page, CERTIFICATE);
    const download = page.waitForEvent('download');
    await press(page);
    const file = await download;
    expect(file.suggestedFilename()).toBe('tc.jpg');
    expect(await readFile(await file.path(), 'utf8')).toBe('JPEG');
    expect(calls.map((call) => `${call.method()} ${new URL(call.url()).pathname}`)).toEqual([
      'POST /api/tc/HTSJ',
      'GET /api/image/tc%2F12%20%234.jpg',
    ]);
    expect(calls[0]?.postDataJSON()).toEqual({ name: 'Asha Rao', admission: '1234' });
    await expect(alert(page)).toHaveCount(0);
  });

  test('a sample stands in a frame with a link beside it; where PDFs cannot be shown, the link stands without a frame', async ({
    page,
  }) => {
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'pdfViewerEnabled', { get: () => !location.search.includes('none') }),
    );
    const link = page.locator('main a[href="/documents/sample-transfer-certificate.pdf"]').first();
    await page.goto('/Tc');
    await expect(page.locator('iframe[src="/documents/sample-transfer-certificate.pdf"]')).toHaveCount(1);
    await expect(link).toBeVisible();
    await page.goto('/Tc?none');
    await expect(link).toBeVisible();
    await expect(page.locator('iframe')).toHaveCount(0);
  });
});
