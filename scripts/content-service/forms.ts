import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cvName } from '../../src/forms/fileName.ts';
import { mediaType } from '../../src/lib/body.ts';
import { fail, type Result, succeed } from '../../src/lib/result.ts';
import type { Grants } from './certificates.ts';
import type { Library } from './library.ts';
import type { Submissions, UploadedFile } from './submissions.ts';

const KILOBYTE = 1024;
/** JSON forms; the gateway lets through as much. */
const MOST_JSON = 64 * KILOBYTE;
/** Careers: a CV of up to 4 MB, its fields and the multipart wrapping. */
const MOST_MULTIPART = 4 * KILOBYTE * KILOBYTE + 128 * KILOBYTE;

type Fields = Record<string, unknown>;
type Reason = 'bad-body' | 'wrong-type' | 'not-pdf';
const STATUS = { 'bad-body': 400, 'wrong-type': 415, 'not-pdf': 415 } as const;

const tooLarge = (c: Context): Response => c.json({ message: 'The submission is too large.' }, 413);
const smallBody = bodyLimit({ maxSize: MOST_JSON, onError: tooLarge });
const largeBody = bodyLimit({ maxSize: MOST_MULTIPART, onError: tooLarge });

/** A form's fields are texts, numbers and choices, or lists of them. */
function isFlat(fields: object): boolean {
  const values: unknown[] = Object.values(fields).flat();
  return values.every((value) => typeof value !== 'object' || value === null);
}

async function readJson(c: Context): Promise<Result<Fields, Reason>> {
  const value: unknown = await c.req.json().catch(() => null);
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !isFlat(value)) {
    return fail('bad-body', 'The body must be a JSON object with the fields of the form.');
  }
  return succeed({ ...value });
}

async function readMultipart(c: Context): Promise<Result<{ fields: Fields; files: UploadedFile[] }, Reason>> {
  const form = await c.req.formData().catch(() => null);
  if (!form) return fail('bad-body', 'The body is not valid multipart/form-data.');
  const fields: Fields = {};
  const files: UploadedFile[] = [];
  for (const [field, value] of form) {
    if (typeof value === 'string') {
      fields[field] = value;
      continue;
    }
    const pdf = value.type === 'application/pdf' || value.name.toLowerCase().endsWith('.pdf');
    if (!pdf) return fail('not-pdf', `Only PDF files are taken, not ${JSON.stringify(value.name)}.`);
    files.push({ field, name: cvName(value.name), type: 'application/pdf', bytes: new Uint8Array(await value.arrayBuffer()) });
  }
  return succeed({ fields, files });
}

const typeOf = (c: Context) => mediaType(c.req.raw.headers);

async function readForm(c: Context): Promise<Result<{ fields: Fields; files: UploadedFile[] }, Reason>> {
  const type = typeOf(c);
  if (type === 'multipart/form-data') return readMultipart(c);
  if (type !== 'application/json') return fail('wrong-type', 'Send JSON or multipart/form-data.');
  const fields = await readJson(c);
  return fields.ok ? succeed({ fields: fields.value, files: [] }) : fields;
}

export interface FormOptions {
  readonly schoolCode: string;
  readonly library: Library;
  readonly submissions: Submissions;
}

/** `POST /tc/{code}` and `POST /form/{code}/{type}`. Every 2xx answer is given after the submission is on the disk. */
export function formRoutes({ schoolCode, library, submissions }: FormOptions, grants: Grants): Hono {
  const app = new Hono();
  const keyOf = (c: Context): string | null => c.req.header('idempotency-key') ?? null;
  const senderOf = (c: Context): string => c.req.header('x-forwarded-for') ?? '';

  app.post(`/tc/${schoolCode}`, smallBody, async (c) => {
    if (typeOf(c) !== 'application/json') return c.json({ message: 'Send JSON.' }, 415);
    const body = await readJson(c);
    if (!body.ok) return c.json({ message: body.message }, STATUS[body.reason]);
    const { name, admission } = body.value;
    if (typeof name !== 'string' || typeof admission !== 'string' || !name.trim() || !admission.trim()) {
      return c.json({ message: 'Please fill in all fields' }, 400);
    }
    submissions.store({ kind: 'tc', type: '', fields: { name, admission }, files: [], key: keyOf(c), sender: senderOf(c) });
    const certificate = library.certificate(admission, name);
    if (certificate === null) {
      return c.json({ message: 'No certificate has been issued for this admission number and name.' }, 404);
    }
    return c.json({ message: 'Certificate found.', data: grants.issue(certificate) });
  });

  app.post(
    `/form/${schoolCode}/:type{[A-Za-z0-9_-]{1,40}}`,
    (c, next) => (typeOf(c) === 'multipart/form-data' ? largeBody(c, next) : smallBody(c, next)),
    async (c) => {
      const form = await readForm(c);
      if (!form.ok) return c.json({ message: form.message }, STATUS[form.reason]);
      const id = submissions.store({
        kind: 'form',
        type: c.req.param('type'),
        ...form.value,
        key: keyOf(c),
        sender: senderOf(c),
      });
      return c.json({ message: 'Stored.', data: { id } }, 201);
    },
  );
  return app;
}
