import { describe, expect, test } from 'vitest';
import { checkCv, checkValues, FORMS, type FormName, LARGEST_CV, payloadOf } from '../../../src/forms/rules.ts';

const messages = (name: FormName, values: Readonly<Record<string, string>> = {}) =>
  Object.fromEntries(checkValues(FORMS[name], new Map(Object.entries(values))));

describe('messages, letter for letter', () => {
  test.each<[FormName, Record<string, string>]>([
    [
      'contact',
      {
        name: 'Name is required.',
        email: 'Email is required.',
        phone: 'Phone Number is required.',
        subject: 'Subject is required.',
        message: 'Message is required.',
      },
    ],
    [
      'careers',
      {
        name: 'Name is required.',
        phone: 'Contact Number is required.',
        profession: 'Post Applied  is required.',
        experience: 'Total Exp is required.',
      },
    ],
    [
      'suggestion',
      {
        name: 'Name is required',
        class: 'Class is required',
        fatherName: 'Ward and class are required',
        date: 'Date is required',
        message: 'Suggestion is required',
      },
    ],
    ['certificate', { name: 'Please fill in all fields', admission: 'Please fill in all fields' }],
  ])('%s', (name, expected) => {
    expect(messages(name)).toEqual(expected);
  });
});

test.each(['a@b.c', 'a.b@c.d.e', ' asha@example.org ', 'ä@ö.ü', 'a@b..c'])('%j is an email', (email) => {
  expect(messages('contact', { email }).email).toBeUndefined();
});

test.each(['a', 'a@b', '@b.c', 'a@.c', 'a@b.', 'a@@b.c', 'a b@c.d', 'a@b@c.d', 'a@.', '\u200ea@b.c'])(
  '%j is no email',
  (email) => {
    expect(messages('contact', { email }).email).toBe('Email is not valid.');
  },
);

test('an email is no longer than mail servers take it', () => {
  const emailOf = (length: number) => `${'a'.repeat(length - '@example.org'.length)}@example.org`;
  expect(messages('contact', { email: emailOf(254) }).email).toBeUndefined();
  expect(messages('contact', { email: emailOf(255) }).email).toBe('Email is not valid.');
});

// A pattern that backtracks would not come to an end here.
test('a hostile email is read like any other', () => {
  expect(messages('contact', { email: `a@${'.'.repeat(1_000_000)}@` }).email).toBe('Email is not valid.');
});

test.each(['123456789', '12345678901', '+123456789', '12345 6789', '१२३४५६७८९०', '1234567890 '])(
  '%j are not ten digits',
  (phone) => {
    expect(messages('careers', { phone }).phone).toBe('Contact Number is required.');
  },
);

test('a date is any text', () => {
  expect(messages('suggestion', { date: 'some day' }).date).toBeUndefined();
});

describe('the CV', () => {
  const head = new TextEncoder().encode('%PDF-1.7');
  const good = { type: 'application/pdf', size: 1000, head };
  test('a PDF up to 4 MB', () => {
    expect(checkCv(good)).toBeNull();
    expect(checkCv({ ...good, size: LARGEST_CV })).toBeNull();
  });
  test.each([
    [null, 'Please upload CV (  PDF).'],
    [{ ...good, size: LARGEST_CV + 1 }, 'Please upload CV (  PDF).'],
    [{ ...good, type: 'image/png' }, 'Invalid file type. Only PDF are allowed.'],
    [{ ...good, head: new TextEncoder().encode('PK\u0003\u0004') }, 'Invalid file type. Only PDF are allowed.'],
    [{ ...good, head: new Uint8Array() }, 'Invalid file type. Only PDF are allowed.'],
    [{ ...good, type: 'text/plain', size: LARGEST_CV + 1 }, 'Invalid file type. Only PDF are allowed.'],
  ])('%j: %s', (file, message) => {
    expect(checkCv(file)).toBe(message);
  });
});

test('what is sent has the specification’s fields in its order, blank ones too', () => {
  expect(payloadOf(FORMS.careers, new Map([['experience', '3']])).map(([name, value]) => `${name}=${value}`)).toEqual([
    'name=',
    'phone=',
    'subject=',
    'profession=',
    'experience=3',
  ]);
  expect(FORMS.certificate.sent).toEqual(['name', 'admission']);
});
