import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkValues, FORMS } from '../../src/forms/rules.ts';
import { APPLICATION, CONTACT, gatewayTo } from '../support/gateway.ts';
import { answersJson, type StubService, startStubService } from '../support/stubService.ts';
import { runs } from './runs.ts';

let service: StubService;
beforeAll(async () => {
  service = await startStubService(answersJson({ data: 'x' }));
});
afterAll(() => service.close());

const method = fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS');
/** Any code point, halves of characters included. Fast-check's own unit `binary` takes 1.5 s of each process that names it. */
const anyCharacter = fc.nat({ max: 0x10ffff }).map((code) => String.fromCodePoint(code));

const segment = fc.oneof(
  fc.constantFrom(
    'api',
    'form',
    'tc',
    'image',
    'subGallery',
    'HTSJ',
    'abc',
    'XYZ',
    'Admission',
    '..',
    '%2e%2e',
    '%2f',
    '%00',
    '%252e',
    '',
    '\\',
  ),
  fc.string({ unit: anyCharacter, maxLength: 12 }).map((text) => encodeURIComponent(text.toWellFormed())),
);
const path = fc.oneof(
  fc.constantFrom('/api/form/HTSJ/abc', '/api/form/HTSJ/XYZ', '/api/form/HTSJ/Admission', '/api/tc/HTSJ'),
  fc.array(segment, { maxLength: 6 }).map((segments) => `/api/${segments.join('/')}`),
  segment.map((reference) => `/api/image/${reference}`),
  segment.map((id) => `/api/subGallery?id=${id}`),
);
const type = fc.oneof(
  fc.constantFrom(
    'application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=b',
    'multipart/form-data',
    'text/html',
  ),
  fc.stringMatching(/^[ -~]{0,30}$/),
);
const partHead = fc.constantFrom(
  'Content-Disposition: form-data; name="name"',
  'Content-Disposition: form-data; name="attachments"; filename="a.pdf"\r\nContent-Type: application/pdf',
  'Content-Disposition: form-data; name="attachments"; filename*=utf-8\'\'%E0%',
  'Content-Disposition: form-data; name=__proto__',
  'Content-Disposition: attachment',
  'Content-Type: application/octet-stream',
  ': :',
);
const parts = fc
  .array(fc.tuple(partHead, fc.oneof(fc.string({ unit: anyCharacter }), fc.constant('%PDF-1.4'))), { maxLength: 5 })
  .chain((list) => {
    const whole = `${list.map(([head, body]) => `--b\r\n${head}\r\n\r\n${body}\r\n`).join('')}--b--\r\n`;
    return fc.nat(whole.length).map((cut) => (cut % 3 === 0 ? whole : whole.slice(0, cut)));
  });
const body = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.json(),
  fc.constant(JSON.stringify(CONTACT)),
  fc.constant(new URLSearchParams(APPLICATION).toString()),
  fc.constant('name=%E0%A4&name=2&__proto__=1'),
  parts,
);
const headers = fc.record(
  {
    accept: fc.constantFrom('application/json', 'text/html', '*/*'),
    origin: fc.constantFrom('https://school.example', 'https://evil.example', 'null', 'x'),
    'x-forwarded-for': fc.stringMatching(/^[0-9a-f:., ]{0,30}$/),
    'content-length': fc.constantFrom('0', '1', '-1', '99999999', 'abc', '1e9'),
  },
  { requiredKeys: [] },
);

/** The only shapes of a request that may reach the service. */
const PASSABLE =
  /^(?:POST \/api\/(?:form\/HTSJ\/(?:abc|XYZ|Admission)|tc\/HTSJ)|GET \/api\/image\/[A-Za-z0-9\-_.!~*'()%]+|GET \/api\/subGallery\?id=[A-Za-z0-9\-_.!~*'()%]+)$/;

/** Number of requests; `GATEWAY_RUNS` sets another. */
const RUNS = runs(500, 'GATEWAY_RUNS');

test('malformed requests: each is answered, none crashes, nothing passes that is no whole call', {
  timeout: 240_000 + RUNS.numRuns * 10,
}, async () => {
  const gateway = gatewayTo(service.url, { trustedProxies: ['192.0.2.1'] });
  await fc.assert(
    fc.asyncProperty(method, path, type, body, headers, async (verb, target, contentType, content, more) => {
      service.arrived.length = 0;
      const bare = verb === 'GET';
      const init = bare
        ? { method: verb, headers: more }
        : { method: verb, headers: { ...more, 'content-type': contentType }, body: content };
      const response = await gateway.ask(target, init as RequestInit);
      await response.arrayBuffer();
      expect([200, 400, 403, 404, 413, 415, 422, 502]).toContain(response.status);
      for (const arrived of service.arrived) {
        expect(`${arrived.method} ${arrived.url}`).toMatch(PASSABLE);
        const decoded = decodeURIComponent(decodeURIComponentSafely(arrived.url));
        expect(decoded).not.toMatch(/(?:^|[/\\])\.\.?(?:[/\\]|$)|\0/);
        if (arrived.method === 'POST' && arrived.headers['content-type'] === 'application/json') {
          expect(
            Object.keys(JSON.parse(arrived.body.toString()) as object).every((name) => name in CONTACT || name === 'admission'),
          ).toBe(true);
        }
      }
    }),
    RUNS,
  );
  expect(gateway.events.filter(({ outcome }) => outcome === 'gateway-failed')).toEqual([]);
});

function decodeURIComponentSafely(text: string): string {
  return decodeURIComponent(text).replace(/%(?![0-9a-f]{2})|%[89a-f][0-9a-f]/gi, '');
}

test('a form passes its rules exactly when every required field has something in it and the rest is right', () => {
  const value = fc.oneof(fc.constantFrom('', ' ', '\t\n', 'a@b.c', '0123456789'), fc.string());
  const text = (blank: string) => blank.trim() !== '';
  fc.assert(
    fc.property(fc.constantFrom(...Object.values(FORMS)), fc.array(value, { minLength: 6, maxLength: 6 }), (form, typed) => {
      const values = new Map(form.sent.map((name, index) => [name, typed[index] ?? '']));
      const wrong = form.fields.filter(({ name, kind, required }) => {
        const entered = values.get(name) ?? '';
        if (kind === 'pdf') return false;
        if (kind === 'digits') return !/^[0-9]{10}$/.test(entered);
        // What would end the address in the head of an e-mail is no part of one.
        if (kind === 'email') return !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(entered.trim()) || /[:;,<>()[\]"\\]/.test(entered);
        return required !== undefined && !text(entered);
      });
      expect([...checkValues(form, values).keys()]).toEqual(wrong.map(({ name }) => name));
    }),
    runs(100),
  );
});
