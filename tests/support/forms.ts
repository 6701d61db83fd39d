/** The forms of the site: values to enter, locators and assertions. */
import type { Page, Request, Route } from 'playwright/test';
import { expect } from './browser.ts';

type Fields = Readonly<Record<string, string>>;

export const CONTACT: Fields = {
  Name: 'Asha Rao',
  Email: 'asha@example.org',
  'Phone Number': '+91 00000 00003',
  Subject: 'Admission',
  Message: 'When does the school open?\nनमस्ते',
};
export const APPLICATION: Fields = {
  Name: 'Asha Rao',
  'Contact Number': '0000000001',
  'Post Applied': 'Teacher',
  'Total Experience': '4 years',
};
export const SUGGESTION: Fields = {
  Name: 'Asha Rao',
  Class: 'IV B',
  'Ward and Class': 'Ravi Rao, IV B',
  Date: '21/11/26',
  Suggestion: 'More trees.',
};
export const CERTIFICATE: Fields = { 'Admission No.': '1234', 'Student Full Name': 'Asha Rao' };

export const PDF = { name: 'cv.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\nhello') };
export const SUCCESS = 'Your Form Submitted Successfully.';

export const control = (page: Page, name: string) => page.getByLabel(name, { exact: true });
export const press = (page: Page) => page.getByRole('button', { name: 'Submit', exact: true }).click();

/** Waits for the form's script: some seconds after a press the form is posted without it. */
export const formStarted = (page: Page) =>
  page.waitForFunction(() => (document.querySelector('[data-form]') as { live?: boolean } | null)?.live);

/** Opens a page with a form that answers. */
export async function openForm(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await formStarted(page);
}

export async function fill(page: Page, fields: Fields): Promise<void> {
  for (const [name, value] of Object.entries(fields)) await control(page, name).fill(value);
}

export async function expectFields(page: Page, fields: Fields): Promise<void> {
  for (const [name, value] of Object.entries(fields)) await expect(control(page, name)).toHaveValue(value);
}

/** Expects an invalid field that has the message as one of its descriptions (`aria-describedby`). */
export async function expectMessage(page: Page, name: string, message: string): Promise<void> {
  await expect(control(page, name)).toHaveAttribute('aria-invalid', 'true');
  const ids = (await control(page, name).getAttribute('aria-describedby'))?.split(' ') ?? [];
  const texts = await page.locator(ids.map((id) => `#${id}`).join(',')).evaluateAll((all) => all.map((one) => one.textContent));
  expect(texts).toContain(message);
}

export async function expectNoMessage(page: Page, name: string): Promise<void> {
  await expect(control(page, name)).not.toHaveAttribute('aria-invalid', 'true');
}

/** Answers every call below `/api/`; gives the list in which the calls are recorded. */
export async function answerWith(page: Page, answer: (route: Route) => unknown): Promise<Request[]> {
  const calls: Request[] = [];
  await page.route('**/api/**', (route) => {
    calls.push(route.request());
    return answer(route);
  });
  return calls;
}

export const ok = (route: Route) => route.fulfill({ json: {} });
