import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSubmissions, type Submissions } from '../../../scripts/content-service/submissions.ts';
import { openInbox } from '../../../scripts/lib/inbox.ts';
import { HOSTILE, openDesk } from '../../support/desk.ts';
import { TEMPORARY } from '../../support/temporary.ts';

let folder: string;
let submissions: Submissions | null;
beforeEach(() => {
  folder = mkdtempSync(join(TEMPORARY, 'inbox-'));
  submissions = null;
});
afterEach(() => {
  submissions?.close();
  rmSync(folder, { recursive: true, force: true });
});

function store(type: string, fields: Record<string, unknown>, files: Parameters<Submissions['store']>[0]['files'] = []): number {
  submissions ??= openSubmissions(folder);
  return submissions.store({ kind: 'form', type, fields, files, key: null, sender: '' });
}

async function open() {
  const desk = await openDesk({ inbox: openInbox(folder) });
  const { cookie, token, page } = await desk.signIn();
  const get = (path: string) => desk.desk.request(path, { headers: { cookie } }, { address: '192.0.2.7' });
  const press = (fields: Record<string, string>) =>
    desk.post('/desk/delete-message', { ...fields, token }, { cookie, origin: 'http://school.example' });
  return { ...desk, page, get, press };
}

/** A database of submissions whose file is whole at its beginning alone. */
function damage(): void {
  for (let at = 0; at < 40; at += 1) store('XYZ', { message: 'words '.repeat(200) });
  submissions?.close();
  submissions = null;
  const file = join(folder, 'submissions.sqlite');
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.fill(0xa5, 4096));
}

test.each([
  ['is none', () => writeFileSync(join(folder, 'submissions.sqlite'), 'half a backup')],
  ['is damaged inside', damage],
])('a database of submissions that %s is told in its section, and the rest of the desk works', async (_what, spoil) => {
  spoil();
  const { get } = await open();
  const page = await get('/desk');
  expect(page.status).toBe(200);
  expect(await page.text()).toMatch(/<h2 id="inbox">Inbox<\/h2>\n<p class="problem">[^<]*submissions.sqlite cannot be read/);
  const list = await get('/desk/inbox');
  expect(list.status).toBe(500);
  expect(await list.text()).toContain('submissions.sqlite cannot be read');
});

test('an inbox into which nothing came says so', async () => {
  const { page, get } = await open();
  expect(page).toContain('No visitor has sent anything yet.');
  expect(await (await get('/desk/inbox')).text()).toContain('No messages.');
  expect((await get('/desk/inbox/1')).status).toBe(404);
});

test('a message is found, read and left uncached; what was written is text; who looked is logged', async () => {
  store('abc', { name: 'Asha Rao', email: 'asha@example.org', subject: 'Fees', message: HOSTILE });
  const { page, get, lines } = await open();
  expect(page).toContain('<a href="/desk/inbox?form=contact">contact</a> 1');
  const list = await (await get('/desk/inbox')).text();
  expect(list).toContain('<a href="/desk/inbox/1">Asha Rao</a>');
  const answer = await get('/desk/inbox/1');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('x-robots-tag')).toContain('noindex');
  const message = await answer.text();
  expect(message).toContain('<dt>Email</dt><dd class="typed">asha@example.org</dd>');
  expect(message).toContain('&lt;script&gt;');
  expect(message).not.toContain(HOSTILE);
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ desk: 'inbox', path: '/desk/inbox/1', address: '192.0.2.7', result: 'done' }),
  );
  expect(lines.join()).not.toContain('Asha');
});

test('a CV is saved under the name of a PDF and never shown, and a form is saved as CSV', async () => {
  store('XYZ', { name: 'Asha' }, [
    { field: 'attachments', name: 'cv “Rao”.hta', type: 'text/html', bytes: Buffer.from('%PDF-1.4 <script>') },
  ]);
  const { get } = await open();
  expect(await (await get('/desk/inbox/1')).text()).toContain('<a href="/desk/inbox/1/0">cv “Rao”.hta.pdf</a>');
  const file = await get('/desk/inbox/1/0');
  expect(file.headers.get('content-type')).toBe('application/pdf');
  expect(file.headers.get('content-disposition')).toBe(
    `attachment; filename="1-cv _Rao_.hta.pdf"; filename*=UTF-8''1-cv%20%E2%80%9CRao%E2%80%9D.hta.pdf`,
  );
  expect(file.headers.get('x-content-type-options')).toBe('nosniff');
  expect(file.headers.get('cache-control')).toBe('no-store');
  expect(await file.text()).toBe('%PDF-1.4 <script>');
  for (const none of ['1/1', '1/999999999', `1/${'9'.repeat(23)}`, '9'.repeat(23)])
    expect((await get(`/desk/inbox/${none}`)).status).toBe(404);
  const csv = await get('/desk/inbox/careers.csv');
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(await csv.text()).toContain('"Asha"');
  expect((await get('/desk/inbox/other.csv')).status).toBe(404);
});

test('of many messages the newest fifty come first, and the others by a link; a form has its own', async () => {
  for (let at = 1; at <= 60; at += 1) store('abc', { name: `Person ${at}.` });
  store('Admission', { name: 'Somebody else' });
  const { get } = await open();
  const first = await (await get('/desk/inbox?form=contact')).text();
  expect(first).toContain('>Person 60.<');
  expect(first).not.toContain('>Person 10.<');
  expect(first).not.toContain('Somebody else');
  const [, link = ''] = /<a href="([^"]+)">Older messages<\/a>/.exec(first) ?? [];
  const second = await (await get(link.replaceAll('&amp;', '&'))).text();
  expect(second).toContain('>Person 10.<');
  expect(second).not.toContain('Older messages');
});

test('a message is deleted with its files once that is confirmed, and not before', async () => {
  store('XYZ', { name: 'Asha' }, [{ field: 'attachments', name: 'cv.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF') }]);
  const { get, press } = await open();
  expect((await press({ id: '1' })).headers.get('location')).toBe('/desk/inbox');
  expect(await (await get('/desk/inbox')).text()).toContain('Yes, delete it');
  expect((await get('/desk/inbox/1')).status).toBe(200);
  await press({ id: '1', sure: 'yes' });
  expect(await (await get('/desk/inbox')).text()).toContain('Message 1 is deleted.');
  expect((await get('/desk/inbox/1')).status).toBe(404);
  expect((await get('/desk/inbox/1/0')).status).toBe(404);
});

test.each(['/desk/inbox', '/desk/inbox/1', '/desk/inbox/1/0', '/desk/inbox/contact.csv'])(
  '%s asks for the password first',
  async (path) => {
    store('abc', { name: 'Asha Rao' });
    const { desk } = await open();
    const answer = await desk.request(path);
    expect(answer.status).toBe(401);
    expect(await answer.text()).not.toContain('Asha');
  },
);

test('where another content service keeps what visitors sent there is no inbox', async () => {
  const desk = await openDesk();
  const { cookie, page } = await desk.signIn();
  expect(page).not.toContain('Inbox');
  expect((await desk.desk.request('/desk/inbox', { headers: { cookie } }, { address: '192.0.2.7' })).status).toBe(404);
});
