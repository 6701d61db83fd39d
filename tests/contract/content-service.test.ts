import { createHmac } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ContentService, type ContentServiceOptions, startContentService } from '../../scripts/content-service/service.ts';

const TOKEN = 'a token of the tests';
const OPEN = [
  'news/all/HTSJ',
  'highlight/HTSJ',
  'events/All/HTSJ',
  'events/HTSJ',
  'gallery/All/HTSJ',
  'gallery/HTSJ',
  'video/All/HTSJ',
];
const GUARDED = [
  'topper/HTSJ',
  'principalMessage/HTSJ',
  'notification/HTSJ',
  'academicCalender/all/HTSJ',
  'onlineRegistration/HTSJ',
];
const PICTURE = Buffer.from('not quite a JPEG, but the service does not look inside');
const CERTIFICATE = Buffer.from('a certificate');

let folder: string;
let closing: (() => Promise<unknown> | unknown)[];
let logged: string[];

const file = (path: string): string => join(folder, 'content', path);
const write = (path: string, content: string | Buffer): void => writeFileSync(file(path), content);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'content-service-'));
  logged = [];
  closing = [() => rmSync(folder, { recursive: true, force: true })];
  mkdirSync(file('media'), { recursive: true });
  mkdirSync(file('news'));
  write('news/a-first.yaml', 'title: "A & B"\nfromDate: 2026-11-02\nimage: sports day.jpg\n');
  write('news/b-more.json', JSON.stringify([{ _id: 'n2', title: 'Second' }, { title: 'Third' }]));
  write('gallery.yaml', '- _id: alb-1\n  title: Album\n  category: PhotoGallery\n  attachments: [sports day.jpg]\n');
  write('certificates.yaml', '- admission: HT/2019/0412\n  name: Mira Sen\n  image: tc-0412.jpg\n');
  mkdirSync(file('certificates'));
  write('certificates/tc-0412.jpg', CERTIFICATE);
  write('media/sports day.jpg', PICTURE);
  write('media/100% ready #1?.jpg', PICTURE);
  write('media/circular.pdf', '%PDF-1.4');
});

afterEach(async () => {
  for (const close of closing.reverse()) await close();
});

async function start(change: Partial<ContentServiceOptions> = {}): Promise<ContentService> {
  const service = await startContentService({
    folder: join(folder, 'content'),
    dataDir: join(folder, 'data'),
    port: 0,
    token: TOKEN,
    schoolCode: 'HTSJ',
    log: (message) => logged.push(message),
    ...change,
  });
  closing.push(() => service.close());
  return service;
}

const bearer = { Authorization: `Bearer ${TOKEN}` };

async function until<Value>(probe: () => Value | Promise<Value>, wanted: (value: Value) => boolean): Promise<Value> {
  for (;;) {
    const value = await probe();
    if (wanted(value)) return value;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function submissions(): { type: string; fields: unknown; files: number }[] {
  const database = new DatabaseSync(join(folder, 'data', 'submissions.sqlite'), { readOnly: true });
  const rows = database
    .prepare(
      'SELECT type, fields, (SELECT count(*) FROM files WHERE submission = submissions.id) AS files FROM submissions ORDER BY id',
    )
    .all();
  database.close();
  return rows.map((row) => ({
    type: String(row.type),
    fields: JSON.parse(String(row.fields)),
    files: Number(row.files),
  }));
}

const postJson = (url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(body) });

describe('lists', () => {
  it.each([...OPEN, ...GUARDED])('answers /api/%s with a JSON array', async (path) => {
    const { url } = await start();
    const answer = await fetch(`${url}/api/${path}`, { headers: bearer });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('application/json');
    expect(Array.isArray(await answer.json())).toBe(true);
  });

  it('joins the files of a collection in the order of their names and names a lone item by its file', async () => {
    const { url } = await start();
    expect(await (await fetch(`${url}/api/news/all/HTSJ`)).json()).toEqual([
      { _id: 'a-first', title: 'A & B', fromDate: '2026-11-02', image: 'sports day.jpg' },
      { _id: 'n2', title: 'Second' },
      { title: 'Third' },
    ]);
  });

  it.each(GUARDED)('asks for the token on /api/%s', async (path) => {
    const { url } = await start();
    expect((await fetch(`${url}/api/${path}`)).status).toBe(401);
    expect((await fetch(`${url}/api/${path}`, { headers: { Authorization: 'Bearer another' } })).status).toBe(401);
  });

  it.each(OPEN)('needs no token on /api/%s', async (path) => {
    const { url } = await start();
    expect((await fetch(`${url}/api/${path}`)).status).toBe(200);
  });

  it('leaves the guarded calls open when no token is configured', async () => {
    const { url } = await start({ token: null });
    expect((await fetch(`${url}/api/topper/HTSJ`)).status).toBe(200);
  });

  it('knows no other school and no other call', async () => {
    const { url } = await start();
    expect((await fetch(`${url}/api/news/all/OTHER`)).status).toBe(404);
    expect((await fetch(`${url}/api/secrets/HTSJ`)).status).toBe(404);
  });

  it('answers one album with its fields, and 404 for an unknown one', async () => {
    const { url } = await start();
    expect(await (await fetch(`${url}/api/subGallery?id=alb-1`)).json()).toMatchObject({ _id: 'alb-1', title: 'Album' });
    expect((await fetch(`${url}/api/subGallery?id=nothing`)).status).toBe(404);
  });

  it.each(['news/all/HTSJ', 'subGallery?id=alb-1', 'image/circular.pdf'])('answers 304 to the ETag of /api/%s', async (path) => {
    const { url } = await start();
    const etag = (await fetch(`${url}/api/${path}`)).headers.get('etag') ?? '';
    const again = await fetch(`${url}/api/${path}`, { headers: { 'If-None-Match': `"other", W/${etag}` } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect((await fetch(`${url}/api/${path}`, { headers: { 'If-None-Match': '"other"' } })).status).toBe(200);
  });
});

describe('pictures and files', () => {
  it('says of a missing one which file was probably meant, but never names a certificate', async () => {
    write('media/tc-0412.jpg', CERTIFICATE);
    const { url } = await start();
    const said = async (reference: string) =>
      ((await (await fetch(`${url}/api/image/${encodeURIComponent(reference)}`)).json()) as { message: string }).message;
    expect(await said('sport day.jpg')).toBe('There is no file sport day.jpg in media/. Is sports day.jpg meant?');
    expect(await said('tc-0413.jpg')).toBe('There is no file tc-0413.jpg in media/.');
  });

  it.each(['sports day.jpg', '100% ready #1?.jpg'])('answers the picture %s with its bytes and type', async (reference) => {
    const { url } = await start();
    const answer = await fetch(`${url}/api/image/${encodeURIComponent(reference)}`);
    expect(answer.headers.get('content-type')).toBe('image/jpeg');
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(PICTURE);
  });

  it.each(['missing.jpg', '..%2Fgallery.yaml', '%2e%2e%2fcertificates.yaml', '%', ''])('answers 404 to %s', async (reference) => {
    const { url } = await start();
    expect((await fetch(`${url}/api/image/${reference}`)).status).toBe(404);
  });
});

describe('submissions', () => {
  const contact = { name: 'Mira', phone: '0000000000', email: 'mira@example.org', subject: 'Visit', message: 'When?' };

  it('has a form on the disk before it answers', async () => {
    const { url } = await start();
    expect((await postJson(`${url}/api/form/HTSJ/abc`, contact)).status).toBe(201);
    expect(submissions()).toEqual([{ type: 'abc', fields: contact, files: 0 }]);
  });

  it('keeps the CV of an application whole', async () => {
    const { url } = await start();
    const form = new FormData();
    form.set('name', 'Mira');
    form.set('attachments', new File([Buffer.alloc(3_000_000, '%PDF')], 'CV मीरा.pdf', { type: 'application/pdf' }));
    expect((await fetch(`${url}/api/form/HTSJ/XYZ`, { method: 'POST', body: form })).status).toBe(201);
    expect(submissions()).toEqual([{ type: 'XYZ', fields: { name: 'Mira' }, files: 1 }]);
    const database = new DatabaseSync(join(folder, 'data', 'submissions.sqlite'), { readOnly: true });
    closing.push(() => database.close());
    expect(database.prepare('SELECT name, length(bytes) AS size FROM files').get()).toEqual({
      name: 'CV मीरा.pdf',
      size: 3_000_000,
    });
  });

  it('stores a submission once when the same Idempotency-Key comes twice', async () => {
    const { url } = await start();
    const send = async (): Promise<unknown> =>
      (await postJson(`${url}/api/form/HTSJ/Admission`, contact, { 'Idempotency-Key': 'k1' })).json();
    expect(await send()).toEqual(await send());
    expect(submissions()).toHaveLength(1);
  });

  it('keeps what it stored over a restart', async () => {
    const first = await start();
    await postJson(`${first.url}/api/form/HTSJ/abc`, contact);
    await first.close();
    closing.pop();
    const second = await start();
    await postJson(`${second.url}/api/form/HTSJ/abc`, contact);
    expect(submissions()).toHaveLength(2);
  });

  it.each([
    ['a list', '[]', 'application/json', 400],
    ['a text 30,000 levels deep', `{"name":${'['.repeat(30_000)}${']'.repeat(30_000)}}`, 'application/json', 400],
    ['half a JSON text', '{"name":', 'application/json', 400],
    ['another type', 'name=Mira', 'application/x-www-form-urlencoded', 415],
    ['more than 64 kB', JSON.stringify({ message: 'x'.repeat(70_000) }), 'application/json', 413],
    ['broken multipart', 'nothing', 'multipart/form-data; boundary=x', 400],
  ])('refuses %s and stores nothing', async (_, body, type, status) => {
    const { url } = await start();
    const answer = await fetch(`${url}/api/form/HTSJ/abc`, { method: 'POST', headers: { 'Content-Type': type }, body });
    expect(answer.status).toBe(status);
    expect(submissions()).toEqual([]);
  });

  it('refuses a CV that is not a PDF', async () => {
    const { url } = await start();
    const form = new FormData();
    form.set('attachments', new File(['MZ'], 'cv.exe', { type: 'application/octet-stream' }));
    expect((await fetch(`${url}/api/form/HTSJ/XYZ`, { method: 'POST', body: form })).status).toBe(415);
    expect(submissions()).toEqual([]);
  });

  it('issues the certificate to the holder, however the name is spaced', async () => {
    const { url } = await start();
    const ask = async () => {
      const answer = await postJson(`${url}/api/tc/HTSJ`, { name: ' mira  SEN ', admission: 'ht/2019/0412' });
      expect(answer.status).toBe(200);
      return ((await answer.json()) as { data: string }).data;
    };
    const [first, second] = [await ask(), await ask()];
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(second).not.toBe(first);
    const image = await fetch(`${url}/api/image/${first}`);
    expect(Buffer.from(await image.arrayBuffer())).toEqual(CERTIFICATE);
    expect([image.headers.get('content-type'), image.headers.get('cache-control')]).toEqual(['image/jpeg', 'no-store']);
  });

  it.each(['tc-0412.jpg', 'certificates%2Ftc-0412.jpg', '..%2Fcertificates%2Ftc-0412.jpg', '0'.repeat(32)])(
    'answers no certificate by the name %s, wherever its file lies',
    async (reference) => {
      write('media/tc-0412.jpg', CERTIFICATE);
      const { url } = await start();
      expect((await fetch(`${url}/api/image/${reference}`)).status).toBe(404);
    },
  );

  it('counts an Idempotency-Key per form and content, so that nobody else loses a submission by it', async () => {
    const { url } = await start();
    const headers = { 'Idempotency-Key': 'k1' };
    await postJson(`${url}/api/form/HTSJ/abc`, contact, headers);
    await postJson(`${url}/api/form/HTSJ/Admission`, contact, headers);
    await postJson(`${url}/api/form/HTSJ/abc`, { ...contact, name: 'Somebody else' }, headers);
    await postJson(`${url}/api/form/HTSJ/abc`, contact, { ...headers, 'X-Forwarded-For': '203.0.113.7' });
    expect(submissions()).toHaveLength(4);
  });

  it('stores the name of a CV without NUL, paths and turned directions', async () => {
    const { url } = await start();
    for (const name of ['../../home/cv\u202efdp.pdf', 'C:\\CVs\\cv\u0000 one.pdf']) {
      const form = new FormData();
      form.set('attachments', new File(['%PDF'], name, { type: 'application/pdf' }));
      expect((await fetch(`${url}/api/form/HTSJ/XYZ`, { method: 'POST', body: form })).status).toBe(201);
    }
    const database = new DatabaseSync(join(folder, 'data', 'submissions.sqlite'), { readOnly: true });
    closing.push(() => database.close());
    expect(database.prepare('SELECT name FROM files').all()).toEqual([{ name: 'cvfdp.pdf' }, { name: 'cv one.pdf' }]);
  });

  it('keeps everything where only its owner reads, also in a folder that was open to all', async () => {
    mkdirSync(join(folder, 'data'), { mode: 0o755 });
    writeFileSync(join(folder, 'data', 'submissions.sqlite'), '', { mode: 0o644 });
    const { url } = await start();
    await postJson(`${url}/api/form/HTSJ/abc`, contact);
    const modes = readdirSync(join(folder, 'data')).map((name) => statSync(join(folder, 'data', name)).mode & 0o777);
    expect(new Set(modes)).toEqual(new Set([0o600]));
    expect(statSync(join(folder, 'data')).mode & 0o777).toBe(0o700);
  });

  it.each([
    ['an unknown number', { name: 'Mira Sen', admission: '9' }, 404],
    ['another name', { name: 'Somebody', admission: 'HT/2019/0412' }, 404],
    ['a blank field', { name: ' ', admission: 'HT/2019/0412' }, 400],
  ])('issues nothing for %s', async (_, body, status) => {
    const { url } = await start();
    const answer = await postJson(`${url}/api/tc/HTSJ`, body);
    expect([answer.status, await answer.json()]).toEqual([status, { message: expect.any(String) }]);
  });

  it.each(['form/HTSJ/abc', 'tc/HTSJ', 'image/sports%20day.jpg', 'subGallery'])(
    'lets other origins call /api/%s',
    async (path) => {
      const { url } = await start();
      const answer = await fetch(`${url}/api/${path}`, {
        method: 'OPTIONS',
        headers: { Origin: 'https://school.example', 'Access-Control-Request-Method': 'POST' },
      });
      expect(answer.ok).toBe(true);
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    },
  );
});

describe('a change in the folder', () => {
  interface Call {
    readonly signature: string | undefined;
    readonly body: string;
  }

  /** A worker that answers with these statuses, the last one for ever. */
  async function worker(...statuses: number[]): Promise<{ url: string; calls: Call[] }> {
    const calls: Call[] = [];
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (part) => {
        body += part;
      });
      request.on('end', () => {
        calls.push({ signature: request.headers['x-hub-signature-256'] as string | undefined, body });
        response.writeHead(statuses[Math.min(calls.length, statuses.length) - 1] ?? 202).end();
      });
    });
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    closing.push(() => new Promise((done) => server.close(done)));
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks/rebuild`, calls };
  }

  it('is answered at once and posted as a webhook whose signature covers the raw body', async () => {
    const { url: hook, calls } = await worker(202);
    const { url } = await start({ webhook: { url: hook, secret: 'shared' } });
    write('news/c-new.yaml', 'title: Rain holiday\n');
    const [call] = await until(
      () => calls,
      (all) => all.length > 0,
    );
    expect(call?.body).toBe('{"collections":["news"]}');
    expect(call?.signature).toBe(`sha256=${createHmac('sha256', 'shared').update('{"collections":["news"]}').digest('hex')}`);
    expect(await (await fetch(`${url}/api/news/all/HTSJ`)).text()).toContain('Rain holiday');
  });

  it('is posted again when the worker fails, and not when it refuses', async () => {
    const { url: hook, calls } = await worker(503, 401);
    await start({ webhook: { url: hook, secret: 'shared' } });
    write('news/c-new.yaml', 'title: Rain holiday\n');
    await until(
      () => logged,
      (lines) => lines.some((line) => line.includes('401')),
    );
    expect(calls.map(({ body }) => body)).toEqual(['{"collections":["news"]}', '{"collections":["news"]}']);
  });

  it('names the collections that show a picture which arrived later, and follows new folders', async () => {
    const { url: hook, calls } = await worker(202);
    await start({ webhook: { url: hook, secret: 'shared' } });
    write('media/sports day.jpg', 'another picture');
    await until(
      () => calls.length,
      (count) => count === 1,
    );
    mkdirSync(file('events'));
    write('events/a.yaml', 'title: Quiz\n');
    await until(
      () => calls.length,
      (count) => count === 2,
    );
    write('events/b.yaml', 'title: Debate\n');
    await until(
      () => calls.length,
      (count) => count === 3,
    );
    expect(calls.map(({ body }) => body)).toEqual([
      '{"collections":["gallery","news"]}',
      '{"collections":["events"]}',
      '{"collections":["events"]}',
    ]);
  });

  it('keeps the last good content of a file that cannot be read, and names the file', async () => {
    const { url } = await start();
    const before = await (await fetch(`${url}/api/news/all/HTSJ`)).text();
    write('news/b-more.json', '[{"title": "Half');
    await until(
      () => logged,
      (lines) => lines.some((line) => line.includes('news/b-more.json')),
    );
    expect(await (await fetch(`${url}/api/news/all/HTSJ`)).text()).toBe(before);
    rmSync(file('news/b-more.json'));
    await until(
      async () => (await (await fetch(`${url}/api/news/all/HTSJ`)).json()) as unknown[],
      (items) => items.length === 1,
    );
  });

  it('posts and tells what has no effect as it stands, to whoever has the token, until it is mended', async () => {
    const { url: hook, calls } = await worker(202);
    const { url } = await start({ webhook: { url: hook, secret: 'shared' } });
    const announced = async () => (await fetch(`${url}/api/highlight/HTSJ`)).headers.get('x-file-warnings');
    expect(await announced()).toBeNull();
    write('news/a-first.yaml', 'title: "A & B"\nfromDate: 2026-11-02\nimage: sports day.jpg\nheadline: Ours\n');
    await until(announced, (digest) => digest !== null);
    const told = await fetch(`${url}/api/fileWarnings/HTSJ`, { headers: bearer });
    expect(await told.json()).toEqual([
      { collection: 'news', item: 'news/a-first.yaml ("A & B")', why: expect.stringContaining('"headline"') },
    ]);
    expect((await fetch(`${url}/api/fileWarnings/HTSJ`)).status).toBe(401);
    write('news/a-first.yaml', 'title: "A & B"\nfromDate: 2026-11-02\nimage: sports day.jpg\n');
    await until(announced, (digest) => digest === null);
    await until(
      () => calls,
      (all) => all.length === 2,
    );
    expect(calls.map(({ body }) => body)).toEqual(['{"collections":["news"]}', '{"collections":["news"]}']);
    expect(logged).toContain('All of the content folder is in order again.');
  });

  it('that was made before the start and cannot be read is refused to who holds an earlier list, and left out for others', async () => {
    write('news/b-more.json', '[{"title": "Half');
    const { url } = await start();
    const ask = (headers: Record<string, string>) => fetch(`${url}/api/news/all/HTSJ`, { headers });
    const whole = await ask({});
    expect(await whole.json()).toHaveLength(1);
    const refused = await ask({ 'If-None-Match': '"earlier"' });
    expect([refused.status, await refused.json()]).toEqual([
      409,
      { message: expect.stringMatching(/^news\/b-more\.json: it cannot be read/) },
    ]);
    expect((await ask({ 'If-None-Match': whole.headers.get('etag') ?? '' })).status).toBe(304);
    write('news/b-more.json', '[{"title": "Whole"}]');
    await until(
      async () => (await ask({ 'If-None-Match': '"earlier"' })).status,
      (status) => status === 200,
    );
  });

  it('that belongs to no collection is posted for all of them', async () => {
    const { url: hook, calls } = await worker(202);
    await start({ webhook: { url: hook, secret: 'shared' } });
    write('timetable.yaml', 'title: Monday\n');
    const [call] = await until(
      () => calls,
      (all) => all.length > 0,
    );
    expect(JSON.parse(call?.body ?? '').collections).toHaveLength(10);
  });
});
