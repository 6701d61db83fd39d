/** Rules of the forms for browser and gateway, as plain tables: a schema library would cost the pages more bytes than these. */
import { careers } from './careers.ts';
import { certificate } from './certificate.ts';
import type { FormName, FormRules } from './types.ts';

export type * from './types.ts';

/** What was typed, by field name. A name that is absent counts as blank. */
export type FormValues = ReadonlyMap<string, string>;

/** Messages by field name, in the order of the fields; empty when all is well. */
export type FormErrors = ReadonlyMap<string, string>;

/** What ends or groups addresses in the head of an e-mail, so that an answer would go elsewhere. */
const UNFIT = /[\s\p{Cc}\p{Cf}:;,<>()[\]"\\]/u;

/** Characters that mail servers take (RFC 5321, 4.5.3.1.3). */
const LONGEST = 254;

/** Text, @, text, dot, text. By hand, as a pattern would take quadratic time on hostile input. */
function isEmail(value: string): boolean {
  const [before, domain, ...more] = value.trim().split('@');
  if (!before || !domain || more.length > 0 || value.trim().length > LONGEST || UNFIT.test(value.trim())) return false;
  return domain.lastIndexOf('.', domain.length - 2) > 0;
}

const contact: FormRules = {
  name: 'contact',
  type: 'abc',
  sent: ['name', 'phone', 'email', 'subject', 'message'],
  fields: [
    { name: 'name', label: 'Name', kind: 'line', required: 'Name is required.', autocomplete: 'name' },
    {
      name: 'email',
      label: 'Email',
      kind: 'email',
      required: 'Email is required.',
      rule: { test: isEmail, message: 'Email is not valid.' },
      autocomplete: 'email',
    },
    {
      name: 'phone',
      label: 'Phone Number',
      kind: 'phone',
      required: 'Phone Number is required.',
      hint: 'Mobile, or landline with its STD code',
      autocomplete: 'tel',
    },
    { name: 'subject', label: 'Subject', kind: 'line', required: 'Subject is required.' },
    { name: 'message', label: 'Message', kind: 'text', required: 'Message is required.' },
  ],
};

const suggestion: FormRules = {
  name: 'suggestion',
  type: 'Admission',
  sent: ['name', 'class', 'fatherName', 'date', 'message'],
  fields: [
    { name: 'name', label: 'Name', kind: 'line', required: 'Name is required', hint: 'Your own name', autocomplete: 'name' },
    {
      name: 'class',
      label: 'Class',
      kind: 'line',
      required: 'Class is required',
      hint: 'The student’s class and section, for example VII B',
    },
    {
      name: 'fatherName',
      label: 'Ward and Class',
      kind: 'line',
      required: 'Ward and class are required',
      hint: 'Parents: your child’s name and class. Students: your own name and class.',
    },
    { name: 'date', label: 'Date', kind: 'line', required: 'Date is required', hint: 'Today’s date as DD/MM/YY' },
    { name: 'message', label: 'Suggestion', kind: 'text', required: 'Suggestion is required' },
  ],
};

export const FORMS: Readonly<Record<FormName, FormRules>> = { contact, careers, suggestion, certificate };

export const SUBMITTED = 'Your Form Submitted Successfully.';

/** A field that people never see and never fill; a native submission that fills it comes from a machine. */
export const HONEYPOT = 'leave_empty';

/** Checks what was typed. Files are checked apart, by `checkCv`. */
export function checkValues(form: FormRules, values: FormValues): FormErrors {
  const errors = new Map<string, string>();
  for (const { name, kind, required, rule } of form.fields) {
    if (kind === 'pdf') continue;
    const value = values.get(name) ?? '';
    if (value.trim() === '') {
      if (required) errors.set(name, required);
    } else if (rule && !rule.test(value)) errors.set(name, rule.message);
  }
  return errors;
}

/** The text fields as they are sent: all of them, blank ones as an empty text. */
export function payloadOf(form: FormRules, values: FormValues): [name: string, value: string][] {
  return form.sent.map((name) => [name, values.get(name) ?? '']);
}

/** Where a form is sent, below the content service's or the gateway's own address. */
export function submitPath(form: FormRules, schoolCode: string): string {
  return form.type ? `/api/form/${schoolCode}/${form.type}` : `/api/tc/${schoolCode}`;
}
