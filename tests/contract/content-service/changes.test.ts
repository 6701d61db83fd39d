import { createHmac } from 'node:crypto';
import { cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startStubService } from '../../support/stubService.ts';
import { bearer, embeddedServiceRig, until } from './serviceRig.ts';

const rig = embeddedServiceRig();

describe('a change in the folder', () => {
  interface Call {
    readonly signature: string | undefined;
    readonly body: string;
  }

  /** A worker that answers with these statuses, the last one for ever. */
  async function worker(...statuses: number[]): Promise<{ url: string; calls: Call[] }> {
    const calls: Call[] = [];
    const { url, close } = await startStubService(({ headers, body }, response) => {
      calls.push({ signature: headers['x-hub-signature-256'] as string | undefined, body: body.toString() });
      response.writeHead(statuses[Math.min(calls.length, statuses.length) - 1] ?? 202).end();
    });
    rig().closing.push(close);
    return { url: `${url}/hooks/rebuild`, calls };
  }

  it('is answered at once and posted as a webhook whose signature covers the raw body', async () => {
    const { url: hook, calls } = await worker(202);
    const { url } = await rig().start({ webhook: { url: hook, secret: 'shared' } });
    rig().write('news/c-new.yaml', 'title: Rain holiday\n');
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
    await rig().start({ webhook: { url: hook, secret: 'shared' } });
    rig().write('news/c-new.yaml', 'title: Rain holiday\n');
    await until(
      () => rig().logged,
      (lines) => lines.some((line) => line.includes('401')),
    );
    expect(calls.map(({ body }) => body)).toEqual(['{"collections":["news"]}', '{"collections":["news"]}']);
  });

  it.each([
    ['at once', false],
    ['after it was missed', true],
  ])(
    'is seen when the whole folder is replaced %s by another one of its name, and so is the next change in it',
    async (_, isLate) => {
      const { url: hook, calls } = await worker(202);
      await rig().start({ webhook: { url: hook, secret: 'shared' } });
      const folder = rig().file('');
      const next = join(rig().folder, 'next');
      cpSync(folder, next, { recursive: true });
      writeFileSync(join(next, 'news/c-new.yaml'), 'title: Rain holiday\n');
      renameSync(folder, join(rig().folder, 'before'));
      if (isLate)
        await until(
          () => rig().logged,
          (lines) => lines.some((line) => line.startsWith('the content folder: it cannot be read')),
        );
      renameSync(next, folder);
      const started = performance.now();
      await until(
        () => calls,
        (all) => all.length > 0,
      );
      rig().write('news/c-new.yaml', 'title: Sun holiday\n');
      await until(
        () => calls,
        (all) => all.length > 1,
      );
      // Without a watcher the folder is looked at every 30 s.
      expect(performance.now() - started).toBeLessThan(10_000);
      for (const { body } of calls) expect(body).toContain('"news"');
    },
  );

  it('is all that the folder holds, when it comes after the service began without it', async () => {
    const { url: hook, calls } = await worker(202);
    const away = join(rig().folder, 'away');
    renameSync(rig().file(''), away);
    const { url } = await rig().start({ webhook: { url: hook, secret: 'shared' }, mayBeAway: true });
    const statusOf = async (path: string) => (await fetch(`${url}/api/${path}`)).status;
    const paths = ['news/all/HTSJ', 'image/circular.pdf', 'subGallery?id=alb-1'];
    expect(await Promise.all(paths.map(statusOf))).toEqual([503, 503, 503]);
    expect(rig().logged).toContainEqual(expect.stringMatching(/^the content folder: it cannot be read: ENOENT/));
    renameSync(away, rig().file(''));
    await until(
      () => calls,
      (all) => all.some(({ body }) => body.includes('"news"') && body.includes('"gallery"')),
    );
    expect(await Promise.all(paths.map(statusOf))).toEqual([200, 200, 200]);
  });

  it('is what it was while nothing is left in the folder, as where its disk is not mounted any more', async () => {
    const { url } = await rig().start();
    const ask = () => Promise.all(['news/all/HTSJ', 'image/circular.pdf'].map((path) => fetch(`${url}/api/${path}`)));
    const before = await (await ask())[0]?.text();
    const away = join(rig().folder, 'away');
    renameSync(rig().file(''), away);
    mkdirSync(rig().file(''));
    await until(
      () => rig().logged,
      (lines) => lines.some((line) => line.startsWith('the content folder: it cannot be read: it holds no file')),
    );
    const [news, picture] = await ask();
    expect([await news?.text(), picture?.status]).toEqual([before, 503]);
    rmSync(rig().file(''), { recursive: true });
    renameSync(away, rig().file(''));
    await until(ask, (all) => all.every(({ status }) => status === 200));
  });

  it('names a picture also as the item writes its name, where the file of a Mac has the letters in another way', async () => {
    const { url: hook, calls } = await worker(202);
    const name = 'fête.jpg';
    rig().write(`media/${name.normalize('NFD')}`, 'a picture');
    mkdirSync(rig().file('events'));
    rig().write('events/a.yaml', `title: Fete\nattachments: [${name.normalize('NFC')}]\n`);
    await rig().start({ webhook: { url: hook, secret: 'shared' } });
    rig().write(`media/${name.normalize('NFD')}`, 'another picture');
    await until(
      () => calls.length,
      (count) => count === 1,
    );
    expect(JSON.parse(calls[0]?.body ?? '')).toEqual({
      collections: ['events'],
      media: [name.normalize('NFD'), name.normalize('NFC')],
    });
  });

  it('names the collections that show a picture that was put there anew, and the picture, also where nothing named it before, and follows new folders', async () => {
    const { url: hook, calls } = await worker(202);
    await rig().start({ webhook: { url: hook, secret: 'shared' } });
    rig().write('media/sports day.jpg', 'another picture');
    await until(
      () => calls.length,
      (count) => count === 1,
    );
    mkdirSync(rig().file('events'));
    rig().write('events/a.yaml', 'title: Quiz\n');
    await until(
      () => calls.length,
      (count) => count === 2,
    );
    rig().write('events/b.yaml', 'title: Debate\n');
    await until(
      () => calls.length,
      (count) => count === 3,
    );
    rig().write('media/circular.pdf', '%PDF-1.5');
    rig().write('events/b.yaml', 'title: Debate\nattachments: [circular.pdf]\n');
    rmSync(rig().file('media/sports day.jpg'));
    await until(
      () => calls.length,
      (count) => count >= 4,
    );
    rig().write('media/sports day.jpg', 'a third picture');
    await until(
      () => calls.at(-1)?.body,
      (body) => body === '{"collections":["gallery","news"],"media":["sports day.jpg"]}',
    );
    const told = calls.map(({ body }) => JSON.parse(body) as { readonly collections: string[]; readonly media?: string[] });
    expect(told.slice(0, 3)).toEqual([
      { collections: ['gallery', 'news'], media: ['sports day.jpg'] },
      { collections: ['events'] },
      { collections: ['events'] },
    ]);
    expect(told.slice(3, -1).flatMap(({ media }) => media ?? [])).toEqual(['circular.pdf']);
  });

  it('names a picture that was deleted while an item shows it, once it has been away for two seconds', async () => {
    const { url: hook, calls } = await worker(202);
    await rig().start({ webhook: { url: hook, secret: 'shared' } });
    rmSync(rig().file('media/sports day.jpg'));
    await until(
      () => calls.map(({ body }) => body),
      (bodies) => bodies.length > 0,
    );
    expect(calls.map(({ body }) => body)).toEqual(['{"collections":["gallery","news"],"media":["sports day.jpg"]}']);
  });

  it('keeps the last good content of a file that cannot be read, and names the file', async () => {
    const { url } = await rig().start();
    const before = await (await fetch(`${url}/api/news/all/HTSJ`)).text();
    rig().write('news/b-more.json', '[{"title": "Half');
    await until(
      () => rig().logged,
      (lines) => lines.some((line) => line.includes('news/b-more.json')),
    );
    expect(await (await fetch(`${url}/api/news/all/HTSJ`)).text()).toBe(before);
    rmSync(rig().file('news/b-more.json'));
    await until(
      async () => (await (await fetch(`${url}/api/news/all/HTSJ`)).json()) as unknown[],
      (items) => items.length === 1,
    );
  });

  it('takes a list with fewer items than before once nobody writes on it: half of an upload is no change', async () => {
    const { url: hook, calls } = await worker(202);
    rig().write('news/c-list.yaml', '- title: One\n- title: Two\n');
    const { url } = await rig().start({ webhook: { url: hook, secret: 'shared' } });
    const titles = async () =>
      ((await (await fetch(`${url}/api/news/all/HTSJ`)).json()) as { readonly title: string }[])
        .slice(3)
        .map(({ title }) => title);
    rig().write('news/c-list.yaml', '- title: New\n');
    rig().write('highlight.yaml', '- title: Looked at\n');
    await until(
      () => calls,
      (all) => all.length === 1,
    );
    expect(await titles()).toEqual(['One', 'Two']);
    rig().write('news/c-list.yaml', '- title: New\n- title: One\n- title: Two\n');
    await until(titles, (all) => all.length === 3);
    rig().write('news/c-list.yaml', '- title: New\n');
    await until(
      () => calls,
      (all) => all.length === 3,
    );
    expect(await titles()).toEqual(['New']);
    expect(calls.map(({ body }) => body)).toEqual([
      '{"collections":["highlight"]}',
      '{"collections":["news"]}',
      '{"collections":["news"]}',
    ]);
  });

  it('posts and tells what has no effect as it stands, to whoever has the token, until it is mended', async () => {
    const { url: hook, calls } = await worker(202);
    const { url } = await rig().start({ webhook: { url: hook, secret: 'shared' } });
    const announced = async () => (await fetch(`${url}/api/highlight/HTSJ`)).headers.get('x-file-warnings');
    expect(await announced()).toBeNull();
    rig().write('news/a-first.yaml', 'title: "A & B"\nfromDate: 2026-11-02\nimage: sports day.jpg\nheadline: Ours\n');
    await until(announced, (digest) => digest !== null);
    const told = await fetch(`${url}/api/fileWarnings/HTSJ`, { headers: bearer });
    expect(await told.json()).toEqual([
      { collection: 'news', item: 'news/a-first.yaml ("A & B")', why: expect.stringContaining('"headline"') },
    ]);
    expect((await fetch(`${url}/api/fileWarnings/HTSJ`)).status).toBe(401);
    rig().write('news/a-first.yaml', 'title: "A & B"\nfromDate: 2026-11-02\nimage: sports day.jpg\n');
    await until(announced, (digest) => digest === null);
    await until(
      () => calls,
      (all) => all.length === 2,
    );
    expect(calls.map(({ body }) => body)).toEqual(['{"collections":["news"]}', '{"collections":["news"]}']);
    expect(rig().logged).toContain('All of the content folder is in order again.');
  });

  it('that was made before the start and cannot be read is refused to who holds an earlier list, and left out for others', async () => {
    rig().write('news/b-more.json', '[{"title": "Half');
    const { url } = await rig().start();
    const ask = (headers: Record<string, string>) => fetch(`${url}/api/news/all/HTSJ`, { headers });
    const whole = await ask({});
    expect(await whole.json()).toHaveLength(1);
    const refused = await ask({ 'If-None-Match': '"earlier"' });
    expect([refused.status, await refused.json()]).toEqual([
      409,
      { message: expect.stringMatching(/^All of news waits until a file is mended: news\/b-more\.json: it cannot be read/) },
    ]);
    expect((await ask({ 'If-None-Match': whole.headers.get('etag') ?? '' })).status).toBe(304);
    rig().write('news/b-more.json', '[{"title": "Whole"}]');
    await until(
      async () => (await ask({ 'If-None-Match': '"earlier"' })).status,
      (status) => status === 200,
    );
  });

  it('that belongs to no collection is posted for all of them', async () => {
    const { url: hook, calls } = await worker(202);
    await rig().start({ webhook: { url: hook, secret: 'shared' } });
    rig().write('timetable.yaml', 'title: Monday\n');
    const [call] = await until(
      () => calls,
      (all) => all.length > 0,
    );
    expect(JSON.parse(call?.body ?? '').collections).toHaveLength(10);
  });
});
