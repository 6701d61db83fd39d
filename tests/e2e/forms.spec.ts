import { expect, expectAccessibleInBoth, holdBack, test } from '../support/browser.ts';
import {
  APPLICATION,
  answerWith,
  CONTACT,
  control,
  expectFields,
  expectMessage,
  expectNoMessage,
  fill,
  formStarted,
  ok,
  openForm,
  press,
  SUCCESS,
  SUGGESTION,
} from '../support/forms.ts';
import { crampedByLargeLetters } from '../support/layout.ts';

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

/** The status of an answer, a connection that breaks, or the page of a network to which one has to sign in. */
type Outcome = number | 'broken' | 'page';

test('a blank form has each message at its field and the focus on the first, and is not sent', async ({ page }) => {
  const calls = await answerWith(page, ok);
  for (const { path, messages } of FORMS) {
    await openForm(page, path);
    await press(page);
    for (const [name, message] of Object.entries(messages)) await expectMessage(page, name, message);
    await expect(control(page, 'Name')).toBeFocused();
    // Its fields are those of all forms, and one more kind.
    if (path === '/Careers') await expectAccessibleInBoth(page, { within: 'main' });
  }
  expect(calls).toEqual([]);
});

// One script is all three forms'.
test('editing a field clears its own message and no other. A reload brings back what was typed. Failed: no message, everything stays, nothing is sent again unasked. Success: one request however often Submit is pressed, the status, what happens next, empty fields, no draft', async ({
  page,
}) => {
  const { path, fields, messages } = FORMS[0];
  const logged: string[] = [];
  page.on('console', (message) => message.type() === 'error' && logged.push(message.text()));
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  let outcome: Outcome = 'broken';
  const calls = await answerWith(page, async (route) => {
    if (outcome === 'broken') return route.abort('connectionreset');
    if (outcome === 'page') return route.fulfill({ contentType: 'text/html', body: '<h1>Sign in to this network</h1>' });
    if (outcome === 201) await answered;
    return route.fulfill({ status: outcome, json: { error: 'own words' } });
  });
  await openForm(page, path);
  await press(page);
  await control(page, 'Name').fill('A');
  await expectNoMessage(page, 'Name');
  await expectMessage(page, 'Email', messages.Email);
  await press(page);
  await expect(control(page, 'Email')).toBeFocused();
  expect(calls, 'nothing is sent').toEqual([]);

  await fill(page, fields);
  await page.reload();
  await formStarted(page);
  await expectFields(page, fields);
  const failures: readonly Outcome[] = ['broken', 413, 500, 'page'];
  for (const [at, failure] of failures.entries()) {
    outcome = failure;
    await press(page);
    if (typeof failure === 'string') await expect.poll(() => calls.length).toBe(at + 1);
    else await expect.poll(() => logged.some((line) => line.includes(`answered ${failure}`))).toBe(true);
    await expect(page.locator('form[aria-busy]')).toHaveCount(0);
    await expectFields(page, fields);
    await expect(page.getByRole('status')).toHaveText('');
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(page.locator('.reply')).toBeHidden();
    for (const name of Object.keys(messages)) await expectNoMessage(page, name);
    expect(calls).toHaveLength(at + 1);
  }

  outcome = 201;
  await press(page);
  await press(page);
  await page.keyboard.press('Enter');
  answer();
  await expect(page.getByRole('status')).toHaveText(SUCCESS);
  await expect(page.locator('.reply')).toBeVisible();
  for (const name of Object.keys(messages)) await expect(control(page, name)).toHaveValue('');
  expect(calls).toHaveLength(failures.length + 1);
  expect(await crampedByLargeLetters(page), 'with letters twice as large').toEqual([]);
  await page.reload();
  await expect(control(page, 'Name')).toHaveValue('');
  await expect(page.getByRole('status')).toHaveText('');
});

test('what is typed while a submission is under way stays, as it has not been sent', async ({ page }) => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const calls = await answerWith(page, async (route) => {
    await answered;
    return route.fulfill({ status: 201, json: {} });
  });
  const { path, fields } = FORMS[0];
  await openForm(page, path);
  await fill(page, fields);
  await press(page);
  await expect.poll(() => calls.length).toBe(1);
  await control(page, 'Message').fill('Another question, from class V.');
  answer();
  await expect(page.getByRole('status')).toHaveText(SUCCESS);
  await expect(control(page, 'Message')).toHaveValue('Another question, from class V.');
});

test('a form that a translation or an extension has changed before the script came is sent by one press, and keeps what was typed', async ({
  page,
}) => {
  const calls = await answerWith(page, ok);
  const release = await holdBack(page, '**/assets/hydrate*');
  await page.goto('/Suggestion', { waitUntil: 'commit' });
  await fill(page, SUGGESTION);
  await page.evaluate(() => {
    const old = document.querySelector('form.form');
    for (const label of old?.querySelectorAll('label') ?? []) {
      const font = document.createElement('font');
      font.append(...label.childNodes);
      label.append(font);
    }
    old?.querySelector('input')?.before(document.createElement('div'));
    old?.setAttribute('data-old', '');
  });
  release();
  // React makes it anew.
  await expect(page.locator('form.form[data-old]')).toHaveCount(0);
  await expectFields(page, SUGGESTION);
  await press(page);
  await expect(page.getByRole('status')).toHaveText(SUCCESS);
  expect(calls).toHaveLength(1);
});

test('a press before the script is there is kept and sent once', async ({ page }) => {
  const calls = await answerWith(page, ok);
  const release = await holdBack(page, '**/assets/hydrate*');
  // However slow the machine, the moment does not come at which the form is posted without its script.
  await page.addInitScript(() => {
    const later = window.setTimeout;
    window.setTimeout = ((act: () => void, delay = 0) => (delay === 5000 ? 0 : later(act, delay))) as typeof setTimeout;
  });
  await page.goto('/Suggestion', { waitUntil: 'commit' });
  await fill(page, SUGGESTION);
  await press(page);
  await expect(page.locator('form.form')).toHaveAttribute('aria-busy', 'true');
  await press(page);
  release();
  await expect(page.getByRole('status')).toHaveText(SUCCESS);
  expect(page.url()).toContain('/Suggestion');
  expect(calls).toHaveLength(1);
});

test('a press that the browser sends itself, as the script is late, is not sent again when it comes before the answer', async ({
  page,
}) => {
  const calls = await answerWith(page, ok);
  const release = await holdBack(page, '**/assets/hydrate*');
  await page.addInitScript(() => {
    const later = window.setTimeout;
    window.setTimeout = ((act: () => void, delay = 0) => later(act, delay === 5000 ? 0 : delay)) as typeof setTimeout;
    // The answer is under way for as long as the test lasts.
    HTMLFormElement.prototype.submit = function () {
      this.dataset.posts = String(Number(this.dataset.posts ?? 0) + 1);
    };
  });
  await page.goto('/Suggestion', { waitUntil: 'commit' });
  await fill(page, SUGGESTION);
  await press(page);
  const form = page.locator('form.form');
  await expect(form).toHaveAttribute('data-posts', '1');
  release();
  await formStarted(page);
  // What was sent before has arrived by then.
  await page.evaluate(() => fetch('/robots.txt'));
  expect(calls).toEqual([]);
  await expect(form).toHaveAttribute('data-posts', '1');
  // The answer may never come, as after the browser's Stop.
  await press(page);
  await expect(page.getByRole('status')).toHaveText(SUCCESS);
  expect(calls).toHaveLength(1);
});

test('what is typed before the script is there survives a reload; another tab does not know it', async ({ page, context }) => {
  await page.route('**/assets/hydrate*', () => {});
  await page.goto('/Suggestion');
  await fill(page, SUGGESTION);
  await page.unroute('**/assets/hydrate*');
  await page.reload();
  await expectFields(page, SUGGESTION);
  const other = await context.newPage();
  await other.goto('/Suggestion');
  await expect(control(other, 'Name')).toHaveValue('');
});
