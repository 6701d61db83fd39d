import type { FormRules } from './types.ts';

const BLANK = 'Please fill in all fields';

/** Both fields share one message, which stands once as an alert. */
export const certificate: FormRules = {
  name: 'certificate',
  sent: ['name', 'admission'],
  help: 'Please check the admission number and the name. Write both as on a report card or fee receipt. If it fails again, call the school office.',
  fields: [
    { name: 'admission', label: 'Admission No.', kind: 'line', required: BLANK },
    { name: 'name', label: 'Student Full Name', kind: 'line', required: BLANK },
  ],
};

export const CERTIFICATE_FAILED = 'Failed to process your request. Please try again later.';
export const DOWNLOAD_FAILED = 'Failed to download data.';
export const CERTIFICATE_FILE = 'tc.jpg';

const CARRIERS = ['image', 'file', 'reference', 'filename', 'url', '_id'] as const;

/** The certificate's image reference in an answer: `data` as a string, or an object that carries one. Null: there is none. */
export function certificateReference(answer: unknown): string | null {
  const data = fieldOf(answer, 'data');
  if (isReference(data)) return data;
  return CARRIERS.map((carrier) => fieldOf(data, carrier)).find(isReference) ?? null;
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : null;
}

const isReference = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
