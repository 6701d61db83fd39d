import { CV_FIELD, checkCv, LARGEST_CV } from '../forms/careers.ts';
import { checkValues, HONEYPOT } from '../forms/rules.ts';
import type { FormErrors, FormRules } from '../forms/types.ts';
import { readBody } from '../lib/body.ts';
import { isNestedTooDeeply } from '../lib/nesting.ts';
import { succeed } from '../lib/result.ts';
import { LARGEST_TEXT, LARGEST_UPLOAD, LONGEST_HEAD, MOST_PARTS, SENDER_PATIENCE } from './limits.ts';
import { type GatewayFailure, MALFORMED, type Outcome, refuse, TOO_LARGE } from './types.ts';
import { type Received, settlesWithin } from './uploadScheduler.ts';

interface Parts {
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** Null when none was chosen. */
  readonly file: { readonly field: string; readonly value: File } | null;
}

/** A submission as read, not yet checked. */
export interface Submission {
  /** The form's own fields alone. */
  readonly values: ReadonlyMap<string, string>;
  readonly file: File | null;
  /** The file's first bytes, at most eight. */
  readonly head: Uint8Array;
  /** Whether the honeypot field was filled. */
  readonly isTrapped: boolean;
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

/** Fails when the body is no UTF-8 or cannot be parsed. */
function readText(bytes: Uint8Array, type: string): Outcome<Parts> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const fields = type === 'application/json' ? jsonFields(text) : [...new URLSearchParams(text)];
    return fields ? succeed({ fields, file: null }) : MALFORMED;
  } catch {
    return MALFORMED;
  }
}

const BOUNDARY = /^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([^"]{1,70})"|([^\s";]{1,70}))/i;

/** Whether a multipart body has so many parts, and so much before one's content, as no form has: parsing would take seconds. */
function isOverloaded(body: Uint8Array, boundary: string): boolean {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  let parts = 0;
  for (let at = bytes.indexOf(`--${boundary}`); at !== -1; at = bytes.indexOf(`\r\n--${boundary}`, at + 1)) {
    parts += 1;
    const head = bytes.subarray(at, at + LONGEST_HEAD);
    const isWhole = head.length < LONGEST_HEAD || head.includes('\r\n\r\n');
    // The last delimiter has no part behind it.
    if (!isWhole || parts > MOST_PARTS + 1) return true;
  }
  return false;
}

/** Reads a multipart body: 64 kB of text and at most one file. Of a body that is cut off the parts until then are read. */
async function readMultipart({ bytes, isCut }: Received, type: string): Promise<Outcome<Parts>> {
  const [, quoted, plain] = BOUNDARY.exec(type) ?? [];
  const end = Buffer.from(`\r\n--${quoted ?? plain}--\r\n`);
  const body = isCut ? Buffer.concat([bytes, end]) : bytes;
  if (isOverloaded(body, quoted ?? plain ?? '')) return MALFORMED;
  // Whatever is no multipart is refused by throwing.
  const form = await new Response(body, { headers: { 'content-type': type } }).formData().catch(() => null);
  if (!form) return isCut ? TOO_LARGE : MALFORMED;
  const parts = [...form];
  const fields = parts.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []));
  const files = parts.flatMap(([field, value]) =>
    value instanceof File && (value.size > 0 || value.name) ? [{ field, value }] : [],
  );
  if (files.length > 1) return MALFORMED;
  const textBytes = fields.reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + Buffer.byteLength(value), 0);
  if (textBytes > LARGEST_TEXT) return TOO_LARGE;
  return succeed({ fields, file: files[0] ?? null });
}

/** Reads the body of a form that takes a file. */
async function readUpload(request: Request, read: () => Promise<Outcome<Received>>, form: FormRules): Promise<Outcome<Parts>> {
  if (Number(request.headers.get('content-length') ?? 0) > LARGEST_UPLOAD) return tooLarge(form);
  const received = await read().catch(() => MALFORMED);
  if (!received.ok) return received;
  const parts = await readMultipart(received.value, request.headers.get('content-type') ?? '');
  if (!received.value.isCut || !parts.ok) return parts;
  const { file, fields } = parts.value;
  // Without a file it is the text that is too long.
  return file ? { ...tooLarge(form), values: new Map(ownFields(form, fields)) } : TOO_LARGE;
}

function ownFields(form: FormRules, fields: Parts['fields']): Parts['fields'] {
  return fields.filter(([name]) => form.sent.includes(name));
}

async function readParts(request: Request, read: () => Promise<Outcome<Received>>, form: FormRules): Promise<Outcome<Parts>> {
  const type = bodyType(request);
  const isMultipart = type === 'multipart/form-data';
  if (takesFile(form)) return isMultipart ? readUpload(request, read, form) : WRONG_TYPE;
  if (!isMultipart && type !== 'application/json' && type !== 'application/x-www-form-urlencoded') return WRONG_TYPE;
  const reading = readBody(request, LARGEST_TEXT).catch(() => undefined);
  if (!(await settlesWithin(SENDER_PATIENCE, reading))) return MALFORMED;
  const bytes = await reading;
  if (!bytes) return bytes === null ? TOO_LARGE : MALFORMED;
  if (isMultipart)
    return readMultipart({ bytes: new Uint8Array(bytes), isCut: false }, request.headers.get('content-type') ?? '');
  return readText(bytes, type);
}

/**
 * Reads a submission of `form`. Fails for a field that comes twice, a file where none belongs or one that is too large.
 * `read`: reads the body of a form that takes a file.
 */
export async function readSubmission(
  request: Request,
  read: () => Promise<Outcome<Received>>,
  form: FormRules,
): Promise<Outcome<Submission>> {
  const parts = await readParts(request, read, form);
  if (!parts.ok) return parts;
  const { fields, file } = parts.value;
  const sent = ownFields(form, fields);
  const values = new Map(sent);
  const isMisplaced = file !== null && (!takesFile(form) || file.field !== CV_FIELD);
  if (values.size < sent.length || isMisplaced) return MALFORMED;
  if (file && file.value.size > LARGEST_CV) return { ...tooLarge(form), values };
  const head = file ? new Uint8Array(await file.value.slice(0, 8).arrayBuffer()) : new Uint8Array();
  const isTrapped = fields.some(([name, value]) => name === HONEYPOT && value !== '');
  return succeed({ values, file: file?.value ?? null, head, isTrapped });
}

/** Messages by field, by the rules that the browser checks too. */
export function checkSubmission(form: FormRules, { values, file, head }: Submission): FormErrors {
  const errors = new Map(checkValues(form, values));
  const cv = takesFile(form) ? checkCv(file && { type: file.type.toLowerCase(), size: file.size, head }) : null;
  if (cv) errors.set(CV_FIELD, cv);
  return errors;
}
