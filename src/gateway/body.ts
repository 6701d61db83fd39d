import { type Result, succeed } from '../lib/result.ts';
import { CV_FIELD, checkCv, LARGEST_CV } from '../service/schemas/forms/careers.ts';
import { checkValues, HONEYPOT } from '../service/schemas/forms/index.ts';
import type { FormErrors, FormRules } from '../service/schemas/forms/types.ts';
import { LARGEST_TEXT, type Parts, readMultipart } from './multipart.ts';
import type { SpooledFile } from './spool.ts';
import { type Refusal, refuse } from './types.ts';

/** A submission as it arrived: read, not yet checked. */
export interface Submission {
  /** Only the form's own fields. */
  readonly values: ReadonlyMap<string, string>;
  readonly file: Parts['file'];
  /** A field that people do not see was filled. */
  readonly trapped: boolean;
}

/** A request whose body has not been touched. */
export interface Arriving {
  readonly request: Request;
  /** The body for those that may be large; called at most once. */
  readonly upload: () => AsyncIterable<Uint8Array>;
  /** Where files go; the system's temporary folder unless told. */
  readonly spoolFolder: string | undefined;
}

/** Bytes of an application read to their end, kept or not: a browser that is cut off while it sends shows no answer. */
const LARGEST_READ = 32 * 1024 * 1024;

type Pairs = readonly (readonly [name: string, value: string])[];
type Read<Value> = Result<Value, never> | Refusal;

const unreadable = refuse('malformed', 'The form could not be read. Please go back and send it again.');
const tooLarge = refuse('too-large', 'The form is too large. Please shorten it and send it again.');
const wrongType = refuse(
  'wrong-type',
  'Forms are taken as JSON, urlencoded or multipart; an application with a CV as multipart.',
);

function takesFile(form: FormRules): boolean {
  return form.sent.length < form.fields.length;
}

/** Media type of a request's body in lower case, without parameters. */
export function bodyType(request: Request): string {
  return (request.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** Bytes that the request announces; 0 when it announces none. */
function announced(request: Request): number {
  return Number(request.headers.get('content-length') ?? 0);
}

async function readBytes(request: Request): Promise<Uint8Array | null> {
  // Announced bodies, nearly all, are read without making a stream of them first.
  if (request.headers.has('content-length')) return new Uint8Array(await request.arrayBuffer());
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > LARGEST_TEXT) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** A whole small body as text; refused when it is larger than told or than 64 kB, breaks off, or is no UTF-8. */
async function readText(request: Request): Promise<Read<string>> {
  if (announced(request) > LARGEST_TEXT) return tooLarge;
  try {
    const bytes = await readBytes(request);
    if (bytes === null || bytes.length > LARGEST_TEXT) return tooLarge;
    return succeed(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return unreadable;
  }
}

function jsonPairs(text: string): Read<Pairs> {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return unreadable;
  }
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return unreadable;
  return succeed(Object.entries(data).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : [])));
}

async function readParts({ request, upload, spoolFolder }: Arriving, form: FormRules): Promise<Read<Parts>> {
  const type = bodyType(request);
  const most = takesFile(form) ? LARGEST_READ : LARGEST_TEXT;
  if (type === 'multipart/form-data') {
    if (announced(request) > most) return largeOf(form);
    const contentType = request.headers.get('content-type') ?? '';
    return readMultipart(upload(), contentType, { most, beyond: largeOf(form), folder: spoolFolder });
  }
  if (takesFile(form) || (type !== 'application/json' && type !== 'application/x-www-form-urlencoded')) return wrongType;
  const text = await readText(request);
  if (!text.ok) return text;
  const pairs = type === 'application/json' ? jsonPairs(text.value) : succeed([...new URLSearchParams(text.value)]);
  return pairs.ok ? succeed({ fields: pairs.value, file: null }) : pairs;
}

function largeOf(form: FormRules): Refusal {
  const message = checkCv({ type: 'application/pdf', size: LARGEST_CV + 1, head: Buffer.from('%PDF-') }) ?? '';
  return takesFile(form) ? { ...tooLarge, errors: new Map([[CV_FIELD, message]]) } : tooLarge;
}

/**
 * Reads a submission of `form`. A field that comes twice, a file where none belongs: refused. Whoever gets a
 * submission with a file drops that file in the end.
 */
export async function readSubmission(arriving: Arriving, form: FormRules): Promise<Read<Submission>> {
  const parts = await readParts(arriving, form);
  if (!parts.ok) return parts;
  const { fields, file } = parts.value;
  const values = new Map<string, string>();
  let trapped = false;
  let twice = false;
  for (const [name, value] of fields) {
    if (name === HONEYPOT) trapped ||= value !== '';
    else if (form.sent.includes(name)) {
      twice ||= values.has(name);
      values.set(name, value);
    }
  }
  const misplaced = file !== null && (!takesFile(form) || file.field !== CV_FIELD);
  if (!twice && !misplaced && !file?.truncated) return succeed({ values, file, trapped });
  await file?.spooled.drop();
  return file?.truncated && !misplaced ? { ...largeOf(form), values } : unreadable;
}

/** The messages for a submission, by the rules that the browser checks too. */
export function checkSubmission(form: FormRules, { values, file }: Submission): FormErrors {
  const errors = new Map(checkValues(form, values));
  const cv = takesFile(form) ? checkCv(file ? chosen(file.spooled) : null) : null;
  if (cv) errors.set(CV_FIELD, cv);
  return errors;
}

function chosen({ type, size, head }: SpooledFile): { type: string; size: number; head: Uint8Array } {
  return { type: type.toLowerCase(), size, head };
}
