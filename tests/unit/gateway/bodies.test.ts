import { describe, expect, test } from 'vitest';
import { LARGEST_CV } from '../../../src/forms/rules.ts';
import { APPLICATION, CONTACT, gatewayTo, pdf } from '../../support/gateway.ts';
import { answersJson, stubServiceOfFile } from '../../support/stubService.ts';

const service = await stubServiceOfFile(answersJson({ ok: true }));
const gateway = gatewayTo(service.url);

const raw = (path: string, type: string, body: RequestInit['body'], more: Record<string, string> = {}) =>
  gateway.ask(path, { method: 'POST', headers: { accept: 'application/json', 'content-type': type, ...more }, body });

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

  test.each(['list:a@b.co;', 'a@b.co,c@d.co', 'A<a@b.co>', '"a"@b.co', 'a@[b.co]', 'a\\@b.co'])(
    'an address that means others, %s, is not valid',
    async (email) => {
      const response = await gateway.postJson('/api/form/HTSJ/abc', { ...CONTACT, email });
      expect(await response.json()).toMatchObject({ errors: { email: 'Email is not valid.' } });
    },
  );

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

  test('JSON that is nested 30,000 levels deep is 400 and reaches nobody', async () => {
    const deep = '['.repeat(30_000) + ']'.repeat(30_000);
    const body = `${JSON.stringify(CONTACT).slice(0, -1)},"more":${deep}}`;
    for (const path of ['/api/form/HTSJ/abc', '/api/tc/HTSJ']) {
      const answer = await gateway.ask(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      expect(answer.status).toBe(400);
    }
    expect(service.arrived).toEqual([]);
  });
});
