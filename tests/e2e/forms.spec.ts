import { readFile } from 'node:fs/promises';
import type { Page, Request, Route } from 'playwright/test';
import { expect, expectAccessible, holdBack, test, withoutScript } from '../support/browser.ts';

type Fields = Readonly<Record<string, string>>;

const CONTACT: Fields = {
  Name: 'Asha Rao',
  Email: 'asha@example.org',
  'Phone Number': '+91 00000 00003',
  Subject: 'Admission',
  Message: 'When does the school open?\nनमस्ते',
};
const APPLICATION: Fields = {
  Name: 'Asha Rao',
  'Contact Number': '0000000001',
  'Post Applied': 'Teacher',
  'Total Experience': '4 years',
};
const SUGGESTION: Fields = {
  Name: 'Asha Rao',
  Class: 'IV B',
  'Ward and Class': 'Ravi Rao, IV B',
  Date: '21/11/26',
  Suggestion: 'More trees.',
};
const CERTIFICATE: Fields = { 'Admission No.': '1234', 'Student Full Name': 'Asha Rao' };

const PDF = { name: 'cv.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\nhello') };
const SUCCESS = 'Your Form Submitted Successfully.';

const control = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const press = (page: Page) => page.getByRole('button', { name: 'Submit', exact: true }).click();

async function fill(page: Page, fields: Fields): Promise<void> {
  for (const [name, value] of Object.entries(fields)) await control(page, name).fill(value);
}

async function expectFields(page: Page, fields: Fields): Promise<void> {
  for (const [name, value] of Object.entries(fields)) await expect(control(page, name)).toHaveValue(value);
}

/** The message stands as a text of its own, tied to its field. */
async function expectMessage(page: Page, name: string, message: string): Promise<void> {
  await expect(control(page, name)).toHaveAttribute('aria-invalid', 'true');
  const ids = (await control(page, name).getAttribute('aria-describedby'))?.split(' ') ?? [];
  const texts = await page.locator(ids.map((id) => `#${id}`).join(',')).evaluateAll((all) => all.map((one) => one.textContent));
  expect(texts).toContain(message);
}

async function expectNoMessage(page: Page, name: string): Promise<void> {
  await expect(control(page, name)).not.toHaveAttribute('aria-invalid', 'true');
}

/** Answers every call under `/api/` and records it. */
async function answerWith(page: Page, answer: (route: Route) => unknown): Promise<Request[]> {
  const calls: Request[] = [];
  await page.route('**/api/**', (route) => {
    calls.push(route.request());
    return answer(route);
  });
  return calls;
}

const ok = (route: Route) => route.fulfill({ json: {} });

const FORMS = [
  {
    path: '/ContactUs',
    fields: CONTACT,
    messages: {
      Name: 'Name is required.',
      Email: 'Email is required.',
      'Phone Number': 'Phone Number is required.',
      Subject: 'Subject is required.',
      Message: 'Message is required.',
    },
  },
  {
    path: '/Careers',
    fields: APPLICATION,
    messages: {
      Name: 'Name is required.',
      'Contact Number': 'Contact Number is required.',
      'Post Applied': 'Post Applied  is required.',
      'Total Experience': 'Total Exp is required.',
      'CV (PDF)': 'Please upload CV (  PDF).',
    },
  },
  {
    path: '/Suggestion',
    fields: SUGGESTION,
    messages: {
      Name: 'Name is required',
      Class: 'Class is required',
      'Ward and Class': 'Ward and class are required',
      Date: 'Date is required',
      Suggestion: 'Suggestion is required',
    },
  },
] as const;

for (const { path, fields, messages } of FORMS) {
  test.describe(path, () => {
    test('blank: each message at its field, focus on the first, nothing is sent', async ({ page }) => {
      const calls = await answerWith(page, ok);
      await page.goto(path);
      await press(page);
      for (const [name, message] of Object.entries(messages)) await expectMessage(page, name, message);
      await expect(control(page, 'Name')).toBeFocused();
      await expectAccessible(page);
      expect(calls).toEqual([]);
    });

    test('editing a field clears its own message and no other; the form stays blocked', async ({ page }) => {
      const calls = await answerWith(page, ok);
      await page.goto(path);
      await press(page);
      await control(page, 'Name').fill('A');
      await expectNoMessage(page, 'Name');
      const [, second = ''] = Object.keys(messages);
      await expectMessage(page, second, messages[second as keyof typeof messages]);
      await press(page);
      await expect(control(page, second)).toBeFocused();
      expect(calls).toEqual([]);
    });

    test('success: one request, the status, empty fields, no draft', async ({ page }) => {
      const calls = await answerWith(page, (route) => route.fulfill({ status: 201, body: 'created' }));
      await page.goto(path);
      await fill(page, fields);
      if (path === '/Careers') await control(page, 'CV (PDF)').setInputFiles(PDF);
      await press(page);
      await expect(page.getByRole('status')).toHaveText(SUCCESS);
      for (const name of Object.keys(messages)) await expect(control(page, name)).toHaveValue('');
      expect(calls).toHaveLength(1);
      await page.reload();
      await expect(control(page, 'Name')).toHaveValue('');
      await expect(page.getByRole('status')).toHaveText('');
    });

    for (const status of path === '/ContactUs' ? [401, 413, 429, 500] : [500]) {
      test(`answered ${status}: no message, everything stays, the button works again`, async ({ page }) => {
        const logged: string[] = [];
        page.on('console', (message) => message.type() === 'error' && logged.push(message.text()));
        let answer = status;
        const calls = await answerWith(page, (route) => route.fulfill({ status: answer, json: { error: 'own words' } }));
        await page.goto(path);
        await fill(page, fields);
        if (path === '/Careers') await control(page, 'CV (PDF)').setInputFiles(PDF);
        await press(page);
        await expect.poll(() => logged.some((line) => line.includes(`answered ${status}`))).toBe(true);
        await expectFields(page, fields);
        await expect(page.getByRole('status')).toHaveText('');
        await expect(page.getByRole('alert')).toHaveCount(0);
        for (const name of Object.keys(messages)) await expectNoMessage(page, name);
        answer = 200;
        await press(page);
        await expect(page.getByRole('status')).toHaveText(SUCCESS);
        expect(calls).toHaveLength(2);
      });
    }

    test('a connection that breaks: everything stays and nothing is sent again', async ({ page }) => {
      const calls = await answerWith(page, (route) => route.abort('connectionreset'));
      await page.goto(path);
      await fill(page, fields);
      if (path === '/Careers') await control(page, 'CV (PDF)').setInputFiles(PDF);
      await press(page);
      await expect.poll(() => calls.length).toBe(1);
      await expect(page.locator('form[aria-busy]')).toHaveCount(0);
      await expectFields(page, fields);
      expect(calls).toHaveLength(1);
    });

    test('two presses while a slow answer is under way are one request', async ({ page }) => {
      let release = () => {};
      const gate = new Promise<void>((open) => {
        release = open;
      });
      const calls = await answerWith(page, async (route) => {
        await gate;
        await ok(route);
      });
      await page.goto(path);
      await fill(page, fields);
      if (path === '/Careers') await control(page, 'CV (PDF)').setInputFiles(PDF);
      await press(page);
      await press(page);
      await page.keyboard.press('Enter');
      release();
      await expect(page.getByRole('status')).toHaveText(SUCCESS);
      expect(calls).toHaveLength(1);
    });

    test('a reload in the same tab brings back what was typed; another tab knows nothing', async ({ page, context }) => {
      await page.goto(path);
      await fill(page, fields);
      await page.reload();
      await expectFields(page, fields);
      const other = await context.newPage();
      await other.goto(path);
      await expect(control(other, 'Name')).toHaveValue('');
    });
  });
}

test('contact and suggestion send their fields as JSON', async ({ page }) => {
  const calls = await answerWith(page, ok);
  await page.goto('/ContactUs');
  await fill(page, CONTACT);
  await press(page);
  await expect(page.getByRole('status')).toHaveText(SUCCESS);
  await page.goto('/Suggestion');
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

test('an email without a dot is not valid', async ({ page }) => {
  await page.goto('/ContactUs');
  await fill(page, { ...CONTACT, Email: 'asha@example' });
  await press(page);
  await expectMessage(page, 'Email', 'Email is not valid.');
  await expect(control(page, 'Email')).toBeFocused();
});

test.describe('the CV', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/Careers');
    await fill(page, APPLICATION);
  });

  for (const [what, file] of [
    ['a text named .pdf', { ...PDF, buffer: Buffer.from('hello') }],
    ['a picture', { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('PNG') }],
    ['a PDF said to be a text', { ...PDF, mimeType: 'text/plain', name: 'cv.txt' }],
  ] as const) {
    test(`${what} is refused`, async ({ page }) => {
      await control(page, 'CV (PDF)').setInputFiles(file);
      await press(page);
      await expectMessage(page, 'CV (PDF)', 'Invalid file type. Only PDF are allowed.');
      await control(page, 'CV (PDF)').setInputFiles(PDF);
      await expectNoMessage(page, 'CV (PDF)');
    });
  }

  test('more than 4 MB is refused', async ({ page }) => {
    const buffer = Buffer.alloc(4 * 1024 * 1024 + 1, '%PDF-1.4\n');
    await control(page, 'CV (PDF)').setInputFiles({ ...PDF, buffer });
    await press(page);
    await expectMessage(page, 'CV (PDF)', 'Please upload CV (  PDF).');
  });

  test('goes out as multipart with the optional subject', async ({ page }) => {
    const calls = await answerWith(page, ok);
    await control(page, 'Teaching Subject').fill('Physics');
    await control(page, 'CV (PDF)').setInputFiles(PDF);
    await press(page);
    await expect(page.getByRole('status')).toHaveText(SUCCESS);
    expect(new URL(calls[0]?.url() ?? '').pathname).toBe('/api/form/HTSJ/XYZ');
    expect(calls[0]?.headers()['content-type']).toMatch(/^multipart\/form-data; boundary=/);
  });
});

test('the contact number takes ten characters, and anything but digits is refused', async ({ page }) => {
  await page.goto('/Careers');
  await control(page, 'Contact Number').pressSequentially('12345678901');
  await expect(control(page, 'Contact Number')).toHaveValue('1234567890');
  await control(page, 'Contact Number').fill('12345abcde');
  await press(page);
  await expectMessage(page, 'Contact Number', 'Contact Number is required.');
});

test.describe('the transfer certificate', () => {
  const alert = (page: Page) => page.getByRole('alert');

  test('either field blank: one alert, gone with the next edit, nothing sent', async ({ page }) => {
    const calls = await answerWith(page, ok);
    await page.goto('/Tc');
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
  });

  test('is saved as tc.jpg', async ({ page }) => {
    const calls = await answerWith(page, (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ json: { data: 'tc/12 #4.jpg' } })
        : route.fulfill({ contentType: 'image/jpeg', body: 'JPEG' }),
    );
    await page.goto('/Tc');
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

  for (const [what, answer] of [
    ['500', (route: Route) => route.fulfill({ status: 500, body: 'no' })],
    ['no reference', (route: Route) => route.fulfill({ json: {} })],
    ['no JSON', (route: Route) => route.fulfill({ body: '<html>' })],
    ['nothing', (route: Route) => route.abort()],
  ] as const) {
    test(`answered ${what}: the alert, and the fields stay`, async ({ page }) => {
      await answerWith(page, answer);
      await page.goto('/Tc');
      await fill(page, CERTIFICATE);
      await press(page);
      await expect(alert(page)).toHaveText('Failed to process your request. Please try again later.');
      await expectFields(page, CERTIFICATE);
      await control(page, 'Admission No.').fill('2');
      await expect(alert(page)).toHaveCount(0);
    });
  }

  test('a picture that cannot be had: the other alert', async ({ page }) => {
    await answerWith(page, (route) =>
      route.request().method() === 'POST' ? route.fulfill({ json: { data: 'x' } }) : route.fulfill({ status: 502, json: {} }),
    );
    await page.goto('/Tc');
    await fill(page, CERTIFICATE);
    await press(page);
    await expect(alert(page)).toHaveText('Failed to download data.');
    await expectFields(page, CERTIFICATE);
  });

  test('a sample stands in a frame with a link beside it', async ({ page }) => {
    await page.goto('/Tc');
    await expect(page.locator('iframe[src="/documents/sample-transfer-certificate.pdf"]')).toHaveCount(1);
    await expect(page.locator('main a[href="/documents/sample-transfer-certificate.pdf"]')).toBeVisible();
  });
});

test('a press before the script is there is kept and sent once', async ({ page }) => {
  const calls = await answerWith(page, ok);
  const release = await holdBack(page, '**/assets/hydrate*');
  await page.goto('/Suggestion', { waitUntil: 'commit' });
  await fill(page, SUGGESTION);
  await press(page);
  await press(page);
  release();
  await expect(page.getByRole('status')).toHaveText(SUCCESS);
  expect(page.url()).toContain('/Suggestion');
  expect(calls).toHaveLength(1);
});

test('what is typed before the script is there survives a reload', async ({ page }) => {
  await page.route('**/assets/hydrate*', () => {});
  await page.goto('/Suggestion');
  await fill(page, SUGGESTION);
  await page.unroute('**/assets/hydrate*');
  await page.reload();
  for (const [name, value] of Object.entries(SUGGESTION)) await expect(control(page, name)).toHaveValue(value);
});

test.describe('through the gateway', () => {
  test('a contact form arrives', async ({ page }) => {
    await page.goto('/ContactUs');
    await fill(page, CONTACT);
    await press(page);
    await expect(page.getByRole('status')).toHaveText(SUCCESS);
  });

  test('an issued certificate is saved, with and without script', async ({ page, browser, baseURL }) => {
    const issued = { 'Admission No.': 'HT/2019/0412', 'Student Full Name': 'Mira Sen' };
    const plain = await withoutScript(browser, { baseURL });
    for (const visitor of [page, plain]) {
      await visitor.goto('/Tc');
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
