import { expect, onTestFinished, test, vi } from 'vitest';
import { APPLICATION, CONTACT, gatewayTo } from '../../support/gateway.ts';
import { answersJson, stubServiceOfFile } from '../../support/stubService.ts';

const service = await stubServiceOfFile(answersJson({ ok: true }));
const gateway = gatewayTo(service.url);

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
  ['a part with a head of 5 kB', asMultipart, multipart(...fields, cv, `x-more: ${'y'.repeat(5000)}\r\n${field('more', '')}`)],
])('%s is 400', async (_what, type, body) => {
  expect((await send(body, type)).status).toBe(400);
  expect(service.arrived).toEqual([]);
});

const HUNDRED = multipart(...fields, cv, ...Array.from({ length: 100 }, (_, i) => field(`f${i}`, '')));

test.each([
  ['a hundred parts', HUNDRED, asMultipart],
  ['a hundred parts and two boundaries', HUNDRED, `${asMultipart}; boundary=c`],
  ['a hundred parts and an escaped boundary', HUNDRED, 'multipart/form-data; boundary="\\b"'],
  ['a head of 5 kB', multipart(...fields, cv, `x-more: ${'y'.repeat(5000)}\r\n${field('more', '')}`), asMultipart],
])('a body with %s is not parsed at all, as that would take seconds', async (_what, body, type) => {
  const parsed = vi.fn();
  class ObservedResponse extends Response {
    override formData(): Promise<FormData> {
      parsed();
      return super.formData();
    }
  }
  vi.stubGlobal('Response', ObservedResponse);
  onTestFinished(() => void vi.unstubAllGlobals());
  expect((await send(body, type)).status).toBe(400);
  expect(parsed).not.toHaveBeenCalled();
  expect((await send(whole, type)).status).toBe(200);
  expect(parsed).toHaveBeenCalledOnce();
});

test('of two types in a header only the first is read', async () => {
  const body = multipart(...Object.entries(CONTACT).map(([name, value]) => field(name, value)));
  const type = `application/x-www-form-urlencoded;a=b, ${asMultipart}`;
  expect((await send(body, type, '/api/form/HTSJ/abc')).status).not.toBe(200);
  expect((await send(body, asMultipart, '/api/form/HTSJ/abc')).status).toBe(200);
});

test('a file in a contact form is 400', async () => {
  const body = multipart(...Object.entries(CONTACT).map(([name, value]) => field(name, value)), cv);
  expect((await send(body, asMultipart, '/api/form/HTSJ/abc')).status).toBe(400);
});

test.each([
  ['headers and fields added', 'a%22; x=%0D%0A--b.pdf', 'a; x=--b.pdf'],
  ['a program of Windows', 'cv.hta', 'cv.hta.pdf'],
  ['a page', 'cv.HTML', 'cv.HTML.pdf'],
  ['a program that reads as a PDF', 'cv\u202efdp.exe', 'cvfdp.exe.pdf'],
  ['a stream of a program', 'cv.hta:x.pdf', 'cv.htax.pdf'],
  ['a folder above', '../../cv.pdf', 'cv.pdf'],
  ['capitals', 'CV.PDF', 'CV.pdf'],
  ['no name', '', 'file.pdf'],
])('a CV is passed on under a name that is one of a PDF and of nothing else: %s', async (_what, name, passed) => {
  const hostile = `Content-Disposition: form-data; name="attachments"; filename="${name}"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.4`;
  expect((await send(multipart(...fields, hostile))).status).toBe(200);
  const lines = service.arrived[0]?.body.toString().split('\r\n') ?? [];
  expect(lines.filter((line) => line.includes('filename'))).toEqual([
    `Content-Disposition: form-data; name="attachments"; filename="${passed}"`,
  ]);
  expect(lines.filter((line) => line.startsWith('Content-Type'))).toEqual(['Content-Type: application/pdf']);
});

test('an upload that breaks off is 400 and reaches nobody', async () => {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(whole.slice(0, -20)));
      controller.error(new Error('connection lost'));
    },
  });
  const init = { method: 'POST', headers: { 'content-type': asMultipart }, body, duplex: 'half' };
  expect((await gateway.ask('/api/form/HTSJ/XYZ', init as RequestInit)).status).toBe(400);
  expect(service.arrived).toEqual([]);
});
