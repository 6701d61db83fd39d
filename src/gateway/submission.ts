import { MIMEType } from 'node:util';
import { CV_FIELD, type FormRules, type FormValues, HONEYPOT, LARGEST_CV, NO_CV, takesFile } from '../forms/rules.ts';
import { isNestedTooDeeply, mediaType, readBody } from '../lib/body.ts';
import { succeed } from '../lib/result.ts';
import { settlesWithin } from '../lib/timeLimit.ts';
import { type GatewayFailure, LARGEST_TEXT, type Outcome, refuse, SENDER_PATIENCE } from './types.ts';
import { LARGEST_UPLOAD, type Received } from './uploadScheduler.ts';

export interface Submission {
  readonly values: FormValues;
  readonly file: File | null;
  readonly isTrapped: boolean;
}

const MALFORMED = refuse('malformed', 'The form could not be read. Please go back and send it again.');
const TOO_LARGE = refuse('too-large', 'The form is too large. Please shorten it and send it again.');
const LARGE_FILE: GatewayFailure = { ...TOO_LARGE, errors: new Map([[CV_FIELD, NO_CV]]) };
const WRONG_TYPE = refuse(
  'wrong-type',
  'Forms are taken as JSON, urlencoded or multipart; an application with a CV as multipart.',
);

const JSON_TYPE = 'application/json';
const MULTIPART = 'multipart/form-data';

async function readText(request: Request): Promise<Outcome<Received>> {
  const reading = readBody(request, LARGEST_TEXT).catch(() => undefined);
  const bytes = (await settlesWithin(SENDER_PATIENCE, reading)) ? await reading : undefined;
  if (bytes === null) return TOO_LARGE;
  return bytes ? succeed({ bytes: new Uint8Array(bytes), isCut: false }) : MALFORMED;
}

async function readUpload(request: Request, upload: () => Promise<Outcome<Received>>): Promise<Outcome<Received>> {
  if (Number(request.headers.get('content-length') ?? 0) > LARGEST_UPLOAD) return LARGE_FILE;
  return upload().catch(() => MALFORMED);
}

/** Of a multipart body (RFC 2046, 5.1.1). */
const BOUNDARY = /^[\w'()+,./:=? -]{1,70}$/;
/** Of a multipart body with more parts, or with more bytes before a part's content, parsing would take seconds. */
const MOST_PARTS = 32;
const LONGEST_HEAD = 4096;

function isOverloaded(body: Buffer, boundary: string): boolean {
  let parts = 0;
  for (let at = body.indexOf(`--${boundary}`); at !== -1; at = body.indexOf(`\r\n--${boundary}`, at + 1)) {
    parts += 1;
    const head = body.subarray(at, at + LONGEST_HEAD);
    const isWhole = head.length < LONGEST_HEAD || head.includes('\r\n\r\n');
    // The last delimiter has no part behind it.
    if (!isWhole || parts > MOST_PARTS + 1) return true;
  }
  return false;
}

type Entry<Value> = readonly [name: string, value: Value];
type Fields = Iterable<Entry<unknown>>;

const isText = (entry: Entry<unknown>): entry is Entry<string> => typeof entry[1] === 'string';
/** A browser sends a file that was not chosen as an empty one without a name. */
const isFile = (entry: Entry<unknown>): entry is Entry<File> =>
  entry[1] instanceof File && (entry[1].size > 0 || entry[1].name !== '');

function readJson(bytes: Uint8Array): Fields | null {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  if (isNestedTooDeeply(text)) return null;
  const data: unknown = JSON.parse(text);
  return typeof data === 'object' && data !== null && !Array.isArray(data) ? Object.entries(data) : null;
}

/** The fields of a body; of one that is cut off those until then. Null, or rejects, when it cannot be read. */
async function readFields(request: Request, { bytes, isCut }: Received): Promise<Fields | null> {
  const type = mediaType(request.headers);
  if (type === JSON_TYPE) return readJson(bytes);
  const fieldsOf = (body: Uint8Array<ArrayBuffer>, read: string) =>
    new Response(body, { headers: { 'content-type': read } }).formData();
  // Given again, as of several types in the header others might be read.
  if (type !== MULTIPART) return fieldsOf(bytes, type);
  const boundary = new MIMEType(request.headers.get('content-type') ?? '').params.get('boundary') ?? '';
  if (!BOUNDARY.test(boundary)) return null;
  const body = Buffer.concat([bytes, Buffer.from(isCut ? `\r\n--${boundary}--\r\n` : '')]);
  // Parsed by the very boundary that was counted, of which a header may name several.
  return isOverloaded(body, boundary) ? null : fieldsOf(body, `${MULTIPART}; boundary="${boundary}"`);
}

/** Fails for a field twice, over 64 kB of text, a file too large or where none belongs. `upload` reads a body with a file. */
export async function readSubmission(request: Request, upload: () => Promise<Outcome<Received>>, form: FormRules) {
  const types = takesFile(form) ? [MULTIPART] : [MULTIPART, JSON_TYPE, 'application/x-www-form-urlencoded'];
  if (!types.includes(mediaType(request.headers))) return WRONG_TYPE;
  const received = await (takesFile(form) ? readUpload(request, upload) : readText(request));
  if (!received.ok) return received;
  const { isCut } = received.value;
  const fields = await readFields(request, received.value).catch(() => null);
  if (!fields) return isCut ? TOO_LARGE : MALFORMED;
  return takeFields(fields, form, isCut);
}

function takeFields(fields: Fields, form: FormRules, isCut: boolean): Outcome<Submission> {
  const entries = [...fields];
  const texts = entries.filter(isText);
  const files = entries.filter(isFile);
  const [[place, file] = []] = files;
  if (files.length > 1) return MALFORMED;
  if (texts.reduce((sum, [name, value]) => sum + Buffer.byteLength(name + value), 0) > LARGEST_TEXT) return TOO_LARGE;
  const sent = texts.filter(([name]) => form.sent.includes(name));
  const values = new Map(sent);
  // Without a file it is the text that is too long.
  if (isCut) return file ? { ...LARGE_FILE, values } : TOO_LARGE;
  if (values.size < sent.length || (file && !(takesFile(form) && place === CV_FIELD))) return MALFORMED;
  if (file && file.size > LARGEST_CV) return { ...LARGE_FILE, values };
  const isTrapped = texts.some(([name, value]) => name === HONEYPOT && value !== '');
  return succeed({ values, file: file ?? null, isTrapped });
}
