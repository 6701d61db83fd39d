import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { digestOf } from '../../src/lib/digest.ts';
import { createContentClient } from '../../src/service/client.ts';
import { openSnapshotStore, type SnapshotStore } from '../../src/snapshot/store.ts';
import { syncSnapshot } from '../../src/snapshot/sync/sync.ts';
import type { SyncInput, SyncOutcome } from '../../src/snapshot/sync/types.ts';
import { COLLECTION_NAMES, type CollectionName, type Media } from '../../src/types/entities.ts';
import type { MediaStore } from '../../src/types/media.ts';
import type { ContentClient } from '../../src/types/service.ts';
import { type StubAnswer, type StubService, startStubService } from '../support/stubService.ts';
import { TEMPORARY } from '../support/temporary.ts';

const PATHS: Record<CollectionName, string> = {
  news: '/api/news/all/HTSJ',
  topper: '/api/topper/HTSJ',
  principalMessage: '/api/principalMessage/HTSJ',
  highlight: '/api/highlight/HTSJ',
  events: '/api/events/All/HTSJ',
  gallery: '/api/gallery/All/HTSJ',
  video: '/api/video/All/HTSJ',
  notification: '/api/notification/HTSJ',
  academicCalender: '/api/academicCalender/all/HTSJ',
  onlineRegistration: '/api/onlineRegistration/HTSJ',
};
const AUTH = ['topper', 'principalMessage', 'notification', 'academicCalender', 'onlineRegistration'];

/** What the service answers, by collection; an absent one answers an empty list. */
type Answers = Partial<Record<CollectionName, string | StubAnswer>>;

let service: StubService;
let folder: string;
let answers: Answers;
let client: ContentClient;
/** What the media store knows: references to pictures. */
let pictures: Map<string, Media>;
let mediaGeneration: string;
let asked: string[];

const media = {
  generation: async () => digestOf(mediaGeneration),
  peek: (reference: string) => pictures.get(reference),
  obtain: async (references: Iterable<string>) => {
    asked.push(...references);
    return { pending: null };
  },
} as unknown as MediaStore;

const etagOf = (body: string) => `"${digestOf(body)}"`;

const serve: StubAnswer = (arrived, response) => {
  const name = COLLECTION_NAMES.find((one) => PATHS[one] === arrived.url);
  const answer = name ? (answers[name] ?? '[]') : undefined;
  if (answer === undefined) response.writeHead(404).end();
  else if (typeof answer === 'function') answer(arrived, response);
  else if (arrived.headers['if-none-match'] === etagOf(answer)) response.writeHead(304).end();
  else response.writeHead(200, { 'content-type': 'application/json', etag: etagOf(answer) }).end(answer);
};

const status =
  (code: number, headers: Record<string, string> = {}, body = ''): StubAnswer =>
  (_arrived, response) =>
    response.writeHead(code, headers).end(body);

beforeEach(async () => {
  answers = {};
  pictures = new Map();
  mediaGeneration = 'first';
  asked = [];
  service = await startStubService(serve);
  folder = await mkdtemp(join(TEMPORARY, 'client-'));
  client = createContentClient({
    baseUrl: service.url,
    schoolCode: 'HTSJ',
    token: 'secret',
    timeout: 300,
    deadline: 900,
    backOff: 5,
  });
});

afterEach(async () => {
  client.close();
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

const open = (recipe = 'one') => openSnapshotStore({ cacheDir: folder, origin: service.url, recipe });

function sync(store: SnapshotStore, more: Partial<SyncInput> = {}): Promise<SyncOutcome> {
  return syncSnapshot({ client, media, store, timeZone: 'Asia/Kolkata', ...more });
}

const requests = (path: string) => service.arrived.filter(({ url }) => url === path);
const news = (...titles: string[]) => JSON.stringify(titles.map((title) => ({ _id: title.toLowerCase(), title })));
const titlesOf = (outcome: SyncOutcome) => outcome.snapshot.collection('news').rows.map(({ entity }) => entity.title);

describe('the calls', () => {
  test('go to the specification’s paths, the auth ones with the token, the others without', async () => {
    await sync(await open());
    expect(service.arrived.map(({ url }) => url).sort()).toEqual(Object.values(PATHS).sort());
    for (const name of COLLECTION_NAMES)
      expect([name, requests(PATHS[name])[0]?.headers.authorization]).toEqual([
        name,
        AUTH.includes(name) ? 'Bearer secret' : undefined,
      ]);
  });

  test('carry no authorization without a token', async () => {
    const open_ = createContentClient({ baseUrl: service.url, schoolCode: 'HTSJ', token: null });
    await open_.list('topper', null);
    expect(service.arrived[0]?.headers.authorization).toBeUndefined();
    open_.close();
  });

  test('do not follow a redirect, which could lead the token elsewhere', async () => {
    answers.topper = status(302, { location: 'http://127.0.0.1:1/elsewhere' });
    expect(await client.list('topper', null)).toMatchObject({ ok: false, reason: 'status' });
    expect(service.arrived).toHaveLength(1);
  });

  test('are repeated when the failure may pass', async () => {
    let calls = 0;
    answers.news = (arrived, response) => {
      calls += 1;
      if (calls < 3) response.writeHead(503, { 'retry-after': '0' }).end();
      else response.writeHead(200).end(news('Third'));
      expect(arrived.method).toBe('GET');
    };
    expect(await client.list('news', null)).toMatchObject({ ok: true });
    expect(calls).toBe(3);
  });

  test.each([400, 401, 403, 404])('are not repeated after HTTP %i', async (code) => {
    answers.news = status(code);
    expect(await client.list('news', null)).toMatchObject({ ok: false, reason: 'status' });
    expect(service.arrived).toHaveLength(1);
  });

  test.each<[string, StubAnswer, string, RegExp]>([
    [
      '401',
      status(401),
      'status',
      /^The content service answered \/api\/news\/all\/HTSJ with HTTP 401\. Check CONTENT_SERVICE_TOKEN\.$/,
    ],
    ['500', status(500), 'status', /^The content service answered \/api\/news\/all\/HTSJ with HTTP 500\.$/],
    ['silence', () => undefined, 'time-out', /^127\.0\.0\.1:\d+ did not answer \/api\/news\/all\/HTSJ within [\d.]+ s\.$/],
    [
      'a broken connection',
      (_arrived, response) => response.destroy(),
      'down',
      /^No connection to 127\.0\.0\.1:\d+ \(ECONNRESET\)\.$/,
    ],
    [
      'a body that breaks off',
      (_arrived, response) => response.writeHead(200, { 'content-length': '100' }).write('[1,', () => response.destroy()),
      'down',
      /^The connection to 127\.0\.0\.1:\d+ broke off in the middle of \/api\/news\/all\/HTSJ\.$/,
    ],
  ])('say in one line what went wrong: %s', async (_name, answer, reason, message) => {
    answers.news = answer;
    expect(await client.list('news', null)).toMatchObject({ ok: false, reason, message: expect.stringMatching(message) });
  });

  test('stop at a body that is too large', async () => {
    const small = createContentClient({ baseUrl: service.url, schoolCode: 'HTSJ', token: null, maxBytes: 1000 });
    answers.news = status(200, {}, 'x'.repeat(2000));
    expect(await small.list('news', null)).toMatchObject({ ok: false, reason: 'too-large' });
    answers.news = (_arrived, response) => {
      response.writeHead(200);
      for (let part = 0; part < 40; part += 1) response.write('x'.repeat(100));
      response.end();
    };
    expect(await small.list('news', null)).toMatchObject({ ok: false, reason: 'too-large' });
    small.close();
  });
});

describe('a sync', () => {
  test('reads every collection, and the next one finds nothing changed without a body', async () => {
    answers.news = news('One', 'Two');
    const store = await open();
    const first = await sync(store);
    expect(titlesOf(first)).toEqual(['One', 'Two']);
    expect(first).toMatchObject({
      changed: [...COLLECTION_NAMES],
      stale: [],
      neverLoaded: [],
      leftOut: [],
      failures: [],
      unreachable: false,
    });
    const second = await sync(store);
    expect(second.changed).toEqual([]);
    expect(requests(PATHS.news)[1]?.headers['if-none-match']).toBe(etagOf(answers.news));
  });

  test('goes on from disk in another process, without reading what has not changed', async () => {
    answers.news = news('One', 'Two');
    await (await sync(await open())).persist();
    const store = await open();
    const outcome = await sync(store);
    expect(outcome.changed).toEqual([]);
    expect(titlesOf(outcome)).toEqual(['One', 'Two']);
    answers.news = news('One', 'Three', 'Two');
    expect((await sync(await open())).changed).toEqual(['news']);
  });

  test('takes over unchanged items by reference', async () => {
    answers.news = news('One', 'Two', 'Three');
    const store = await open();
    const before = (await sync(store)).snapshot.collection('news').rows;
    answers.news = news('One', 'Changed', 'Three', 'Four');
    const after = (await sync(store)).snapshot.collection('news').rows;
    expect(after.map((row) => before.includes(row))).toEqual([true, false, true, false]);
    answers.news = news('Four', 'Three', 'Changed', 'One');
    const moved = (await sync(store)).snapshot.collection('news').rows;
    expect(moved.map((row) => after.includes(row))).toEqual([true, true, true, true]);
  });

  test('fetches only the collections it is told to', async () => {
    const store = await open();
    await sync(store);
    service.arrived.length = 0;
    await sync(store, { collections: ['news', 'video'] });
    expect(service.arrived.map(({ url }) => url).sort()).toEqual([PATHS.news, PATHS.video]);
  });

  test('of a clean build fetches everything whole', async () => {
    const store = await open();
    await sync(store);
    service.arrived.length = 0;
    await sync(store, { force: true });
    expect(service.arrived.map(({ headers }) => headers['if-none-match'])).toEqual(COLLECTION_NAMES.map(() => undefined));
  });

  test.each<[string, string | StubAnswer]>([
    ['HTTP 500', status(500)],
    ['HTTP 401', status(401)],
    ['HTML', '<!doctype html><p>Down for maintenance</p>'],
    ['truncated JSON', '[{"_id":"one","title":"On'],
    ['an item that is malformed', '[{"_id":"one","title":nope}]'],
    ['no list', '{"message":"no"}'],
    ['silence', () => undefined],
  ])('keeps the last good content when a collection answers %s', async (_name, answer) => {
    answers.news = news('One');
    const store = await open();
    await (await sync(store)).persist();
    answers.news = answer;
    const failed = await sync(store);
    expect(failed).toMatchObject({ changed: [], stale: ['news'], neverLoaded: [], unreachable: false });
    expect(failed.failures).toMatchObject([{ collection: 'news', message: expect.stringMatching(/\.$/) }]);
    expect(titlesOf(failed)).toEqual(['One']);
    await failed.persist();
    // It stays stale, also in another process, until it is fetched again.
    expect((await sync(await open(), { collections: ['video'] })).stale).toEqual(['news']);
    answers.news = news('Two');
    const recovered = await sync(await open());
    expect(recovered).toMatchObject({ changed: ['news'], stale: [] });
    expect(titlesOf(recovered)).toEqual(['Two']);
  });

  test('names what has never been fetched', async () => {
    answers.gallery = status(500);
    const outcome = await sync(await open());
    expect(outcome).toMatchObject({ neverLoaded: ['gallery'], stale: ['gallery'], unreachable: false });
    expect(outcome.snapshot.collection('gallery')).toMatchObject({ loaded: false, rows: [] });
    expect(outcome.snapshot.collection('video')).toMatchObject({ loaded: true, rows: [] });
    expect(outcome.snapshot.digest('gallery')).not.toBe(outcome.snapshot.digest('video'));
  });

  test('changes nothing when the whole service is unreachable', async () => {
    answers.news = news('One');
    const store = await open();
    await sync(store);
    service.answer = (_arrived, response) => response.destroy();
    const all = await sync(store);
    expect(all).toMatchObject({ unreachable: true, changed: [], stale: [] });
    expect(titlesOf(all)).toEqual(['One']);
    expect(await sync(store, { collections: ['news'] })).toMatchObject({ unreachable: true });
    service.answer = status(502);
    expect(await sync(store)).toMatchObject({ unreachable: true });
    // One collection that fails while the service answers is only stale.
    expect(await sync(store, { collections: ['news'] })).toMatchObject({ unreachable: false, stale: ['news'] });
  });

  test('leaves out and names what cannot be read, and publishes the rest', async () => {
    answers.news = JSON.stringify({
      data: [
        { _id: 'a', title: 'A' },
        'nonsense',
        null,
        { _id: 'empty' },
        { _id: 'a', title: 'Again' },
        { title: 'No identity' },
      ],
    });
    answers.gallery = JSON.stringify([
      { _id: 'x'.repeat(65), title: 'Long', category: 'PhotoGallery' },
      { _id: 'other', title: 'Other', category: 'Other' },
    ]);
    const store = await open();
    const outcome = await sync(store);
    expect(titlesOf(outcome)).toEqual(['A', 'No identity']);
    const leftOut = [
      { collection: 'news', item: '#2', why: 'it is not an object' },
      { collection: 'news', item: '#3', why: 'it is not an object' },
      { collection: 'news', item: 'empty', why: 'it has no title, text, picture or attachment to show' },
      { collection: 'news', item: 'a', why: 'an earlier item has the same identity' },
      { collection: 'gallery', item: 'x'.repeat(65), why: 'its identity is longer than 64 characters' },
    ];
    expect(outcome.leftOut).toEqual(leftOut);
    await outcome.persist();
    expect((await sync(await open(), { collections: ['video'] })).leftOut).toEqual(leftOut);
  });

  test('lets a second item of an identity in once the first is gone', async () => {
    answers.news = JSON.stringify([
      { _id: 'a', title: 'First' },
      { _id: 'a', title: 'Second' },
    ]);
    const store = await open();
    expect(titlesOf(await sync(store))).toEqual(['First']);
    answers.news = JSON.stringify([{ _id: 'a', title: 'Second' }]);
    const outcome = await sync(store);
    expect(titlesOf(outcome)).toEqual(['Second']);
    expect(outcome.leftOut).toEqual([]);
  });

  test('is the same content for the same items, however the service writes its JSON', async () => {
    const list = [{ _id: 'a', title: 'A', description: 'ñ/é' }];
    answers.news = JSON.stringify(list);
    const store = await open();
    await sync(store);
    answers.news = JSON.stringify({ data: list }, null, 3).replace('ñ', '\\u00f1').replace('/', '\\/');
    expect((await sync(store)).changed).toEqual([]);
  });

  test('reads kept items again under another version of the reading code, without asking for them whole', async () => {
    answers.news = JSON.stringify([{ _id: 'a', title: 'A', fromDate: '2025-03-05T20:00:00Z' }]);
    await (await sync(await open())).persist();
    service.arrived.length = 0;
    const outcome = await sync(await open('another zone'), { timeZone: 'UTC' });
    expect(outcome.snapshot.collection('news').rows[0]?.entity.date?.day).toBe('2025-03-05');
    expect(outcome.changed).toEqual(['news']);
    expect(requests(PATHS.news)[0]?.headers['if-none-match']).toBe(etagOf(answers.news));
  });
});

describe('pictures in a sync', () => {
  const withImage = JSON.stringify([
    { _id: 'a', title: 'A', image: 'a.jpg' },
    { _id: 'b', title: 'B' },
  ]);
  const picture: Media = { kind: 'image', id: '0123456789ab', w: 4, h: 3 };
  const imageOf = (outcome: SyncOutcome) => outcome.snapshot.collection('news').rows[0]?.entity.image;

  test('a picture that cannot be had is published as missing and asked for again each time, until it comes', async () => {
    answers.news = withImage;
    const store = await open();
    expect(imageOf(await sync(store))).toEqual({ kind: 'missing' });
    expect(asked).toEqual(['a.jpg']);
    expect((await sync(store)).changed).toEqual([]);
    expect(asked).toEqual(['a.jpg', 'a.jpg']);
    pictures.set('a.jpg', picture);
    const outcome = await sync(store);
    expect(outcome.changed).toEqual(['news']);
    expect(imageOf(outcome)).toEqual(picture);
    await sync(store);
    expect(asked).toEqual(['a.jpg', 'a.jpg', 'a.jpg']);
  });

  test('a picture that came in between is shown also when other items changed', async () => {
    answers.news = withImage;
    const store = await open();
    await sync(store);
    pictures.set('a.jpg', picture);
    answers.news = withImage.replace('"B"', '"Changed"');
    expect(imageOf(await sync(store))).toEqual(picture);
  });

  test('a missing picture of an item that is gone is not asked for any longer', async () => {
    answers.news = withImage;
    const store = await open();
    await sync(store);
    answers.news = news('B');
    await sync(store);
    asked = [];
    await sync(store);
    expect(asked).toEqual([]);
  });

  test('a picture that was purged is missing from the next sync on, though its item is unchanged', async () => {
    pictures.set('a.jpg', picture);
    answers.news = withImage;
    const store = await open();
    expect(imageOf(await sync(store))).toEqual(picture);
    pictures.set('a.jpg', { kind: 'missing' });
    mediaGeneration = 'after the purge';
    asked = [];
    const outcome = await sync(store, { collections: [] });
    expect(imageOf(outcome)).toEqual({ kind: 'missing' });
    expect(outcome.changed).toEqual(['news']);
    expect(asked).toEqual([]);
  });

  test('a refresh asks for every reference', async () => {
    pictures.set('a.jpg', picture);
    answers.news = withImage;
    const store = await open();
    await sync(store);
    expect(asked).toEqual([]);
    await sync(store, { refreshMedia: true });
    expect(asked).toEqual(['a.jpg']);
  });
});
