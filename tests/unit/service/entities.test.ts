import { describe, expect, test } from 'vitest';
import { COLLECTION_NAMES, COLLECTIONS, type CollectionName } from '../../../src/collections/index.ts';
import { context, entity, read } from '../../support/readItems.ts';

const hostile = '</script><script>alert(1)</script>';

/** An item of each collection with nothing but what makes it readable. */
const LEAST: Record<CollectionName, object> = {
  news: { title: 'T' },
  events: { title: 'T' },
  gallery: { title: 'T', category: 'PhotoGallery' },
  video: { title: 'T' },
  topper: { name: 'T', class: 'X', sessionYear: '2023-2024' },
  principalMessage: { name: 'T' },
  highlight: { title: 'T' },
  notification: { title: 'T' },
  academicCalender: { title: 'T' },
  onlineRegistration: { title: 'T' },
};

describe.each(COLLECTION_NAMES)('%s', (name) => {
  test.each([[null], [undefined], ['text'], [7], [true], [['T']]])('is not read from %j, which is named', (item) => {
    expect(read(name, item)).toEqual({ named: null, reading: { kind: 'unreadable', why: 'it is not an object' } });
  });

  test('an item of which nothing can be shown is named with the reason', () => {
    const empty = name === 'gallery' ? { _id: 'x', category: 'PhotoGallery' } : { _id: 'x', title: ' ', name: null, extra: 'y' };
    const { named, reading } = read(name, empty);
    expect(named).toBe('x');
    expect(reading).toMatchObject({ kind: 'unreadable', why: expect.stringMatching(/^it has no .+ to show$/) });
  });

  test('without an identity a digest of the specification’s fields stands for it, whatever else the item has', () => {
    const { named } = read(name, LEAST[name]);
    const first = entity(name, LEAST[name]);
    expect(named).toBeNull();
    expect(first.id).toMatch(/^[0-9a-f]{32}$/);
    expect(entity(name, { ...LEAST[name] }).id).toBe(first.id);
    expect(entity(name, { extra: 1, ...LEAST[name], __v: 2 }).id).toBe(first.id);
    const [field = ''] = Object.keys(LEAST[name]);
    expect(entity(name, { ...LEAST[name], [field]: 'U' }).id).not.toBe(first.id);
  });

  test('a number is an identity, a blank one counts as absent', () => {
    expect(entity(name, { ...LEAST[name], _id: 42 }).id).toBe('42');
    expect(entity(name, { ...LEAST[name], _id: '', id: 'b' }).id).toBe('b');
  });

  test('wrong types in every field cost the field, not the item', () => {
    const keys = ['description', 'desc', 'fromDate', 'date', 'time', 'venue', 'image', 'images', 'attachments', 'videoUrl'];
    const wrong = [null, 7, true, {}, [], [[]], { a: { b: 1 } }, 'x'.repeat(10_000)];
    for (const value of wrong) {
      const odd = Object.fromEntries([...keys, 'url', 'stream', 'division', 'message'].map((key) => [key, value]));
      expect(entity(name, { ...odd, ...LEAST[name], _id: 'x' }).id).toBe('x');
    }
  });

  test('a key named __proto__ changes nothing', () => {
    const item = JSON.parse(`{"__proto__": {"title": "evil", "_id": "evil"}, "_id": "x"}`);
    expect(read(name, { ...item, ...LEAST[name] }).named).toBe('x');
    expect(({} as Record<string, unknown>).title).toBeUndefined();
  });
});

test('a news item has all of its pictures', () => {
  const item = entity('news', { title: 'T', image: ['a.jpg', 'b.jpg'], attachments: 'c.pdf' });
  expect(item).toMatchObject({ images: [expect.anything(), expect.anything()], attachments: [expect.anything()] });
});

test('script in a text field stays text', () => {
  const { title, description } = entity('news', { title: hostile, description: hostile }) as {
    title: string;
    description: string;
  };
  expect([title, description]).toEqual([hostile, hostile]);
});

test.each([
  ['2025-03-05', '2025-03-05'],
  ['2025-03-05T20:00:00Z', '2025-03-06'],
  ['2025-03-05T20:00:00', '2025-03-05'],
  [1741132800000, '2025-03-05'],
  ['1741132800000', '2025-03-05'],
  ['5 March 2025', undefined],
  ['2025-02-30', undefined],
  [null, undefined],
  [{ $date: '2025-03-05' }, undefined],
])('an item dated %j stands under %j', (fromDate, expected) => {
  const { date } = entity('news', { title: 'T', fromDate }) as { date: { day: string } | null };
  expect(date?.day).toBe(expected);
});

test.each([
  ['0026-11-28', ['its date "0026-11-28" lies before 1900: is its year mistyped?']],
  ['1900-01-01', []],
  [20261121, ['its date 20261121 counts as milliseconds since 1970: write it as 2026-11-21']],
  [1763683200000, []],
])('of an item dated %j is warned with %j', async (fromDate, expected) => {
  const warnings: string[] = [];
  const { read: readNews } = await COLLECTIONS.news.schema();
  readNews({ _id: 'n', title: 'T', fromDate }, { ...context, warn: (why) => warnings.push(why) });
  expect(warnings).toEqual(expected);
});

describe('albums', () => {
  test.each([['VideoGallery'], [7]])('of category %j are nobody’s mistake, just not shown', (category) => {
    expect(read('gallery', { _id: 'g', title: 'T', category }).reading).toEqual({ kind: 'hidden' });
  });

  test.each([
    [undefined, 'it has no category; the gallery shows those of PhotoGallery'],
    ['photogallery', 'its category is "photogallery", not PhotoGallery'],
    ['Photo Gallery', 'its category is "Photo Gallery", not PhotoGallery'],
  ])('of category %j, probably meant to be shown, are named', (category, why) => {
    const reading = { kind: 'unreadable', why: `"T": ${why}` };
    expect(read('gallery', { _id: 'g', title: 'T', category }).reading).toEqual(reading);
  });

  test('with an identity of 64 characters are read, with 65 left out and named', () => {
    expect(entity('gallery', { _id: 'a'.repeat(64), ...LEAST.gallery }).id).toHaveLength(64);
    expect(read('gallery', { _id: 'a'.repeat(65), ...LEAST.gallery })).toEqual({
      named: 'a'.repeat(65),
      reading: { kind: 'unreadable', why: expect.stringMatching(/its identity is longer than 64 characters$/) },
    });
  });

  test('whose escaped identity no file system can name are left out and named', () => {
    const { reading } = read('gallery', { _id: 'अ'.repeat(60), ...LEAST.gallery });
    expect(reading).toEqual({
      kind: 'unreadable',
      why: expect.stringMatching(/its identity is too long for an address, in which .*/),
    });
  });
});

test.each([
  ['javascript:alert(1)', null],
  ['mailto:a@example.org', null],
  ['https://video.example.org/a', 'https://video.example.org/a'],
])('a video at %j is linked to %j', (videoUrl, url) => {
  expect(entity('video', { title: 'T', videoUrl })).toMatchObject({ url });
});

test.each([
  ['video', { videoUrl: 'nonsense' }, ['its videoUrl "nonsense" is no address of the web, so that it has no link']],
  ['video', { videoUrl: 'https://video.example.org/a' }, []],
  ['video', { videoUrl: '' }, []],
  [
    'onlineRegistration',
    { url: 'javascript:alert(1)' },
    ['its url "javascript:alert(1)" may not be linked, so that it has no link'],
  ],
  ['onlineRegistration', { url: 'mailto:office@example.org' }, []],
  ['news', { description: ['One', 'Two'] }, ['its description is a list where a text belongs, and is left out']],
  [
    'news',
    { attachments: [{ src: 'a.jpg' }, 26, '', null, {}, 'b.jpg'], image: { url: '', alt: null } },
    ['its attachments had an entry that names no picture or file, and is left out'],
  ],
  ['news', { description: { en: 'One' } }, ['its description is an object where a text belongs, and is left out']],
  ['news', { description: [] }, []],
  ['news', { _id: { $oid: 'a1' } }, ['its _id is neither a text nor a number: another address stands for it after each edit']],
  ['news', { _id: undefined }, []],
] as const)('an item of %s with %j is warned of with %j', async (collection, address, expected) => {
  const warnings: string[] = [];
  const { read: readLinked } = await COLLECTIONS[collection].schema();
  readLinked({ _id: 'v', title: 'T', ...address }, { ...context, warn: (why) => warnings.push(why) });
  expect(warnings).toEqual(expected);
});

test.each([
  ['2025-03-05T10:00:00Z', '3:30 pm'],
  ['2025-03-05T08:00:00', '8:00 am'],
  ['2025-03-05', ''],
  ['2025-03-05T00:00:00Z', ''],
  ['2025-03-05T00:00:00', ''],
  ['2025-03-05T09:13:27Z', ''],
])('an event of %s without a time has the time %j', (date, time) => {
  expect(entity('events', { title: 'T', date })).toMatchObject({ time });
  expect(entity('events', { title: 'T', date, time: 'After lunch' })).toMatchObject({ time: 'After lunch' });
});

test('a link of a message that is left out is warned of; a whole address is not', async () => {
  const warnings: string[] = [];
  const { read: readItem } = await COLLECTIONS.principalMessage.schema();
  const message = `<p><a href="/News">a</a> <A class=x href='Nowhere'>b</A> <a href=https://www.school.example/News>c</a> <a href="mailto:a@school.example">d</a></p>`;
  readItem({ _id: 'p', name: 'P', message }, { ...context, warn: (why) => warnings.push(why) });
  expect(warnings.map((why) => why.split(': a link')[0])).toEqual([
    'the link "/News" is left out',
    'the link "Nowhere" is left out',
  ]);
});
