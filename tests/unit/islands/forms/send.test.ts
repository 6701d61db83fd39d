import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { FORMS } from '../../../../src/forms/rules.ts';
import { fetchCertificate, sendForm } from '../../../../src/islands/forms/send.ts';
import { APPLICATION, CONTACT, pdf } from '../../../support/gateway.ts';
import { answersJson, type StubService, startStubService } from '../../../support/stubService.ts';

let service: StubService;
beforeAll(async () => {
  service = await startStubService(answersJson({}));
});
afterAll(() => service.close());
beforeEach(() => {
  service.arrived.length = 0;
  service.answer = answersJson({});
});
afterEach(() => vi.unstubAllGlobals());

const entries = (fields: Readonly<Record<string, string>>, cv: File | null = null) => ({
  values: new Map(Object.entries(fields)),
  extra: [],
  cv,
});
const there = () => ({ schoolCode: 'HTSJ', service: service.url });
const send = () => sendForm(FORMS.contact, entries(CONTACT), there());

describe('straight to the service', () => {
  test('a contact form is one JSON request with exactly its fields', async () => {
    expect((await send()).ok).toBe(true);
    expect(
      service.arrived.map(({ method, url, headers, body }) => [method, url, headers['content-type'], body.toString()]),
    ).toEqual([['POST', '/api/form/HTSJ/abc', 'application/json', JSON.stringify(CONTACT)]]);
    expect(service.arrived[0]?.headers.authorization).toBeUndefined();
  });

  test('an application is multipart with its file', async () => {
    await sendForm(FORMS.careers, entries(APPLICATION, pdf(100)), there());
    const [arrived] = service.arrived;
    expect(arrived?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    const names = [...(arrived?.body.toString().matchAll(/ name="([^"]+)"/g) ?? [])].map(([, name]) => name);
    expect(names).toEqual(['name', 'phone', 'subject', 'profession', 'experience', 'attachments']);
  });

  test('a token in the browser’s storage goes with it', async () => {
    vi.stubGlobal('localStorage', { getItem: (key: string) => (key === 'token' ? 'visitor-token' : null) });
    await send();
    expect(service.arrived[0]?.headers.authorization).toBe('Bearer visitor-token');
  });

  test('storage that is forbidden is no token', async () => {
    vi.stubGlobal('localStorage', {
      getItem() {
        throw new Error('denied');
      },
    });
    expect((await send()).ok).toBe(true);
  });

  test('any 2xx answer is success, also a page', async () => {
    service.answer = (_arrived, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('ok');
    expect((await send()).ok).toBe(true);
  });

  test.each([401, 413, 429, 500])('%i is a failure, sent once', async (status) => {
    service.answer = answersJson({}, status);
    expect(await send()).toMatchObject({ ok: false, reason: 'not-sent' });
    expect(service.arrived).toHaveLength(1);
  });

  test('an answer that leads elsewhere is a failure, whatever stands there', async () => {
    service.answer = ({ method }, response) =>
      method === 'POST' ? response.writeHead(302, { location: '/sign-in' }).end() : response.writeHead(200).end('Sign in');
    expect(await send()).toMatchObject({ ok: false, reason: 'not-sent' });
    expect(service.arrived).toHaveLength(1);
  });

  test('no connection is a failure', async () => {
    service.answer = (_arrived, response) => response.destroy();
    expect(await send()).toMatchObject({ ok: false, reason: 'not-sent' });
  });
});

describe('the certificate', () => {
  const ask = () => fetchCertificate(FORMS.certificate, entries({ name: 'Asha', admission: '4' }), there());
  const answer = (data: unknown, picture: Parameters<typeof startStubService>[0]) => {
    service.answer = (arrived, response) => (arrived.method === 'POST' ? answersJson(data) : picture)(arrived, response);
  };
  const jpeg: Parameters<typeof startStubService>[0] = (_arrived, response) =>
    response.writeHead(200, { 'content-type': 'image/jpeg' }).end('JPEG');

  test.each([
    ['a text', { data: 'a/b #1.jpg' }],
    ['an object', { data: { filename: 'a/b #1.jpg' } }],
  ])('is fetched by %s', async (_what, data) => {
    answer(data, jpeg);
    const certificate = await ask();
    expect(certificate.ok && (await certificate.value.text())).toBe('JPEG');
    expect(service.arrived.map(({ url }) => url)).toEqual(['/api/tc/HTSJ', '/api/image/a%2Fb%20%231.jpg']);
    expect(service.arrived[0]?.body.toString()).toBe('{"name":"Asha","admission":"4"}');
  });

  test.each([{}, { data: '' }, { data: null }, { data: [] }, [], 'text'])('an answer %j is no certificate', async (data) => {
    answer(data, jpeg);
    expect(await ask()).toMatchObject({ ok: false, reason: 'not-sent' });
    expect(service.arrived).toHaveLength(1);
  });

  test.each<[string, Parameters<typeof startStubService>[0]]>([
    ['a failure', answersJson({}, 500)],
    ['a page', (_arrived, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>')],
    ['nothing', (_arrived, response) => response.writeHead(200, { 'content-type': 'image/jpeg' }).end()],
    ['half a picture', (_arrived, response) => response.writeHead(200, { 'content-length': 9 }).end('half').destroy()],
  ])('%s instead of the picture is a failed download', async (_what, picture) => {
    answer({ data: 'x' }, picture);
    expect(await ask()).toMatchObject({ ok: false, reason: 'not-downloaded' });
  });
});
