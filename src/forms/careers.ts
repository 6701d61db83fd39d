import type { FormRules } from './types.ts';

export const LARGEST_CV = 4 * 1024 * 1024;
export const CV_FIELD = 'attachments';

const NO_CV = 'Please upload CV (  PDF).';
const NOT_PDF = 'Invalid file type. Only PDF are allowed.';
const NO_NUMBER = 'Contact Number is required.';

export const careers: FormRules = {
  name: 'careers',
  type: 'XYZ',
  sent: ['name', 'phone', 'subject', 'profession', 'experience'],
  fields: [
    { name: 'name', label: 'Name', kind: 'line', required: 'Name is required.', autocomplete: 'name' },
    {
      name: 'phone',
      label: 'Contact Number',
      kind: 'digits',
      required: NO_NUMBER,
      rule: { test: (value) => /^\d{10}$/.test(value), message: NO_NUMBER },
      hint: 'Ten digits',
      autocomplete: 'tel-national',
    },
    { name: 'subject', label: 'Teaching Subject', kind: 'line', hint: 'Only for teaching posts (optional)' },
    {
      name: 'profession',
      label: 'Post Applied',
      kind: 'line',
      required: 'Post Applied  is required.',
      hint: 'The post that you apply for, for example: Teacher of Hindi',
    },
    {
      name: 'experience',
      label: 'Total Experience',
      kind: 'line',
      hint: 'In years; 0 if this is your first post',
      required: 'Total Exp is required.',
    },
    { name: CV_FIELD, label: 'CV (PDF)', kind: 'pdf', required: NO_CV, hint: 'PDF, up to 4 MB' },
  ],
};

/**
 * The ten digits of a number written with spaces, a trunk prefix 0 or the country code 91, or copied from a chat, which adds
 * invisible characters; null for any other text.
 */
export function tenDigits(text: string): string | null {
  const digits = /^[\d\s\p{Cf}()+.-]+$/u.test(text) ? text.replace(/\D/g, '') : '';
  return /^0*(?:91)?0?(\d{10})$/.exec(digits)?.[1] ?? null;
}

/**
 * The message for a CV, or null. Type first: whoever chose a large picture should hear that only PDF will do.
 * `head`: at least its first five bytes, fewer when the file is shorter.
 */
export function checkCv(file: (Pick<File, 'type' | 'size'> & { readonly head: Uint8Array }) | null): string | null {
  if (!file) return NO_CV;
  const signature = String.fromCharCode(...file.head.subarray(0, 5));
  if (file.type !== 'application/pdf' || signature !== '%PDF-') return NOT_PDF;
  return file.size > LARGEST_CV ? NO_CV : null;
}
