import { careers } from './careers.ts';
import { certificate } from './certificate.ts';
import { contact } from './contact.ts';
import { suggestion } from './suggestion.ts';
import type { FormErrors, FormName, FormRules, FormValues } from './types.ts';

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
