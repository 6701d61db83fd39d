import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LARGEST_CV } from '../../../src/service/schemas/forms/careers.ts';
import { APPLICATION, CONTACT, gatewayTo, pdf } from '../../support/gateway.ts';
import { answersJson, type StubService, startStubService } from '../../support/stubService.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

let service: StubService;
let uploadFolder: string;
let gateway: ReturnType<typeof gatewayTo>;
beforeAll(async () => {
  service = await startStubService(answersJson({ ok: true }));
  uploadFolder = await mkdtemp(join(tmpdir(), 'upload-test-'));
});
afterAll(async () => {
  await service.close();
  await rm(uploadFolder, { recursive: true });
});
beforeEach(() => {
  service.arrived.length = 0;
  gateway = gatewayTo(service.url, { uploadFolder });
});

const raw = (path: string, type: string, body: RequestInit['body'], more: Record<string, string> = {}) =>
  gateway.ask(path, { method: 'POST', headers: { accept: 'application/json', 'content-type': type, ...more }, body });

/** A multipart body of parts as given, between boundaries `b`. */
const multipart = (...parts: string[]) => `${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n`;
const field = (name: string, value: string) => `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`;
const file = (name: string, content: string, type = 'application/pdf') =>
  `Content-Disposition: form-data; name="${name}"; filename="cv.pdf"\r\nContent-Type: ${type}\r\n\r\n${content}`;
const fields = Object.entries(APPLICATION).map(([name, value]) => field(name, value));
const asMultipart = 'multipart/form-data; boundary=b';

describe('messages by the rules of the browser', () => {
  test('422 with a message for each field', async () => {
    const response = await gateway.postJson('/api/form/HTSJ/abc', { email: 'asha@example', phone: '  ' });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      errors: {
        name: 'Name is required.',
        email: 'Email is not valid.',
        phone: 'Phone Number is required.',
        subject: 'Subject is required.',
        message: 'Message is required.',
      },
    });
  });

  test('values that are no texts count as blank', async () => {
    const response = await gateway.postJson('/api/tc/HTSJ', { name: { $ne: 1 }, admission: ['1'] });
    expect(response.status).toBe(422);
  });

  test.each([
    ['a text named .pdf', new File(['hello'], 'cv.pdf', { type: 'application/pdf' })],
    ['a PDF said to be a picture', new File(['%PDF-1.4'], 'cv.pdf', { type: 'image/png' })],
    ['an empty file', new File([], 'cv.pdf', { type: 'application/pdf' })],
  ])('%s is no CV', async (_what, attachments) => {
    const response = await gateway.postForm(
      '/api/form/HTSJ/XYZ',
      { ...APPLICATION, attachments },
      { accept: 'application/json' },
    );
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ errors: { attachments: 'Invalid file type. Only PDF are allowed.' } });
  });

  test('eleven digits are no contact number', async () => {
    const answer = await gateway.postForm(
      '/api/form/HTSJ/XYZ',
      { ...APPLICATION, phone: '00000000011', attachments: pdf() },
      { accept: 'application/json' },
    );
    expect(await answer.json()).toMatchObject({ errors: { phone: 'Contact Number is required.' } });
  });

  test('a CV of exactly 4 MB passes, one byte more is 413 with its message', async () => {
    const send = (size: number) =>
      gateway.postForm('/api/form/HTSJ/XYZ', { ...APPLICATION, attachments: pdf(size) }, { accept: 'application/json' });
    expect((await send(LARGEST_CV)).status).toBe(200);
    const large = await send(LARGEST_CV + 1);
    expect(large.status).toBe(413);
    expect(await large.json()).toMatchObject({ errors: { attachments: 'Please upload CV (  PDF).' } });
    expect(service.arrived).toHaveLength(1);
  });
});

describe('size and type', () => {
  const endless = () =>
    new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(new Uint8Array(16 * 1024).fill(97)) });

  test('JSON beyond 64 kB is 413, announced or not', async () => {
    const large = JSON.stringify({ ...CONTACT, message: 'x'.repeat(70_000) });
    expect((await raw('/api/form/HTSJ/abc', 'application/json', large, { 'content-length': String(large.length) })).status).toBe(
      413,
    );
    expect((await raw('/api/form/HTSJ/abc', 'application/json', large)).status).toBe(413);
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: endless(), duplex: 'half' };
    expect((await gateway.ask('/api/form/HTSJ/abc', init as RequestInit)).status).toBe(413);
    expect((await raw('/api/form/HTSJ/abc', 'application/json', large, { 'content-length': '10' })).status).toBe(413);
  });

  test('a million characters are 413', async () => {
    expect((await gateway.postJson('/api/form/HTSJ/abc', { ...CONTACT, message: 'म'.repeat(1_000_000) })).status).toBe(413);
  });

  test('text beyond 64 kB in multipart is 413, in one field or many', async () => {
    const long = multipart(...fields, field('more', 'x'.repeat(70_000)));
    expect((await raw('/api/form/HTSJ/XYZ', asMultipart, long)).status).toBe(413);
    const many = multipart(...Array.from({ length: 20 }, (_, i) => field(`f${i}`, 'x'.repeat(5_000))));
    expect((await raw('/api/form/HTSJ/XYZ', asMultipart, many)).status).toBe(413);
  });

  test.each([
    ['/api/form/HTSJ/abc', 'text/plain'],
    ['/api/form/HTSJ/abc', 'application/xml'],
    ['/api/form/HTSJ/abc', ''],
    ['/api/form/HTSJ/XYZ', 'application/json'],
    ['/api/form/HTSJ/XYZ', 'application/x-www-form-urlencoded'],
  ])('%s as "%s" is 415', async (path, type) => {
    const body = new TextEncoder().encode(JSON.stringify(CONTACT));
    const headers: Record<string, string> = type ? { 'content-type': type } : {};
    expect((await gateway.ask(path, { method: 'POST', headers, body })).status).toBe(415);
  });

  test.each(['', '{', 'null', '[]', '"text"', '{"name":"a"', '\u0000'])('the JSON %j is 400', async (body) => {
    expect((await raw('/api/form/HTSJ/abc', 'application/json', body)).status).toBe(400);
  });

  test('JSON that is no UTF-8 is 400', async () => {
    expect((await raw('/api/form/HTSJ/abc', 'application/json', new Uint8Array([0x7b, 0xff, 0x7d]))).status).toBe(400);
  });
});

describe('multipart abuse', () => {
  const cv = file('attachments', '%PDF-1.4 hello');
  const whole = multipart(...fields, cv);

  test('the order of the parts does not matter', async () => {
    expect((await raw('/api/form/HTSJ/XYZ', asMultipart, multipart(cv, ...fields))).status).toBe(200);
  });

  test.each([
    ['no boundary', 'multipart/form-data', whole],
    ['another boundary', 'multipart/form-data; boundary=c', whole],
    ['nothing', asMultipart, ''],
    ['garbage', asMultipart, 'garbage'],
    ['a body cut off in the file', asMultipart, whole.slice(0, -20)],
    ['a body cut off in a head', asMultipart, whole.slice(0, 30)],
    ['two files', asMultipart, multipart(...fields, cv, cv)],
    ['a file where none belongs', asMultipart, multipart(...fields, file('other', '%PDF-1.4'))],
    ['a field twice', asMultipart, multipart(...fields, cv, field('name', 'Other'))],
    ['a hundred parts', asMultipart, multipart(...fields, cv, ...Array.from({ length: 100 }, (_, i) => field(`f${i}`, '')))],
  ])('%s is 400', async (_what, type, body) => {
    expect((await raw('/api/form/HTSJ/XYZ', type, body)).status).toBe(400);
    expect(service.arrived).toEqual([]);
  });

  test('a file in a contact form is 400', async () => {
    const body = multipart(...Object.entries(CONTACT).map(([name, value]) => field(name, value)), cv);
    expect((await raw('/api/form/HTSJ/abc', asMultipart, body)).status).toBe(400);
  });

  test('a file name cannot add headers or fields', async () => {
    const name = 'a%22; x=%0D%0A--b.pdf';
    const hostile = `Content-Disposition: form-data; name="attachments"; filename="${name}"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.4`;
    expect((await raw('/api/form/HTSJ/XYZ', asMultipart, multipart(...fields, hostile))).status).toBe(200);
    expect(
      service.arrived[0]?.body
        .toString()
        .split('\r\n')
        .filter((line) => line.includes('filename')),
    ).toEqual([`Content-Disposition: form-data; name="attachments"; filename="${name}"`]);
  });

  test('an upload that breaks off leaves nothing behind', async () => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(whole.slice(0, -20)));
        controller.error(new Error('connection lost'));
      },
    });
    const init = { method: 'POST', headers: { 'content-type': asMultipart }, body, duplex: 'half' };
    expect((await gateway.ask('/api/form/HTSJ/XYZ', init as RequestInit)).status).toBe(400);
    expect(await readdir(uploadFolder)).toEqual([]);
  });

  test('uploads wait outside memory, nameless, and each arrives whole', async () => {
    const UPLOADS = 40;
    const sizes: number[] = [];
    service.answer = (arrived, response) => {
      sizes.push(arrived.body.length);
      service.arrived.length = 0;
      response.end('{}');
    };
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    let waiting = 0;
    let allWait = () => {};
    const held = new Promise<void>((resolve) => {
      allWait = resolve;
    });
    /** A CV of some 4 MB, held back before its last bytes until the gate opens. */
    const slowly = () => {
      const head = multipart(...fields, file('attachments', '%PDF-')).slice(0, -'\r\n--b--\r\n'.length);
      let left = 63;
      return new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(new TextEncoder().encode(head)),
        async pull(controller) {
          await new Promise(setImmediate);
          left -= 1;
          if (left > 0) return controller.enqueue(new Uint8Array(65_000).fill(97));
          waiting += 1;
          if (waiting === UPLOADS) allWait();
          await gate;
          controller.enqueue(new TextEncoder().encode('\r\n--b--\r\n'));
          controller.close();
        },
      });
    };
    const headers = { accept: 'application/json', 'content-type': asMultipart };
    collectGarbage();
    const before = process.memoryUsage().arrayBuffers;
    const answers = Array.from({ length: UPLOADS }, () =>
      gateway.ask('/api/form/HTSJ/XYZ', { method: 'POST', headers, body: slowly(), duplex: 'half' } as RequestInit),
    );
    await held;
    const kept = () => {
      collectGarbage();
      return process.memoryUsage().arrayBuffers - before;
    };
    // 160 MB have arrived by then; at most a few chunks of each may be on their way to the disk.
    await expect.poll(kept, { timeout: 10_000 }).toBeLessThan(UPLOADS * 8 * 65_000);
    expect(await readdir(uploadFolder)).toEqual([]);
    open();
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(UPLOADS).fill(200));
    service.answer = answersJson({ ok: true });
    expect(sizes.filter((size) => size > 62 * 65_000)).toHaveLength(UPLOADS);
  });
});

test('JSON that is nested 30,000 levels deep is 400 and reaches nobody', async () => {
  service.arrived.length = 0;
  const deep = '['.repeat(30_000) + ']'.repeat(30_000);
  const body = `${JSON.stringify(CONTACT).slice(0, -1)},"more":${deep}}`;
  for (const path of ['/api/form/HTSJ/abc', '/api/tc/HTSJ']) {
    const answer = await gatewayTo(service.url).ask(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect(answer.status).toBe(400);
  }
  expect(service.arrived).toEqual([]);
});
