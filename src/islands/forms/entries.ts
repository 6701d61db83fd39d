import { CV_FIELD, checkCv, LARGEST_CV } from '../../service/schemas/forms/careers.ts';
import { checkValues } from '../../service/schemas/forms/index.ts';
import type { FormErrors, FormRules, FormValues } from '../../service/schemas/forms/types.ts';

/** The entries of a form. */
export interface Entries {
  readonly values: FormValues;
  /** Fields that are not the form's own, such as a filled honeypot. */
  readonly extra: readonly (readonly [string, string])[];
  readonly cv: File | null;
}

/** Reads the form as the browser would send it. */
export function entriesOf(form: FormRules, element: HTMLFormElement): Entries {
  const texts: [string, string][] = [];
  let cv: File | null = null;
  for (const [name, value] of new FormData(element)) {
    if (typeof value === 'string') texts.push([name, value]);
    // An empty file control counts as a nameless file without bytes.
    else if (value.name !== '' || value.size > 0) cv = value;
  }
  const own = ([name]: [string, string]) => form.sent.includes(name);
  return { values: new Map(texts.filter(own)), extra: texts.filter((text) => !own(text) && text[1] !== ''), cv };
}

/** All error messages, in the order of the fields; reads the CV's first bytes. */
export async function checkEntries(form: FormRules, { values, cv }: Entries): Promise<FormErrors> {
  const errors = new Map(checkValues(form, values));
  if (form.fields.some(({ kind }) => kind === 'pdf')) {
    const message = await checkFile(cv);
    if (message) errors.set(CV_FIELD, message);
  }
  return errors;
}

/** The message for a chosen file, or for none; null when it will do. */
export async function checkFile(file: File | null): Promise<string | null> {
  return checkCv(file && { type: file.type, size: file.size, head: await headOf(file) });
}

/** Tells how large a file is that is larger than the form takes; empty for any other. */
export function aboutSize(file: File | null): string {
  const megabytes = (size: number) => Math.ceil((size / 1024 / 1024) * 10) / 10;
  if (!file || file.size <= LARGEST_CV) return '';
  return `Your file has ${megabytes(file.size)} MB, and the form takes files up to ${megabytes(LARGEST_CV)} MB.`;
}

/** The first 8 bytes; none when the file cannot be read any more, such as after it was moved. */
async function headOf(file: File): Promise<Uint8Array> {
  return file
    .slice(0, 8)
    .arrayBuffer()
    .then(
      (bytes) => new Uint8Array(bytes),
      () => new Uint8Array(),
    );
}
