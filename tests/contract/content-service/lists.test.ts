import { mkdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bearer, embeddedServiceRig } from './serviceRig.ts';

const rig = embeddedServiceRig();

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

describe('lists', () => {
  it.each([...OPEN, ...GUARDED])('answers /api/%s with a JSON array', async (path) => {
    const { url } = await rig().start();
    const answer = await fetch(`${url}/api/${path}`, { headers: bearer });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('application/json');
    expect(Array.isArray(await answer.json())).toBe(true);
  });

  it('joins the files of a collection in the order of their names and names a lone item by its file', async () => {
    const { url } = await rig().start();
    expect(await (await fetch(`${url}/api/news/all/HTSJ`)).json()).toEqual([
      { _id: 'a-first', title: 'A & B', fromDate: '2026-11-02', image: 'sports day.jpg' },
      { _id: 'n2', title: 'Second' },
      { title: 'Third' },
    ]);
  });

  it.each(GUARDED)('asks for the token on /api/%s', async (path) => {
    const { url } = await rig().start();
    expect((await fetch(`${url}/api/${path}`)).status).toBe(401);
    expect((await fetch(`${url}/api/${path}`, { headers: { Authorization: 'Bearer another' } })).status).toBe(401);
  });

  it.each(OPEN)('needs no token on /api/%s', async (path) => {
    const { url } = await rig().start();
    expect((await fetch(`${url}/api/${path}`)).status).toBe(200);
  });

  it('keeps what a file says beside a copy of it, in whose place it is named', async () => {
    const list = [{ _id: 'n2', title: 'Older' }, { title: 'Without' }];
    for (const name of [
      'Copy of b-more.json',
      'b-more copy.json',
      'b-more (copy).json',
      'b-more - Copy.json',
      'b-more-DESKTOP-4K2.json',
      'b-more (conflicted).json',
    ])
      rig().write(`news/${name}`, JSON.stringify(list));
    rig().write('news/sub.yaml', 'title: One');
    for (const folder of ['2026 - Copy', '2026']) {
      mkdirSync(rig().file(`news/${folder}`));
      rig().write(`news/${folder}/sub.yaml`, `title: ${folder}`);
    }
    rig().write('news/lone - Copy.yaml', 'title: Lone');
    const { url } = await rig().start();
    const news = (await (await fetch(`${url}/api/news/all/HTSJ`, { headers: bearer })).json()) as {
      _id?: string;
      title: string;
    }[];
    expect(news.find(({ _id }) => _id === 'n2')).toMatchObject({ title: 'Second' });
    const named = rig().logged.filter((line) => line.includes('which counts'));
    expect(named).toHaveLength(8);
    expect(news.find(({ _id }) => _id === 'sub')).toMatchObject({ title: 2026 });
    expect(rig().logged.filter((line) => /that of a copy/.test(line))).toEqual([
      expect.stringMatching(/^news\/lone - Copy\.yaml: /),
    ]);
    expect(named).toContain(
      'news/b-more - Copy.json: an item has the identity of one in news/b-more.json, which counts. Remove this file if it is a copy; if not, give them an _id of their own.',
    );
  });

  it('leaves the guarded calls open when no token is configured', async () => {
    const { url } = await rig().start({ token: null });
    expect((await fetch(`${url}/api/topper/HTSJ`)).status).toBe(200);
  });

  it('knows no other school and no other call', async () => {
    const { url } = await rig().start();
    expect((await fetch(`${url}/api/news/all/OTHER`)).status).toBe(404);
    expect((await fetch(`${url}/api/secrets/HTSJ`)).status).toBe(404);
  });

  it('answers one album with its fields, and 404 for an unknown one', async () => {
    const { url } = await rig().start();
    expect(await (await fetch(`${url}/api/subGallery?id=alb-1`)).json()).toMatchObject({ _id: 'alb-1', title: 'Album' });
    expect((await fetch(`${url}/api/subGallery?id=nothing`)).status).toBe(404);
  });

  it.each(['news/all/HTSJ', 'subGallery?id=alb-1', 'image/circular.pdf'])('answers 304 to the ETag of /api/%s', async (path) => {
    const { url } = await rig().start();
    const etag = (await fetch(`${url}/api/${path}`)).headers.get('etag') ?? '';
    const again = await fetch(`${url}/api/${path}`, { headers: { 'If-None-Match': `"other", W/${etag}` } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect((await fetch(`${url}/api/${path}`, { headers: { 'If-None-Match': '"other"' } })).status).toBe(200);
  });
});
