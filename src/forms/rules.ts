/** Rules of the forms for browser and gateway, as plain tables: a schema library would cost the pages more bytes than these. */

export type FormName = 'contact' | 'careers' | 'suggestion' | 'certificate';

export interface FormField {
  readonly name: string;
  readonly label: string;
  /** What the control is; `pdf` is a file and carries its own checks. */
  readonly kind: 'line' | 'email' | 'phone' | 'digits' | 'text' | 'pdf';
  /** Message for a blank field; absent for an optional one. */
  readonly required?: string;
  readonly rule?: { readonly test: (value: string) => boolean; readonly message: string };
  /** Stands below the label, also for those who listen. */
  readonly hint?: string;
  readonly autocomplete?: string;
}

export interface FormRules {
  readonly name: FormName;
  readonly fields: readonly FormField[];
  /** Names of the text fields in the order in which they are sent. */
  readonly sent: readonly string[];
  readonly help?: string;
  /** Form-type label of the submit path; absent where the path is not `/api/form/…`. */
  readonly type?: 'abc' | 'XYZ' | 'Admission';
}

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

export const LARGEST_CV = 4 * 1024 * 1024;
export const CV_FIELD = 'attachments';

export const NO_CV = 'Please upload CV (  PDF).';
const NOT_PDF = 'Invalid file type. Only PDF are allowed.';
const NO_NUMBER = 'Contact Number is required.';

const careers: FormRules = {
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

const BLANK = 'Please fill in all fields';

/** Both fields share one message, which stands once as an alert. */
const certificate: FormRules = {
  name: 'certificate',
  sent: ['name', 'admission'],
  help: 'Please check the admission number and the name. Write both as on a report card or fee receipt. If it fails again, call the school office.',
  fields: [
    { name: 'admission', label: 'Admission No.', kind: 'line', required: BLANK },
    { name: 'name', label: 'Student Full Name', kind: 'line', required: BLANK },
  ],
};

export const FORMS: Readonly<Record<FormName, FormRules>> = { contact, careers, suggestion, certificate };

export const SUBMITTED = 'Your Form Submitted Successfully.';

/** A field that people never see and never fill; a native submission that fills it comes from a machine. */
export const HONEYPOT = 'leave_empty';

export const takesFile = (form: FormRules): boolean => form.fields.some(({ kind }) => kind === 'pdf');

/** Checks what was typed. Files are checked apart. */
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

/**
 * The ten digits of a number written with spaces, a trunk prefix 0 or the country code 91, or copied from a chat, which adds
 * invisible characters; null for any other text.
 */
export function tenDigits(text: string): string | null {
  const digits = /^[\d\s\p{Cf}()+.-]+$/u.test(text) ? text.replace(/\D/g, '') : '';
  return /^0*(?:91)?0?(\d{10})$/.exec(digits)?.[1] ?? null;
}

/** The message for a CV, or null. Type first: whoever chose a large picture should hear that only PDF will do. */
export function checkCv(file: (Pick<File, 'type' | 'size'> & { readonly head: Uint8Array }) | null): string | null {
  if (!file) return NO_CV;
  const signature = String.fromCharCode(...file.head.subarray(0, 5));
  if (file.type !== 'application/pdf' || signature !== '%PDF-') return NOT_PDF;
  return file.size > LARGEST_CV ? NO_CV : null;
}

/** The same of a file. One that cannot be read any more, such as after it was moved, is no PDF. */
export async function checkFile(file: File | null): Promise<string | null> {
  if (!file) return NO_CV;
  const head = await file
    .slice(0, 8)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0));
  return checkCv({ type: file.type.toLowerCase(), size: file.size, head: new Uint8Array(head) });
}

/** Checks what was typed, and the file of a form that takes one. */
export async function checkForm(form: FormRules, values: FormValues, file: File | null): Promise<FormErrors> {
  const errors = new Map(checkValues(form, values));
  const message = takesFile(form) ? await checkFile(file) : null;
  if (message) errors.set(CV_FIELD, message);
  return errors;
}

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
