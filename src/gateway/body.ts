import { readBody } from '../lib/body.ts';
import { isNestedTooDeeply } from '../lib/nesting.ts';
import { succeed } from '../lib/result.ts';
import { CV_FIELD, checkCv, LARGEST_CV } from '../service/schemas/forms/careers.ts';
import { checkValues, HONEYPOT } from '../service/schemas/forms/index.ts';
import type { FormErrors, FormRules } from '../service/schemas/forms/types.ts';
import { LARGEST_TEXT, LARGEST_UPLOAD } from './limits.ts';
import { type Parts, readMultipart } from './multipart.ts';
import { type GatewayFailure, MALFORMED, type Outcome, refuse, TOO_LARGE } from './types.ts';

/** A submission as read, not yet checked. */
export interface Submission {
  /** The form's own fields alone. */
  readonly values: ReadonlyMap<string, string>;
  readonly file: Parts['file'];
  /** Whether the honeypot field was filled. */
  readonly isTrapped: boolean;
}

/** A request whose body has not been read. */
export interface Incoming {
  readonly request: Request;
  /** The body for types that may be large; called at most once. */
  readonly upload: () => AsyncIterable<Uint8Array>;
  /** Where files are written; the system's temporary folder unless told. */
  readonly uploadFolder: string | undefined;
}

const WRONG_TYPE = refuse(
  'wrong-type',
  'Forms are taken as JSON, urlencoded or multipart; an application with a CV as multipart.',
);

function takesFile(form: FormRules): boolean {
  return form.sent.length < form.fields.length;
}

function tooLarge(form: FormRules): GatewayFailure {
  const message = checkCv({ type: 'application/pdf', size: LARGEST_CV + 1, head: Buffer.from('%PDF-') }) ?? '';
  return takesFile(form) ? { ...TOO_LARGE, errors: new Map([[CV_FIELD, message]]) } : TOO_LARGE;
}

/** Media type of a request's body in lower case, without parameters. */
export function bodyType(request: Request): string {
  return (request.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

function jsonFields(text: string): Parts['fields'] | null {
  if (isNestedTooDeeply(text)) return null;
  const data: unknown = JSON.parse(text);
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return null;
  return Object.entries(data).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []));
}

/** Fails when the body is larger than 64 kB, breaks off, is no UTF-8 or cannot be parsed. */
async function readText(request: Request, type: string): Promise<Outcome<Parts>> {
  try {
    const bytes = await readBody(request, LARGEST_TEXT);
    if (bytes === null) return TOO_LARGE;
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const fields = type === 'application/json' ? jsonFields(text) : [...new URLSearchParams(text)];
    return fields ? succeed({ fields, file: null }) : MALFORMED;
  } catch {
    return MALFORMED;
  }
}

async function readParts({ request, upload, uploadFolder: folder }: Incoming, form: FormRules): Promise<Outcome<Parts>> {
  const type = bodyType(request);
  if (type === 'multipart/form-data') {
    const limit = takesFile(form) ? LARGEST_UPLOAD : LARGEST_TEXT;
    if (Number(request.headers.get('content-length') ?? 0) > limit) return tooLarge(form);
    return readMultipart(upload(), request.headers.get('content-type') ?? '', { limit, tooLarge: tooLarge(form), folder });
  }
  if (takesFile(form) || (type !== 'application/json' && type !== 'application/x-www-form-urlencoded')) return WRONG_TYPE;
  return readText(request, type);
}

/**
 * Reads a submission of `form`. Fails for a field that comes twice and a file where none belongs. The caller removes
 * the submission's file.
 */
export async function readSubmission(incoming: Incoming, form: FormRules): Promise<Outcome<Submission>> {
  const parts = await readParts(incoming, form);
  if (!parts.ok) return parts;
  const { fields, file } = parts.value;
  const sent = fields.filter(([name]) => form.sent.includes(name));
  const values = new Map(sent);
  const isMisplaced = file !== null && (!takesFile(form) || file.field !== CV_FIELD);
  if (values.size === sent.length && !isMisplaced && !file?.isTruncated) {
    return succeed({ values, file, isTrapped: fields.some(([name, value]) => name === HONEYPOT && value !== '') });
  }
  await file?.content.remove();
  return file?.isTruncated && !isMisplaced ? { ...tooLarge(form), values } : MALFORMED;
}

/** Messages by field, by the rules that the browser checks too. */
export function checkSubmission(form: FormRules, { values, file }: Submission): FormErrors {
  const errors = new Map(checkValues(form, values));
  const cv = takesFile(form) ? checkCv(file && { ...file.content, type: file.content.type.toLowerCase() }) : null;
  if (cv) errors.set(CV_FIELD, cv);
  return errors;
}
