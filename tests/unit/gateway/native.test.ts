import { expect, test } from 'vitest';
import { APPLICATION, CONTACT, gatewayTo, pdf } from '../../support/gateway.ts';
import { answersJson, stubServiceOfFile } from '../../support/stubService.ts';

/** Forms as a browser without script posts them. */
const service = await stubServiceOfFile(answersJson({ ok: true }));
const gateway = gatewayTo(service.url);

const browser = {
  accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
  origin: 'https://school.example',
  'sec-fetch-site': 'same-origin',
};
const post = (path: string, fields: Readonly<Record<string, string>>) =>
  gateway.ask(path, {
    method: 'POST',
    headers: { ...browser, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  });

test('a contact form arrives as JSON and is answered with a page that says so and leads back', async () => {
  const response = await post('/api/form/HTSJ/abc', { ...CONTACT, leave_empty: '' });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const page = await response.text();
  expect(page).toContain('role="status">Your Form Submitted Successfully.<');
  expect(page).toContain('<a href="/ContactUs">Back to Contact Us</a>');
  expect(page).not.toContain('<form');
  expect(service.arrived.map(({ headers, body }) => [headers['content-type'], body.toString()])).toEqual([
    ['application/json', JSON.stringify(CONTACT)],
  ]);
});

test('an application arrives as multipart', async () => {
  const response = await gateway.postForm('/api/form/HTSJ/XYZ', { ...APPLICATION, attachments: pdf() }, browser);
  expect(response.status).toBe(200);
  expect(service.arrived[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
});

test('what is wrong comes back with its messages and everything that was typed, as text', async () => {
  const response = await post('/api/form/HTSJ/abc', {
    ...CONTACT,
    email: 'x',
    subject: '"><script>alert(1)</script>',
    message: '\n</textarea><b>',
  });
  expect(response.status).toBe(422);
  const page = await response.text();
  expect(page).toContain('aria-describedby="email-error"');
  expect(page).toContain('id="email-error">Email is not valid.<');
  expect(page).toContain('value="Asha Rao"');
  expect(page).toContain('&lt;script&gt;alert(1)');
  expect(page).not.toContain('<script');
  expect(page).not.toContain('<b>');
  expect(page).toContain('action="/api/form/HTSJ/abc"');
  expect(service.arrived).toEqual([]);
});

test('a missing CV is asked for; its form can be sent again with a file', async () => {
  const nothing = new File([], '', { type: 'application/octet-stream' });
  const page = await (await gateway.postForm('/api/form/HTSJ/XYZ', { ...APPLICATION, attachments: nothing }, browser)).text();
  expect(page).toContain('Please upload CV (  PDF).');
  expect(page).toContain('enctype="multipart/form-data"');
});

test('a failure says so, leaks nothing and keeps what was typed', async () => {
  service.answer = answersJson({ secret: 'stack' }, 500);
  const response = await post('/api/form/HTSJ/abc', CONTACT);
  expect(response.status).toBe(502);
  const page = await response.text();
  expect(page).toContain('role="alert"');
  expect(page).toContain('value="Asha Rao"');
  expect(page).not.toContain('stack');
});

test('the page runs nothing, loads nothing foreign and posts nowhere else', async () => {
  const policy = (await post('/api/form/HTSJ/abc', {})).headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("form-action 'self'");
  expect(policy).not.toContain('unsafe');
});

test('a certificate comes as a file to save', async () => {
  service.answer = (arrived, response) => {
    if (arrived.url === '/api/tc/HTSJ') return answersJson({ data: 'tc 4.jpg' })(arrived, response);
    response.writeHead(200, { 'content-type': 'image/jpeg' }).end('JPEG');
  };
  const response = await post('/api/tc/HTSJ', { admission: '4', name: 'Asha' });
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="tc.jpg"');
  expect(await response.text()).toBe('JPEG');
  expect(service.arrived.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'POST /api/tc/HTSJ',
    'GET /api/image/tc%204.jpg',
  ]);
});

test('the certificate’s failures have the specification’s words', async () => {
  const page = async () => (await post('/api/tc/HTSJ', { admission: '4', name: 'Asha' })).text();
  expect(await (await post('/api/tc/HTSJ', { admission: '4' })).text()).toContain('role="alert">Please fill in all fields<');
  service.answer = answersJson({}, 500);
  expect(await page()).toContain('role="alert">Failed to process your request. Please try again later.<');
  service.answer = (arrived, response) => answersJson({ data: 'x' }, arrived.method === 'POST' ? 200 : 500)(arrived, response);
  expect(await page()).toContain('role="alert">Failed to download data.<');
});

test('a machine that fills the hidden field is told of a success, and nothing is forwarded', async () => {
  const response = await post('/api/form/HTSJ/abc', { ...CONTACT, leave_empty: 'https://spam.example' });
  expect(response.status).toBe(200);
  expect(await response.text()).toContain('Your Form Submitted Successfully.');
  expect(service.arrived).toEqual([]);
  expect(gateway.events.at(-1)?.outcome).toBe('trapped');
});
