import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CERTIFICATE, embeddedServiceRig } from './serviceRig.ts';

const postJson = (url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(body) });

const rig = embeddedServiceRig();

describe('submissions', () => {
  const contact = { name: 'Mira', phone: '0000000000', email: 'mira@example.org', subject: 'Visit', message: 'When?' };

  it('has a form on the disk before it answers', async () => {
    const { url } = await rig().start();
    expect((await postJson(`${url}/api/form/HTSJ/abc`, contact)).status).toBe(201);
    expect(rig().submissions()).toEqual([{ type: 'abc', fields: contact, files: 0 }]);
  });

  it('keeps the CV of an application whole', async () => {
    const { url } = await rig().start();
    const form = new FormData();
    form.set('name', 'Mira');
    form.set('attachments', new File([Buffer.alloc(3_000_000, '%PDF')], 'CV मीरा.pdf', { type: 'application/pdf' }));
    expect((await fetch(`${url}/api/form/HTSJ/XYZ`, { method: 'POST', body: form })).status).toBe(201);
    expect(rig().submissions()).toEqual([{ type: 'XYZ', fields: { name: 'Mira' }, files: 1 }]);
    const database = rig().database();
    expect(database.prepare('SELECT name, length(bytes) AS size FROM files').get()).toEqual({
      name: 'CV मीरा.pdf',
      size: 3_000_000,
    });
  });

  it('stores a submission once when the same Idempotency-Key comes twice', async () => {
    const { url } = await rig().start();
    const send = async (): Promise<unknown> =>
      (await postJson(`${url}/api/form/HTSJ/Admission`, contact, { 'Idempotency-Key': 'k1' })).json();
    expect(await send()).toEqual(await send());
    expect(rig().submissions()).toHaveLength(1);
  });

  it('keeps what it stored over a restart', async () => {
    const first = await rig().start();
    await postJson(`${first.url}/api/form/HTSJ/abc`, contact);
    await first.close();
    rig().closing.pop();
    const second = await rig().start();
    await postJson(`${second.url}/api/form/HTSJ/abc`, contact);
    expect(rig().submissions()).toHaveLength(2);
  });

  it.each([
    ['a list', '[]', 'application/json', 400],
    ['a text 30,000 levels deep', `{"name":${'['.repeat(30_000)}${']'.repeat(30_000)}}`, 'application/json', 400],
    ['half a JSON text', '{"name":', 'application/json', 400],
    ['another type', 'name=Mira', 'application/x-www-form-urlencoded', 415],
    ['more than 64 kB', JSON.stringify({ message: 'x'.repeat(70_000) }), 'application/json', 413],
    ['broken multipart', 'nothing', 'multipart/form-data; boundary=x', 400],
  ])('refuses %s and stores nothing', async (_, body, type, status) => {
    const { url } = await rig().start();
    const answer = await fetch(`${url}/api/form/HTSJ/abc`, { method: 'POST', headers: { 'Content-Type': type }, body });
    expect(answer.status).toBe(status);
    expect(rig().submissions()).toEqual([]);
  });

  it('refuses a CV that is not a PDF', async () => {
    const { url } = await rig().start();
    const form = new FormData();
    form.set('attachments', new File(['MZ'], 'cv.exe', { type: 'application/octet-stream' }));
    expect((await fetch(`${url}/api/form/HTSJ/XYZ`, { method: 'POST', body: form })).status).toBe(415);
    expect(rig().submissions()).toEqual([]);
  });

  it('issues the certificate to the holder, however the name is spaced and its apostrophe typed', async () => {
    rig().write('certificates.yaml', "- { admission: HT/2019/0412, name: Mira D'Souza, image: tc-0412.jpg }");
    const { url } = await rig().start();
    const ask = async () => {
      const answer = await postJson(`${url}/api/tc/HTSJ`, { name: ' mira  D’SOUZA ', admission: 'ht/2019/0412' });
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

  it.each(['.', '’', 'Mira'])('issues none to %s, also of an entry without a name', async (name) => {
    rig().write(
      'certificates.yaml',
      '- { admission: 0412, image: tc-0412.jpg }\n- { admission: 0412, name: Mira Sen, image: tc-0412.jpg }',
    );
    const { url } = await rig().start();
    expect((await postJson(`${url}/api/tc/HTSJ`, { name, admission: '0412' })).status).toBe(404);
  });

  it.each(['tc-0412.jpg', 'certificates%2Ftc-0412.jpg', '..%2Fcertificates%2Ftc-0412.jpg', '0'.repeat(32)])(
    'answers no certificate by the name %s, wherever its file lies',
    async (reference) => {
      rig().write('media/tc-0412.jpg', CERTIFICATE);
      const { url } = await rig().start();
      expect((await fetch(`${url}/api/image/${reference}`)).status).toBe(404);
    },
  );

  it('counts an Idempotency-Key per form and content, so that nobody else loses a submission by it', async () => {
    const { url } = await rig().start();
    const headers = { 'Idempotency-Key': 'k1' };
    await postJson(`${url}/api/form/HTSJ/abc`, contact, headers);
    await postJson(`${url}/api/form/HTSJ/Admission`, contact, headers);
    await postJson(`${url}/api/form/HTSJ/abc`, { ...contact, name: 'Somebody else' }, headers);
    await postJson(`${url}/api/form/HTSJ/abc`, contact, { ...headers, 'X-Forwarded-For': '203.0.113.7' });
    expect(rig().submissions()).toHaveLength(4);
  });

  it('stores the name of a CV without NUL, paths and turned directions', async () => {
    const { url } = await rig().start();
    for (const name of ['../../home/cv\u202efdp.pdf', 'C:\\CVs\\cv\u0000 one.pdf', 'cv.hta']) {
      const form = new FormData();
      form.set('attachments', new File(['%PDF'], name, { type: 'application/pdf' }));
      expect((await fetch(`${url}/api/form/HTSJ/XYZ`, { method: 'POST', body: form })).status).toBe(201);
    }
    const database = rig().database();
    expect(database.prepare('SELECT name FROM files').all()).toEqual([
      { name: 'cvfdp.pdf' },
      { name: 'cv one.pdf' },
      { name: 'cv.hta.pdf' },
    ]);
  });

  it('keeps everything where only its owner reads, also in a folder that was open to all', async () => {
    mkdirSync(join(rig().folder, 'data'), { mode: 0o755 });
    writeFileSync(join(rig().folder, 'data', 'submissions.sqlite'), '', { mode: 0o644 });
    const { url } = await rig().start();
    await postJson(`${url}/api/form/HTSJ/abc`, contact);
    const modes = readdirSync(join(rig().folder, 'data')).map((name) => statSync(join(rig().folder, 'data', name)).mode & 0o777);
    expect(new Set(modes)).toEqual(new Set([0o600]));
    expect(statSync(join(rig().folder, 'data')).mode & 0o777).toBe(0o700);
  });

  it.each([
    ['an unknown number', { name: 'Mira Sen', admission: '9' }, 404],
    ['another name', { name: 'Somebody', admission: 'HT/2019/0412' }, 404],
    ['a blank field', { name: ' ', admission: 'HT/2019/0412' }, 400],
  ])('issues nothing for %s', async (_, body, status) => {
    const { url } = await rig().start();
    const answer = await postJson(`${url}/api/tc/HTSJ`, body);
    expect([answer.status, await answer.json()]).toEqual([status, { message: expect.any(String) }]);
  });

  it.each(['form/HTSJ/abc', 'tc/HTSJ', 'image/sports%20day.jpg', 'subGallery'])(
    'lets other origins call /api/%s',
    async (path) => {
      const { url } = await rig().start();
      const answer = await fetch(`${url}/api/${path}`, {
        method: 'OPTIONS',
        headers: { Origin: 'https://school.example', 'Access-Control-Request-Method': 'POST' },
      });
      expect(answer.ok).toBe(true);
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    },
  );
});
