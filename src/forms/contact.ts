import type { FormRules } from './types.ts';

/** What ends or groups addresses in the head of an e-mail, so that an answer would go elsewhere. */
const UNFIT = /[\s\p{Cc}:;,<>()[\]"\\]/u;

/** Characters that mail servers take (RFC 5321, 4.5.3.1.3). */
const LONGEST = 254;

/** Text, @, text, dot, text. By hand, as a pattern would take quadratic time on hostile input. */
function isEmail(value: string): boolean {
  const [before, domain, ...more] = value.trim().split('@');
  if (!before || !domain || more.length > 0 || value.trim().length > LONGEST || UNFIT.test(value.trim())) return false;
  return domain.lastIndexOf('.', domain.length - 2) > 0;
}

export const contact: FormRules = {
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
