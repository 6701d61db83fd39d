import { careers } from './careers.ts';
import { certificate } from './certificate.ts';
import type { FormErrors, FormName, FormRules, FormValues } from './types.ts';

const suggestion: FormRules = {
  name: 'suggestion',
  type: 'Admission',
  sent: ['name', 'class', 'fatherName', 'date', 'message'],
  fields: [
    { name: 'name', label: 'Name', kind: 'line', required: 'Name is required', autocomplete: 'name' },
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
      hint: 'Your child’s name and class. Students: your own',
    },
    { name: 'date', label: 'Date', kind: 'line', required: 'Date is required', hint: 'DD/MM/YY' },
    { name: 'message', label: 'Suggestion', kind: 'text', required: 'Suggestion is required' },
  ],
};

/** What ends or groups addresses in the head of an e-mail, so that an answer would go elsewhere. */
const UNFIT = /[\s\p{Cc}:;,<>()[\]"\\]/u;

/** Text, @, text, dot, text. By hand, as a pattern would take quadratic time on hostile input. */
function isEmail(value: string): boolean {
  const [before, domain, ...more] = value.trim().split('@');
  if (!before || !domain || more.length > 0 || UNFIT.test(value.trim())) return false;
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

export const FORMS: Readonly<Record<FormName, FormRules>> = { contact, careers, suggestion, certificate };

/** What stands above a form after it was sent. */
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
