import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { openSite } from '../../../src/site/open.ts';
import type { Job } from '../../../src/worker/queue.ts';
import type { Worker } from '../../../src/worker/worker.ts';
import { smallPicture } from '../../support/pictures.ts';
import { filesOf } from '../../support/published.ts';
import { build, openRig, REBUILD_SECRET, type Rig, ROOT, serveRig } from '../../support/rig.ts';
import { type Lists, type School, startSchool } from '../../support/school.ts';
import { readTree } from '../../support/trees.ts';

const LISTS: Lists = {
  news: [
    { _id: 'n1', title: 'First news', description: 'It stays.', fromDate: '2026-11-20', image: 'stays.jpg' },
    { _id: 'n2', title: 'Withdrawn news', description: 'It goes.', fromDate: '2026-11-19', image: 'goes.jpg' },
  ],
  events: [{ _id: 'e1', title: 'Sports day', date: '2026-11-25', images: ['goes.jpg'] }],
  gallery: [
    { _id: 'a1', title: 'Assembly', category: 'PhotoGallery', date: '2026-10-02', attachments: ['stays.jpg', 'goes.jpg'] },
    { _id: 'a2', title: 'Withdrawn album', category: 'PhotoGallery', date: '2026-10-03', attachments: ['goes.jpg'] },
  ],
  video: [],
  topper: [],
  principalMessage: [{ _id: 'p1', name: 'The Principal', category: 'Principal', message: '<p>Welcome.</p>' }],
  highlight: [{ _id: 'h1', title: 'marker 0' }],
  notification: [],
  academicCalender: [{ _id: 'c1', title: 'Withdrawn entry', date: '2026-11-24' }],
  onlineRegistration: [],
};

let school: School;
let rig: Rig;
let worker: Worker;

async function begin(): Promise<void> {
  school = await startSchool(
    LISTS,
    new Map([
      ['stays.jpg', await smallPicture(1)],
      ['goes.jpg', await smallPicture(2)],
    ]),
  );
  rig = await openRig({ service: school });
  await build(rig);
  worker = await serveRig(rig);
  // What the worker begins at its start comes to its end.
  await expect.poll(async () => (await rig.site.status()).recent[0]?.trigger, { timeout: 20_000 }).toBe('start');
  await published(call());
}

afterEach(async () => {
  await worker.stop();
  await rig.close();
});

/** Calls the webhook, signed as a forge would. */
async function call(body: unknown = undefined): Promise<string> {
  const text = body === undefined ? '' : JSON.stringify(body);
  const signature = `sha256=${createHmac('sha256', REBUILD_SECRET).update(text).digest('hex')}`;
  const answer = await fetch(`${worker.url}/hooks/rebuild`, {
    method: 'POST',
    body: text,
    headers: { 'x-hub-signature-256': signature, 'content-type': 'application/json' },
  });
  expect(answer.status).toBe(202);
  const { id, url } = (await answer.json()) as { id: string; url: string };
  expect(url).toBe(`/hooks/rebuild/${id}`);
  return id;
}

async function jobOf(id: string): Promise<Job> {
  const answer = await fetch(`${worker.url}/hooks/rebuild/${id}`, { headers: { authorization: `Bearer ${REBUILD_SECRET}` } });
  return (await answer.json()) as Job;
}

/** The job of a call when it has ended. */
async function published(id: Promise<string>): Promise<Job> {
  const known = await id;
  await expect
    .poll(async () => (await jobOf(known)).state, { timeout: 20_000, interval: 10 })
    .toMatch(/published|unchanged|failed/);
  return jobOf(known);
}

const get = async (path: string) => (await fetch(`${worker.url}${path}`)).text();

describe('the webhook', () => {
  // How many is a question of how long the calls take to arrive; the rule itself is tested in unit/worker/queue.test.ts.
  test('makes a handful of rebuilds of a thousand calls at once', async () => {
    await begin();
    const before = school.asked.get('news') ?? 0;
    school.lists = { ...school.lists, highlight: [{ _id: 'h1', title: 'marker 1' }] };
    const ids = await Promise.all(Array.from({ length: 1000 }, () => call()));
    const different = [...new Set(ids)];
    for (const id of different) expect((await published(Promise.resolve(id))).state).toMatch(/published|unchanged/);
    expect(different.length).toBeLessThan(10);
    expect((school.asked.get('news') ?? 0) - before).toBeLessThanOrEqual(different.length);
    expect(await get('/About')).toContain('marker 1');
  });

  test('has ended no sooner than /healthz tells what came of it', async () => {
    await begin();
    for (const [failing, stale] of [
      [true, ['video']],
      [false, []],
    ] as const) {
      if (failing) school.failing.set('video', 'html');
      else school.failing.delete('video');
      await published(call({ collections: ['video'] }));
      expect(JSON.parse(await get('/healthz'))).toMatchObject({ stale });
    }
  });

  test('finds nothing to do when it is called again', async () => {
    await begin();
    school.lists = { ...school.lists, highlight: [{ _id: 'h1', title: 'marker 1' }] };
    const first = await published(call({ collections: ['highlight'] }));
    expect(first.state).toBe('published');
    const again = await published(call({ collections: ['highlight'] }));
    expect(again.state).toBe('unchanged');
    expect(again.report).toMatchObject({ rendered: [], written: [], removed: [], release: first.report?.release });
  });

  test('asks only for the collections that it names', async () => {
    await begin();
    const before = new Map(school.asked);
    school.lists = { ...school.lists, news: [], highlight: [{ _id: 'h1', title: 'marker 1' }] };
    await published(call({ collections: ['highlight'] }));
    expect(school.asked.get('news')).toBe(before.get('news'));
    expect(await get('/News')).toContain('First news');
    expect(await get('/News')).toContain('marker 1');
  });

  test('renders exactly the pages that show what changed', async () => {
    await begin();
    school.lists = {
      ...school.lists,
      principalMessage: [{ _id: 'p1', name: 'The Principal', category: 'Principal', message: '<p>Good bye.</p>' }],
    };
    const { report } = await published(call());
    expect(report?.rendered.toSorted()).toEqual(['/', '/PrincipalMessage']);
    expect(report?.written.toSorted()).toEqual(['PrincipalMessage.html', 'index.html']);
  });
});

test('addresses of no page get the page that says so', async () => {
  await begin();
  for (const address of ['/nowhere', '/%E0%A4%A', '/News%00', '/..%2f..%2fetc%2fpasswd']) {
    const answer = await fetch(`${worker.url}${address}`);
    expect(answer.status, address).toBe(404);
    expect(await answer.text(), address).toContain('Page not found');
  }
});

describe('readers during forty publishes', () => {
  const PUBLISHES = 40;
  const READERS = 4;

  const mark = (number: number): Lists => ({
    ...LISTS,
    highlight: [{ _id: 'h1', title: `marker ${number}` }],
    news: [{ _id: 'n1', title: `News marker ${number}`, fromDate: '2026-11-20', image: 'stays.jpg' }],
  });

  async function fetchWhole(path: string): Promise<string> {
    const answer = await fetch(`${worker.url}${path}`);
    if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}.`);
    return answer.text();
  }

  /** The one marker of a text; throws when there is none, or several that differ. */
  function markerOf(text: string, where: string): number {
    const markers = [...new Set([...text.matchAll(/marker (\d+)/g)].map(([, number]) => Number(number)))];
    if (markers.length !== 1) throw new Error(`${where} holds the markers ${markers.join(', ') || '(none)'}.`);
    return markers[0] ?? 0;
  }

  /** The marker of a page, which the data file that it names must have as well. */
  async function readPage(path: string): Promise<number> {
    const html = await fetchWhole(path);
    const marker = markerOf(html, path);
    const [data] = /\/data\/news\/2026\.[0-9a-f]{12}\.json/.exec(html) ?? [];
    if (path === '/News' && !data) throw new Error('/News names no data file.');
    if (data && markerOf(await fetchWhole(data), data) !== marker) throw new Error(`${path} and ${data} are of two releases.`);
    return marker;
  }

  async function readWhile(goesOn: () => boolean): Promise<number> {
    let newest = 0;
    let read = 0;
    while (goesOn()) {
      for (const path of ['/', '/News', '/News/2026-11', '/About']) {
        const marker = await readPage(path);
        if (marker < newest) throw new Error(`${path} went back from marker ${newest} to ${marker}.`);
        newest = marker;
        read += 1;
      }
    }
    return read;
  }

  test('see no error, nothing that goes back, and no page that mixes two releases', { timeout: 180_000 }, async () => {
    await begin();
    school.lists = mark(0);
    await published(call());
    let publishing = true;
    const publish = async () => {
      for (let number = 1; number <= PUBLISHES; number += 1) {
        school.lists = mark(number);
        // A rebuild that was under way already, such as that of the start, may have brought it.
        expect((await published(call())).state).toMatch(/published|unchanged/);
        expect(markerOf(await fetchWhole('/News'), '/News')).toBe(number);
      }
    };
    const publisher = publish().finally(() => {
      publishing = false;
    });
    const [, ...read] = await Promise.all([publisher, ...Array.from({ length: READERS }, () => readWhile(() => publishing))]);
    expect(read.reduce((sum, pages) => sum + pages, 0)).toBeGreaterThan(PUBLISHES);
    expect(await readPage('/News')).toBe(PUBLISHES);
  });
});

describe('what must disappear', () => {
  test('an item withdrawn in the service is gone from every page, data file, feed and index', async () => {
    await begin();
    expect([...readTree(rig.dist).values()].some((text) => text.includes('Withdrawn'))).toBe(true);
    const without = (name: keyof Lists) => (LISTS[name] ?? []).filter(({ title }) => !String(title).startsWith('Withdrawn'));
    school.lists = {
      ...LISTS,
      news: without('news'),
      gallery: without('gallery'),
      academicCalender: without('academicCalender'),
    };
    expect((await published(call())).state).toBe('published');
    const holding = [...readTree(rig.dist)].filter(([, text]) => /Withdrawn|\/SubGallery\/a2/.test(text));
    expect(holding.map(([path]) => path)).toEqual([]);
    expect(filesOf(rig.dist)).not.toContain('SubGallery/a2.html');
    expect((await fetch(`${worker.url}/SubGallery/a2`)).status).toBe(404);
    expect(await get('/News')).toContain('First news');
  });

  test('a purged picture leaves the published tree, every release and the cache, and stays away until it is allowed', async () => {
    await begin();
    const picture = () =>
      /\/media\/[0-9a-f]{12}\/\d+\.webp/.exec(readFileSync(join(rig.dist, 'Events.html'), 'utf8'))?.[0] ?? null;
    const address = picture() ?? '';
    expect((await fetch(`${worker.url}${address}`)).status).toBe(200);
    const bytes = readFileSync(join(rig.dist, address));
    const holders = (folder: string) => filesOf(folder).filter((file) => readFileSync(join(folder, file)).equals(bytes));
    expect(holders(rig.folder).length).toBeGreaterThan(1);

    const purged = await rig.site.purge('goes.jpg');
    expect(purged.ok, purged.ok ? '' : purged.message).toBe(true);
    expect(holders(rig.folder)).toEqual([]);
    await expect.poll(async () => (await fetch(`${worker.url}${address}`)).status).toBe(404);
    const naming = [...readTree(rig.dist)].filter(([, text]) => text.includes(address.split('/')[2] ?? '?'));
    expect(naming.map(([path]) => path)).toEqual([]);
    await published(call());
    expect(picture()).toBeNull();

    expect((await rig.site.allow('goes.jpg')).ok).toBe(true);
    await published(call());
    expect(picture()).toBe(address);
  });
});

describe('a rollback by another process', () => {
  test('reaches the running worker within two seconds and holds until it is resumed', async () => {
    await begin();
    school.lists = { ...school.lists, highlight: [{ _id: 'h1', title: 'marker 1' }] };
    await published(call());
    const operator = openSite({ root: ROOT, settings: rig.settings, contentServiceUrl: school.url, distDir: rig.dist });
    const back = await operator.engine.rollback();
    expect(back.ok, back.ok ? '' : back.message).toBe(true);
    await expect.poll(() => get('/About'), { timeout: 2000, interval: 50 }).toContain('marker 0');
    expect(readFileSync(join(rig.dist, 'About.html'), 'utf8')).toContain('marker 0');

    school.lists = { ...school.lists, highlight: [{ _id: 'h1', title: 'marker 2' }] };
    expect((await published(call())).state).toBe('unchanged');
    expect(await get('/About')).toContain('marker 0');
    expect(JSON.parse(await get('/healthz'))).toMatchObject({ held: true });

    expect((await operator.engine.resume()).ok).toBe(true);
    expect((await published(call())).state).toBe('published');
    expect(await get('/About')).toContain('marker 2');
    await operator.close();
  });
});
