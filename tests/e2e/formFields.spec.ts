import { writeFile } from 'node:fs/promises';
import { expect, holdBack, test } from '../support/browser.ts';
import {
  APPLICATION,
  answerWith,
  CONTACT,
  control,
  expectMessage,
  expectNoMessage,
  fill,
  ok,
  openForm,
  PDF,
  press,
  SUCCESS,
  SUGGESTION,
} from '../support/forms.ts';

const PASTED = [
  ['+91 98765 43210', '9876543210'],
  ['098765-43210', '9876543210'],
  ['\u202a+91 98765 43210\u202c', '9876543210'],
  ['(+91) 0-98765-43210', '9876543210'],
  ['my number: 98765', 'my number:'],
] as const;

const TYPED = [
  ['12345678901', '1234567890'],
  ['12345 678-90', '1234567890'],
  ['098765 43210', '9876543210'],
  ['+91 98765 43210', '9876543210'],
  ['919876543210', '9876543210'],
] as const;

test('the contact number takes ten characters, of a number pasted or typed with its prefix the ten digits, and nothing but digits is sent', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openForm(page, '/Careers');
  const number = control(page, 'Contact Number');
  for (const [pasted, shown] of PASTED) {
    await page.evaluate((text) => navigator.clipboard.writeText(text), pasted);
    await number.fill('');
    await page.keyboard.press('ControlOrMeta+V');
    await expect(number, pasted).toHaveValue(shown);
  }
  for (const [typed, shown] of TYPED) {
    await number.fill('');
    await number.pressSequentially(typed);
    await expect(number, typed).toHaveValue(shown);
  }
  await number.fill('');
  await page.keyboard.insertText('+91 98765 43210');
  await expect(number).toHaveValue('9876543210');
  const keyboard = await context.newCDPSession(page);
  const compose = (text: string, at: number) =>
    keyboard.send('Input.imeSetComposition', { text: text.slice(0, at + 1), selectionStart: at + 1, selectionEnd: at + 1 });
  for (const [composed, shown] of TYPED) {
    await number.fill('');
    for (const at of composed.split('').keys()) await compose(composed, at);
    await keyboard.send('Input.insertText', { text: composed });
    await expect(number, composed).toHaveValue(shown);
  }
  await number.fill('12345abcde');
  await press(page);
  await expectMessage(page, 'Contact Number', 'Contact Number is required.');
});

test('the CV is refused with the reason until it is a PDF of at most 4 MB, and goes out as multipart with the optional subject', async ({
  page,
}, testInfo) => {
  const calls = await answerWith(page, ok);
  await openForm(page, '/Careers');
  await fill(page, APPLICATION);
  // A file on disk: the browser reads it, and nobody has to hand it over.
  const large = testInfo.outputPath('large.pdf');
  await writeFile(large, Buffer.alloc(4 * 1024 * 1024 + 1, '%PDF-1.4\n'));
  for (const [file, message] of [
    [{ ...PDF, buffer: Buffer.from('a text named .pdf') }, 'Invalid file type. Only PDF are allowed.'],
    [large, 'Please upload CV (  PDF).'],
  ] as const) {
    await control(page, 'CV (PDF)').setInputFiles(file);
    await expectMessage(page, 'CV (PDF)', message);
    await press(page);
    await expectMessage(page, 'CV (PDF)', message);
    if (file === large) await expectMessage(page, 'CV (PDF)', 'Your file is 4.1 MB. Please choose one of up to 4 MB.');
    await control(page, 'CV (PDF)').setInputFiles(PDF);
    await expectNoMessage(page, 'CV (PDF)');
  }
  expect(calls).toEqual([]);
  await control(page, 'Teaching Subject').fill('Physics');
  await press(page);
  await expect(page.getByRole('status')).toHaveText(SUCCESS);
  expect(new URL(calls[0]?.url() ?? '').pathname).toBe('/api/form/HTSJ/XYZ');
  expect(calls[0]?.headers()['content-type']).toMatch(/^multipart\/form-data; boundary=/);
});

test('a wrong file that was chosen before the script is there is told when it is', async ({ page }) => {
  const release = await holdBack(page, '**/assets/hydrate*');
  await page.goto('/Careers', { waitUntil: 'commit' });
  await control(page, 'CV (PDF)').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('PNG') });
  await expectNoMessage(page, 'CV (PDF)');
  release();
  await expectMessage(page, 'CV (PDF)', 'Invalid file type. Only PDF are allowed.');
});

test('contact and suggestion send their fields as JSON, and no email without a dot', async ({ page }) => {
  const calls = await answerWith(page, ok);
  await openForm(page, '/ContactUs');
  await fill(page, { ...CONTACT, Email: 'asha@example' });
  await press(page);
  await expectMessage(page, 'Email', 'Email is not valid.');
  await expect(control(page, 'Email')).toBeFocused();
  await fill(page, CONTACT);
  await press(page);
  await expect(page.getByRole('status')).toHaveText(SUCCESS);
  await openForm(page, '/Suggestion');
  await fill(page, SUGGESTION);
  await press(page);
  await expect(page.getByRole('status')).toHaveText(SUCCESS);
  expect(
    calls.map((call) => [call.method(), new URL(call.url()).pathname, call.headers()['content-type'], call.postDataJSON()]),
  ).toEqual([
    [
      'POST',
      '/api/form/HTSJ/abc',
      'application/json',
      { name: 'Asha Rao', phone: '+91 00000 00003', email: 'asha@example.org', subject: 'Admission', message: CONTACT.Message },
    ],
    [
      'POST',
      '/api/form/HTSJ/Admission',
      'application/json',
      { name: 'Asha Rao', class: 'IV B', fatherName: 'Ravi Rao, IV B', date: '21/11/26', message: 'More trees.' },
    ],
  ]);
});
