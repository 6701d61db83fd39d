import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, expect, test } from 'vitest';
import { APPLICATION, CONTACT, gatewayTo } from '../../support/gateway.ts';
import { answersJson, stubServiceOfFile } from '../../support/stubService.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const service = await stubServiceOfFile(answersJson({ ok: true }));
const uploadFolder = await mkdtemp(join(tmpdir(), 'upload-test-'));
afterAll(() => rm(uploadFolder, { recursive: true }));
const gateway = gatewayTo(service.url, { uploadFolder });

/** A multipart body of parts as given, between boundaries `b`. */
const multipart = (...parts: string[]) => `${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n`;
const field = (name: string, value: string) => `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`;
const file = (name: string, content: string, type = 'application/pdf') =>
  `Content-Disposition: form-data; name="${name}"; filename="cv.pdf"\r\nContent-Type: ${type}\r\n\r\n${content}`;
const fields = Object.entries(APPLICATION).map(([name, value]) => field(name, value));
const asMultipart = 'multipart/form-data; boundary=b';
const cv = file('attachments', '%PDF-1.4 hello');
const whole = multipart(...fields, cv);

const send = (body: string, type = asMultipart, path = '/api/form/HTSJ/XYZ') =>
  gateway.ask(path, { method: 'POST', headers: { accept: 'application/json', 'content-type': type }, body });

test('text beyond 64 kB in multipart is 413, in one field or many', async () => {
  const long = multipart(...fields, field('more', 'x'.repeat(70_000)));
  expect((await send(long)).status).toBe(413);
  const many = multipart(...Array.from({ length: 20 }, (_, i) => field(`f${i}`, 'x'.repeat(5_000))));
  expect((await send(many)).status).toBe(413);
});

test('the order of the parts does not matter', async () => {
  expect((await send(multipart(cv, ...fields))).status).toBe(200);
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
  expect((await send(body, type)).status).toBe(400);
  expect(service.arrived).toEqual([]);
});

test('a file in a contact form is 400', async () => {
  const body = multipart(...Object.entries(CONTACT).map(([name, value]) => field(name, value)), cv);
  expect((await send(body, asMultipart, '/api/form/HTSJ/abc')).status).toBe(400);
});

test('a file name cannot add headers or fields', async () => {
  const name = 'a%22; x=%0D%0A--b.pdf';
  const hostile = `Content-Disposition: form-data; name="attachments"; filename="${name}"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.4`;
  expect((await send(multipart(...fields, hostile))).status).toBe(200);
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
  await expect.poll(kept).toBeLessThan(UPLOADS * 8 * 65_000);
  expect(await readdir(uploadFolder)).toEqual([]);
  open();
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(UPLOADS).fill(200));
  expect(sizes.filter((size) => size > 62 * 65_000)).toHaveLength(UPLOADS);
});
