import { readFile } from 'node:fs/promises';
import { expect, test, withoutScript } from '../support/browser.ts';
import {
  APPLICATION,
  CONTACT,
  control,
  expectFields,
  expectMessage,
  fill,
  openForm,
  PDF,
  press,
  SUCCESS,
} from '../support/forms.ts';

test.describe('through the gateway', () => {
  test('an issued certificate is saved, with and without script', async ({ page, browser, baseURL }) => {
    const issued = { 'Admission No.': 'HT/2019/0412', 'Student Full Name': 'Mira Sen' };
    const plain = await withoutScript(browser, { baseURL });
    for (const visitor of [page, plain]) {
      if (visitor === page) await openForm(page, '/Tc');
      else await plain.goto('/Tc');
      await fill(visitor, issued);
      const download = visitor.waitForEvent('download');
      await press(visitor);
      const file = await download;
      expect(file.suggestedFilename()).toBe('tc.jpg');
      // A JPEG's first bytes.
      expect((await readFile(await file.path())).subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    }
    await plain.context().close();
  });

  test('without script: the messages with what was typed, then the success and the way back', async ({ browser, baseURL }) => {
    const page = await withoutScript(browser, { baseURL });
    await page.goto('/ContactUs');
    await fill(page, { ...CONTACT, Email: 'asha' });
    await press(page);
    await expectMessage(page, 'Email', 'Email is not valid.');
    await expectFields(page, { Name: 'Asha Rao', Subject: 'Admission' });
    await control(page, 'Email').fill('asha@example.org');
    await press(page);
    await expect(page.getByRole('status')).toHaveText(SUCCESS);
    await page.getByRole('link', { name: 'Back to Contact Us' }).click();
    await expect(page).toHaveURL(/\/ContactUs$/);
    await page.context().close();
  });

  test('without script: an application with its CV', async ({ browser, baseURL }) => {
    const page = await withoutScript(browser, { baseURL });
    await page.goto('/Careers');
    await fill(page, APPLICATION);
    await press(page);
    await expectMessage(page, 'CV (PDF)', 'Please upload CV (  PDF).');
    await control(page, 'CV (PDF)').setInputFiles(PDF);
    await press(page);
    await expect(page.getByRole('status')).toHaveText(SUCCESS);
    await page.context().close();
  });
});
