/** A content service in plain Node, to copy: `TOKEN=secret PORT=4322 node example.mjs`. API.md says what each call is for. */
import { createHash, createHmac } from 'node:crypto';
import { appendFile, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';

const { PORT = '4322', TOKEN = '', SCHOOL_CODE = 'HTSJ', HOOK_URL = '', REBUILD_SECRET = '' } = process.env;
/** Yours come from a database. Each has an `_id` that stays the same for ever. */
const LISTS = {
  news: [{ _id: 'n1', title: 'Our team wins the district quiz', fromDate: '2026-11-21', image: 'quiz.jpg' }],
  events: [{ _id: 'e1', title: 'Annual concert', date: '2026-12-19', time: '10:30 AM', venue: 'School hall' }],
  gallery: [{ _id: 'g1', title: 'Sports day', category: 'PhotoGallery', date: '2026-11-14', attachments: ['quiz.jpg'] }],
  topper: [{ _id: 't1', name: 'Asha Rao', class: 'X', sessionYear: '2025-2026', division: '98.4' }],
  principalMessage: [{ _id: 'p1', name: 'Dr. Meera Rao', category: 'Principal', message: '<p>Dear parents</p>' }],
  highlight: [{ _id: 'h1', title: 'Admission for 2027-28 is open' }],
};
const OPEN = {
  news: 'news/all',
  events: 'events/All',
  gallery: 'gallery/All',
  video: 'video/All',
  highlight: 'highlight',
};
const AUTH = {
  topper: 'topper',
  principalMessage: 'principalMessage',
  notification: 'notification',
  academicCalender: 'academicCalender/all',
  onlineRegistration: 'onlineRegistration',
};
const nameOf = (calls, path) => Object.keys(calls).find((name) => path === `/api/${calls[name]}/${SCHOOL_CODE}`);

function sendJson(request, response, value, status = 200) {
  const body = JSON.stringify(value);
  const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 16)}"`;
  // With an ETag an unchanged list is not sent again.
  const isKnown = status === 200 && request.headers['if-none-match'] === etag;
  response.writeHead(isKnown ? 304 : status, { 'content-type': 'application/json', etag }).end(isKnown ? undefined : body);
}

createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://service');
  const isAuthorised = !TOKEN || request.headers.authorization === `Bearer ${TOKEN}`;
  const form = /^\/api\/(form|tc)\//.test(pathname) && request.method === 'POST';
  if ((form || nameOf(AUTH, pathname)) && !isAuthorised) return sendJson(request, response, { message: 'Wrong token.' }, 401);
  const list = nameOf(OPEN, pathname) ?? nameOf(AUTH, pathname);
  if (list) return sendJson(request, response, LISTS[list] ?? []);
  if (pathname === '/api/subGallery') {
    const album = LISTS.gallery.find(({ _id }) => _id === searchParams.get('id'));
    return sendJson(request, response, album ?? { message: 'No such album.' }, album ? 200 : 404);
  }
  if (pathname.startsWith('/api/image/')) {
    const name = decodeURIComponent(pathname.slice('/api/image/'.length)).replace(/^.*[/\\]/, '');
    const file = await readFile(`pictures/${name}`).catch(() => null);
    return file ? response.end(file) : sendJson(request, response, { message: `There is no ${name}.` }, 404);
  }
  if (!form) return sendJson(request, response, { message: 'No such call.' }, 404);
  // Write it down before you answer; 2xx tells the site that it is safe. A certificate answers its picture's reference.
  await appendFile(
    'submissions.jsonl',
    `${JSON.stringify({ path: pathname, body: (await Array.fromAsync(request)).join('') })}\n`,
  );
  return sendJson(request, response, pathname.startsWith('/api/tc/') ? { data: 'certificate.jpg' } : { ok: true });
}).listen(Number(PORT), () => console.log(`http://localhost:${PORT}`));

/** Call it after a change: the site is rebuilt at once. */
export async function tellSite(collections) {
  const body = JSON.stringify({ collections });
  const signature = `sha256=${createHmac('sha256', REBUILD_SECRET).update(body).digest('hex')}`;
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signature };
  return fetch(HOOK_URL, { method: 'POST', headers, body });
}
