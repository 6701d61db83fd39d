import { beforeEach, describe, expect, test } from 'vitest';
import { APPLICATION, CONTACT, gatewayTo, pdf, SUGGESTION } from '../support/gateway.ts';
import { answersJson, stubServiceOfFile } from '../support/stubService.ts';

const service = await stubServiceOfFile(answersJson({ ok: true }));
let gateway: ReturnType<typeof gatewayTo>;
beforeEach(() => {
  gateway = gatewayTo(service.url);
});

/** The one request that arrived. */
function only() {
  expect(service.arrived).toHaveLength(1);
  const [arrived] = service.arrived;
  if (!arrived) throw new Error('Nothing arrived.');
  return arrived;
}

async function partsOf(): Promise<[string, string | File][]> {
  const { headers, body } = only();
  const request = new Request('http://service.example', {
    method: 'POST',
    headers: { 'content-type': headers['content-type'] ?? '' },
    body: new Uint8Array(body),
  });
  return [...(await request.formData())];
}

describe('what arrives at the service', () => {
  test('a contact form: exactly its fields as JSON, in their order, with the token', async () => {
    const response = await gateway.postJson('/api/form/HTSJ/abc', { ...CONTACT, role: 'admin' });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ ok: true });
    const { method, url, headers, body } = only();
    expect(`${method} ${url}`).toBe('POST /api/form/HTSJ/abc');
    expect(headers.authorization).toBe('Bearer school-token');
    expect(headers['content-type']).toBe('application/json');
    expect(body.toString('utf8')).toBe(JSON.stringify(CONTACT));
  });

  test('a suggestion goes to Admission', async () => {
    await gateway.postJson('/api/form/HTSJ/Admission', SUGGESTION);
    expect(only().url).toBe('/api/form/HTSJ/Admission');
    expect(only().body.toString()).toBe(JSON.stringify(SUGGESTION));
  });

  test('an application: multipart with its fields and the file byte for byte in attachments', async () => {
    const cv = pdf(300_000, 'Lebenslauf “Rao”.pdf');
    const response = await gateway.postForm(
      '/api/form/HTSJ/XYZ',
      { ...APPLICATION, attachments: cv },
      { accept: 'application/json' },
    );
    expect(response.status).toBe(200);
    expect(only().url).toBe('/api/form/HTSJ/XYZ');
    expect(only().headers.authorization).toBe('Bearer school-token');
    expect(Number(only().headers['content-length'])).toBe(only().body.length);
    const parts = await partsOf();
    expect(parts.map(([name]) => name)).toEqual(['name', 'phone', 'subject', 'profession', 'experience', 'attachments']);
    expect(Object.fromEntries(parts.slice(0, 5))).toEqual(APPLICATION);
    const file = parts[5]?.[1] as File;
    expect([file.name, file.type, file.size]).toEqual(['Lebenslauf “Rao”.pdf', 'application/pdf', 300_000]);
    expect(Buffer.from(await file.arrayBuffer()).equals(Buffer.from(await cv.arrayBuffer()))).toBe(true);
  });

  test('a certificate: name and admission; what comes back stands for the reference, whatever carries it', async () => {
    service.answer = answersJson({ data: { filename: 'tc/2026 #4.jpg' }, secret: 'internal' });
    const response = await gateway.postJson('/api/tc/HTSJ', { admission: 'A-1', name: 'Asha Rao' });
    const { data, ...more } = (await response.json()) as { data: string };
    expect(more).toEqual({});
    expect(only().url).toBe('/api/tc/HTSJ');
    expect(only().headers.authorization).toBe('Bearer school-token');
    expect(only().body.toString()).toBe('{"name":"Asha Rao","admission":"A-1"}');
    service.arrived.length = 0;
    await gateway.ask(`/api/image/${encodeURIComponent(data)}`);
    expect(only().url).toBe('/api/image/tc%2F2026%20%234.jpg');
  });

  test('a picture: one encoded segment, no token', async () => {
    service.answer = (_arrived, response) => response.writeHead(200, { 'content-type': 'image/png' }).end('PNG');
    const response = await gateway.ask(`/api/image/${encodeURIComponent('a/b c#?%.png')}`);
    expect(await response.text()).toBe('PNG');
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(only().url).toBe('/api/image/a%2Fb%20c%23%3F%25.png');
    expect(only().headers.authorization).toBeUndefined();
  });

  test('an album: only its identity, no token', async () => {
    service.answer = answersJson({ data: { _id: 'a&b', title: 'Sports day', uploadedBy: 'Asha Rao' } });
    const response = await gateway.ask('/api/subGallery?id=a%26b&admin=1');
    expect(await response.json()).toEqual({ _id: 'a&b', title: 'Sports day', attachments: [] });
    expect(only().url).toBe('/api/subGallery?id=a%26b');
    expect(only().headers.authorization).toBeUndefined();
  });

  test('nothing of the visitor’s own headers', async () => {
    await gateway.postJson('/api/form/HTSJ/abc', CONTACT, {
      authorization: 'Bearer forged',
      cookie: 'a=b',
      'x-forwarded-for': '192.0.2.9',
    });
    const { headers } = only();
    expect([headers.authorization, headers.cookie, headers['x-forwarded-for']]).toEqual([
      'Bearer school-token',
      undefined,
      undefined,
    ]);
  });

  test('without a token set, none is sent', async () => {
    await gatewayTo(service.url, { token: null }).postJson('/api/form/HTSJ/abc', CONTACT);
    expect(only().headers.authorization).toBeUndefined();
  });

  test('a base address with a path keeps it', async () => {
    await gatewayTo(`${service.url}/school/`).postJson('/api/form/HTSJ/abc', CONTACT);
    expect(only().url).toBe('/school/api/form/HTSJ/abc');
  });
});

test('the log carries nothing that was typed', async () => {
  await gateway.postJson('/api/form/HTSJ/abc', CONTACT);
  await gateway.postJson('/api/form/HTSJ/abc', { ...CONTACT, email: 'secret' });
  await gateway.ask('/api/image/secret');
  const log = JSON.stringify(gateway.events);
  for (const typed of [...Object.values(CONTACT), 'secret', '192.0.2.1']) expect(log).not.toContain(typed);
});
