import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type BrowserContext, expect, type Page, type Request, test } from 'playwright/test';
import { startContentService } from '../../scripts/content-service/service.ts';
import { serveFolder } from '../../scripts/lib/staticServer.ts';
import { albumPath } from '../../src/lib/paths.ts';
import { ROUTES } from '../../src/lib/routes.ts';
import { startFakeContentService } from '../support/fakeContentService.ts';
import { APPLICATION, CONTACT, fill, openForm, press, SUCCESS } from '../support/forms.ts';
import { startNetworkProxy, visitWithServiceWorker } from '../support/networkProxy.ts';
import { elementsOf } from '../support/published.ts';
import { build, OTHER_SETTINGS, openRig, type Rig, SAMPLE_CONTENT, SERVICE_TOKEN } from '../support/rig.ts';

/**
 * The site on a host that answers /X from X.html, ignores queries and knows no rewrites, compiled to talk straight to the
 * content service. The browser finds the service as its proxy, under a name that stays the same, so that the site is
 * compiled once for all runs.
 */
const SERVICE = OTHER_SETTINGS.publicContentServiceUrl;

const IDENTITIES = ['plain-1', 'Ünï code/&?#%20 1', '../up'];
let rig: Rig;
let service: Awaited<ReturnType<typeof startContentService>>;
let host: Awaited<ReturnType<typeof serveFolder>>;
let context: BrowserContext;
let page: Page;
let calls: Request[];

test.describe.configure({ mode: 'default' });

test.beforeAll(async ({ browser }) => {
  const album = { category: 'PhotoGallery', date: '2026-10-02', attachments: [] };
  const gallery = IDENTITIES.map((_id) => ({ ...album, _id, title: `Album ${_id}` }));
  rig = await openRig({ service: await startFakeContentService({ gallery }), settings: OTHER_SETTINGS });
  await build(rig);
  service = await startContentService({
    folder: SAMPLE_CONTENT,
    dataDir: join(rig.folder, 'data'),
    port: 0,
    token: SERVICE_TOKEN,
    schoolCode: 'HTSJ',
  });
  host = await serveFolder(rig.dist);
  // One visitor, in whose browser no token is until a test puts one there.
  context = await browser.newContext({ baseURL: host.url, proxy: { server: service.url, bypass: '127.0.0.1' } });
  page = await context.newPage();
  page.on('request', (request) => {
    if (request.url().startsWith(SERVICE)) calls.push(request);
  });
});

test.afterAll(async () => {
  await context?.close();
  await host?.close();
  await service?.close();
  await rig?.close();
});

test.beforeEach(() => {
  calls = [];
});

test('every route answers at its exact spelling', async () => {
  for (const route of ROUTES) {
    const answer = await page.request.get(route, { maxRedirects: 0 });
    expect(answer.status(), route).toBe(200);
  }
});

test('every album opens at its shared address, whatever its identity', async () => {
  for (const identity of IDENTITIES) {
    const shared = `/SubGallery?id=${encodeURIComponent(identity)}`;
    await page.goto(shared);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Album ${identity}`);
    await expect(page).toHaveURL(shared);
    const direct = await page.request.get(albumPath(identity).replaceAll('%', '%25'));
    expect(direct.status(), identity).toBe(200);
  }
});

test('the 404 page puts an address in the wrong case right and keeps its query', async () => {
  await page.goto('/subgallery?id=plain-1');
  await expect(page).toHaveURL('/SubGallery?id=plain-1');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Album plain-1');
  await page.goto('/NEWS?q=sports');
  await expect(page).toHaveURL('/News?q=sports');
});

const CV = Buffer.from('%PDF-1.4\nhello');

/** What the service stored last. */
function lastStored() {
  const database = new DatabaseSync(join(rig.folder, 'data', 'submissions.sqlite'), { readOnly: true });
  const row = database.prepare('SELECT id, type, fields FROM submissions ORDER BY id DESC LIMIT 1').get();
  const files = database.prepare('SELECT field, name, bytes FROM files WHERE submission = ?').all(Number(row?.id));
  database.close();
  return {
    type: row?.type,
    fields: JSON.parse(String(row?.fields)) as unknown,
    files: files.map(({ field, name, bytes }) => [field, name, Buffer.from(bytes as Uint8Array)]),
  };
}

test('a contact form goes straight to the service, without a token where none is in the browser', async () => {
  await openForm(page, '/ContactUs');
  await fill(page, CONTACT);
  await press(page);
  await expect(page.getByRole('status')).toHaveText(SUCCESS);
  expect(calls.map((call) => `${call.method()} ${call.url()}`)).toEqual([`POST ${SERVICE}/api/form/HTSJ/abc`]);
  const headers = await calls[0]?.allHeaders();
  expect(headers?.['content-type']).toBe('application/json');
  expect(headers?.authorization).toBeUndefined();
  expect(lastStored()).toEqual({
    type: 'abc',
    fields: {
      name: CONTACT.Name,
      phone: CONTACT['Phone Number'],
      email: CONTACT.Email,
      subject: CONTACT.Subject,
      message: CONTACT.Message,
    },
    files: [],
  });
});

test('an application arrives with its CV byte for byte, and with the token that is in the browser', async () => {
  await openForm(page, '/Careers');
  await page.evaluate(() => localStorage.setItem('token', 'a-token'));
  await fill(page, APPLICATION);
  await page.getByLabel('CV (PDF)').setInputFiles({ name: 'cv.pdf', mimeType: 'application/pdf', buffer: CV });
  await press(page);
  await expect(page.getByRole('status')).toHaveText(SUCCESS);
  const headers = await calls[0]?.allHeaders();
  expect(headers?.['content-type']).toMatch(/^multipart\/form-data; boundary=/);
  expect(headers?.authorization).toBe('Bearer a-token');
  expect(lastStored()).toEqual({
    type: 'XYZ',
    fields: { name: 'Asha Rao', phone: '0000000001', subject: '', profession: 'Teacher', experience: '4 years' },
    files: [['attachments', 'cv.pdf', CV]],
  });
});

test('a certificate is saved as tc.jpg', async () => {
  await openForm(page, '/Tc');
  await page.evaluate(() => localStorage.setItem('token', 'a-token'));
  await fill(page, { 'Admission No.': 'HT/2019/0412', 'Student Full Name': 'Mira Sen' });
  const download = page.waitForEvent('download');
  await press(page);
  const file = await download;
  expect(file.suggestedFilename()).toBe('tc.jpg');
  expect(await readFile(await file.path())).toEqual(await readFile(join(SAMPLE_CONTENT, 'certificates/tc-0412.jpg')));
  const tokens = await Promise.all(calls.map(async (call) => (await call.allHeaders()).authorization));
  expect(calls.map((call) => call.method())).toEqual(['POST', 'GET']);
  expect(tokens).toEqual(['Bearer a-token', undefined]);
});

test('an album newer than the build opens with its photos', async () => {
  await page.goto('/SubGallery?id=annual-day-2025');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Annual day 2025/);
  await expect(page.locator('#photo-1')).toHaveAttribute('data-pswp-width', /^[1-9]\d*$/);
});

test('without script the form says so and whom to write to, and sends nothing anywhere', async ({ browser }) => {
  const plain = await browser.newContext({ baseURL: host.url, javaScriptEnabled: false });
  const still = await plain.newPage();
  for (const path of ['/Careers', '/Tc']) {
    await still.goto(path);
    const note = still.locator('.panel .error');
    await expect(note).toContainText('This form needs JavaScript.');
    const mail = note.getByRole('link');
    await expect(mail).toHaveAttribute('href', `mailto:${await mail.textContent()}`);
    await expect(still.getByRole('button', { name: 'Submit', exact: true })).toBeDisabled();
  }
  await plain.close();
});

test('the pages’ policy lets exactly the service in, and only where it is needed', async () => {
  for (const path of ['/ContactUs', '/SubGallery', '/News']) {
    const html = await (await page.request.get(path)).text();
    const meta = elementsOf(html, 'meta').find(
      ({ attribs }) => attribs['http-equiv']?.toLowerCase() === 'content-security-policy',
    );
    const policy = meta?.attribs.content ?? '';
    const directives = new Map(
      policy
        .split(';')
        .map((text) => text.split(' '))
        .map(([name = '', ...sources]) => [name, sources]),
    );
    expect(directives.get('connect-src')).toEqual(["'self'", SERVICE]);
    expect(directives.get('form-action')).toEqual(["'self'", SERVICE]);
    expect(directives.get('img-src')).toEqual(["'self'", 'data:', 'blob:', SERVICE]);
    const others = [...directives].filter(([name]) => !['connect-src', 'form-action', 'img-src'].includes(name));
    expect(others.filter(([, sources]) => sources.includes(SERVICE))).toEqual([]);
  }
});

test('a site that has offline pages switched off takes the service worker and all that it kept away', async ({ browser }) => {
  const proxy = await startNetworkProxy(process.env.SITE_UNDER_TEST ?? '');
  const visitor = await browser.newContext({ serviceWorkers: 'allow' });
  const kept = await visitor.newPage();
  await visitWithServiceWorker(proxy, kept, '/Fees');
  proxy.site = host.url;
  await kept.goto(`${proxy.url}/Fees`);
  await expect.poll(() => kept.evaluate(() => caches.keys())).toEqual([]);
  await expect.poll(() => kept.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  await kept.goto(`${proxy.url}/About`);
  expect(await kept.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
  await visitor.close();
  await proxy.close();
});
