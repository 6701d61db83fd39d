import { describe, expect, test } from 'vitest';
import { readDate } from '../../../src/lib/readDate.ts';
import type { Album } from '../../../src/service/schemas/album.ts';
import type { CalendarEntry } from '../../../src/service/schemas/calendarEntry.ts';
import type { SchoolEvent } from '../../../src/service/schemas/event.ts';
import type { NewsItem } from '../../../src/service/schemas/news.ts';
import type { Topper } from '../../../src/service/schemas/topper.ts';
import { readDataPage } from '../../../src/snapshot/dataPages.ts';
import { QueryEvaluator } from '../../../src/snapshot/evaluator.ts';
import { QUERIES } from '../../../src/snapshot/queries/index.ts';
import { createReader } from '../../../src/snapshot/reader.ts';
import type { Media } from '../../../src/types/media.ts';
import { type Content, snapshotOf } from '../../support/snapshot.ts';

const ZONE = 'Asia/Kolkata';

function news(id: string, date: string | null, title = `News ${id}`): NewsItem {
  return { id, title, description: '', date: readDate(date, ZONE), image: null, attachments: [] };
}

function album(id: string, date: string | null, photos = 3): Album {
  return {
    id,
    title: `Album ${id}`,
    description: '',
    date: readDate(date, ZONE),
    photos: Array.from({ length: photos }, () => ({ kind: 'missing' as const })),
  };
}

function topper(id: string, session: string, className: 'X' | 'XII' = 'X'): Topper {
  return { id, name: `Pupil ${id}`, stream: '', division: '98%', session, class: className, photo: null };
}

function entry(id: string, date: string): CalendarEntry {
  return { id, title: `Entry ${id}`, date: readDate(date, ZONE), attachments: [] };
}

function open(content: Content, day = '2026-11-21') {
  const asked: string[] = [];
  const answers = new QueryEvaluator(QUERIES, snapshotOf(content), day);
  return { answers, asked, reader: createReader(answers, (question) => asked.push(question)) };
}

const ids = (items: readonly { readonly id: string }[]) => items.map((item) => item.id);
const days = (count: number, month = '2025-03') =>
  Array.from({ length: count }, (_, at) => `${month}-${String(at + 1).padStart(2, '0')}`);

describe('lists', () => {
  test('stand newest first, items of one instant in the order of the service, undated ones last', () => {
    const { reader } = open({
      news: [news('a', null), news('b', '2025-01-02'), news('c', '2026-01-01'), news('d', '2025-01-02')],
    });
    expect(ids(reader.list('news').items)).toEqual(['c', 'b', 'd', 'a']);
  });

  test('show 24 items first and count all of them', () => {
    const { reader } = open({ news: days(30).map((day, at) => news(`n${at}`, day)) });
    const list = reader.list('news');
    expect(list.items).toHaveLength(24);
    expect(list.files.map(({ count }) => count)).toEqual([30]);
    expect(list.items[0]?.id).toBe('n29');
  });

  test('name one data file a year, with the months present', () => {
    const { reader } = open({
      news: [news('a', '2026-03-01'), news('b', '2026-01-09'), news('c', '2025-12-31'), news('d', null)],
    });
    const files = reader.list('news').files.map(({ key, count, months }) => ({ key, count, months }));
    expect(files).toEqual([
      { key: '2026', count: 2, months: [1, 3] },
      { key: '2025', count: 1, months: [12] },
      { key: 'undated', count: 1, months: [] },
    ]);
  });

  test('give each data file the bytes its name promises', () => {
    const { reader, answers } = open({ news: [news('a', '2026-03-01'), news('b', '2025-03-01')] });
    const [newest] = reader.list('news').files;
    const page = readDataPage(answers, '/data/news/2026.json');
    expect(page?.data?.href).toBe(newest?.href);
    expect(ids(JSON.parse(page?.data?.body() ?? '[]'))).toEqual(['a']);
  });
});

describe('archives', () => {
  const content = { news: [...days(30), ...days(3, '2025-04')].map((day, at) => news(`n${at}`, day)) };

  test('are cut by month into parts of 24 counted from the oldest', () => {
    const { reader } = open(content);
    expect(ids(reader.archive('news', '2025-03')?.items ?? [])).toEqual(Array.from({ length: 24 }, (_, at) => `n${23 - at}`));
    expect(ids(reader.archive('news', '2025-03-2')?.items ?? [])).toEqual(['n29', 'n28', 'n27', 'n26', 'n25', 'n24']);
    expect(reader.archive('news', '2025-03-3')).toBeNull();
  });

  test('lead from part to part and from month to month', () => {
    const part = open(content).reader.archive('news', '2025-03-2');
    expect(part?.newer).toEqual({ label: 'Apr 2025', href: '/News/2025-04' });
    expect(part?.older).toEqual({ label: 'Mar 2025', href: '/News/2025-03' });
  });

  test('a new item in the newest month leaves the answers of every older part as they were', () => {
    const before = open(content).answers.ask('archive("news","2025-03")').digest;
    const more = { news: [...content.news, news('late', '2025-04-09')] };
    expect(open(more).answers.ask('archive("news","2025-03")').digest).toBe(before);
  });

  test('a changed body changes the answer of its own part only', () => {
    const changed = { news: content.news.map((item) => (item.id === 'n3' ? { ...item, description: 'new words' } : item)) };
    const digests = (from: Content) =>
      ['2025-03', '2025-03-2', '2025-04'].map((key) => open(from).answers.ask(`archive("news","${key}")`).digest);
    const before = digests(content);
    const after = digests(changed);
    expect(after.map((digest, at) => digest !== before[at])).toEqual([true, false, false]);
  });
});

describe('downloads', () => {
  const pdf = (name: string) => ({
    kind: 'file' as const,
    href: `/files/0123456789ab/${name}.pdf`,
    name: `${name}.pdf`,
    size: 1,
  });
  const withFiles = (id: string, date: string | null, ...names: string[]) => ({
    ...news(id, date),
    attachments: [...names.map(pdf), { kind: 'missing' as const }],
  });
  const year = Array.from({ length: 70 }, (_, at) =>
    withFiles(`n${at}`, `2025-0${1 + Math.floor(at / 28)}-${String(1 + (at % 28)).padStart(2, '0')}`, `a${at}`),
  );
  const names = (files: readonly { readonly file: Media }[]) =>
    files.map(({ file }) => (file.kind === 'file' ? file.name.slice(0, -'.pdf'.length) : file.kind));

  test('stand newest first, every file that is there, numbered where an item has several', () => {
    const { reader } = open({
      news: [withFiles('a', null, 'x'), withFiles('b', '2025-01-02', 'y', 'z'), news('c', '2026-01-01')],
    });
    const { total, files, years } = reader.downloads('news');
    expect([total, names(files), years]).toEqual([3, ['y', 'z', 'x'], []]);
    expect(files.map(({ number, day }) => [number, day])).toEqual([
      [1, '2025-01-02'],
      [2, '2025-01-02'],
      [undefined, undefined],
    ]);
  });

  test('of which there are many continue by year, counted from the oldest', () => {
    const { reader, answers } = open({ news: [...year, withFiles('new', '2026-01-01', 'newest')] });
    const { total, files, years } = reader.downloads('news');
    expect([total, files.length]).toEqual([71, 8]);
    expect(years).toEqual([
      { label: '2026', href: '/Downloads/news/2026', count: 1 },
      { label: '2025', href: '/Downloads/news/2025-2', count: 70 },
    ]);
    expect(answers.ask('downloadPaths("news")').value).toEqual([
      '/Downloads/news/2026',
      '/Downloads/news/2025-2',
      '/Downloads/news/2025',
    ]);
    const oldest = reader.downloadsPart('news', '2025');
    expect(names(oldest?.files ?? [])).toEqual(Array.from({ length: 60 }, (_, at) => `a${59 - at}`));
    expect(oldest?.newer).toEqual({ label: '2025 (2)', href: '/Downloads/news/2025-2' });
    expect(reader.downloadsPart('news', '2024')).toBeNull();
  });

  test('without dates stand in the order of the service', () => {
    const notices = Array.from({ length: 9 }, (_, at) => ({
      id: `${at}`,
      title: `Notice ${at}`,
      description: '',
      image: null,
      attachment: pdf(`p${at}`),
    }));
    const { reader } = open({ notification: notices });
    expect(names(reader.downloads('notices').files)).toEqual(notices.slice(0, 8).map(({ id }) => `p${id}`));
    expect(reader.downloads('notices').years).toEqual([{ label: 'All', href: '/Downloads/notices/all', count: 9 }]);
  });

  test('a part changes when one of two files before its first one goes', () => {
    const two = withFiles('n0', '2025-01-01', 'one', 'two');
    const many = withFiles('n1', '2025-01-02', ...Array.from({ length: 130 }, (_, at) => `f${at}`));
    const digest = (first: NewsItem) => open({ news: [first, many] }).answers.ask('downloadsPart("news","2025-2")').digest;
    expect(digest(withFiles('n0', '2025-01-01', 'one'))).not.toBe(digest(two));
  });
});

describe('the page of an item', () => {
  const content = { news: [...days(30)].map((day, at) => news(`N ${at}`, day)) };
  const digests = (from: Content) => {
    const { answers, reader } = open(from);
    const paths = reader.pagePaths().filter((path) => path.startsWith('/News/item/'));
    return new Map(paths.map((path) => [path, answers.ask(`item("news","${path.slice('/News/item/'.length)}")`).digest]));
  };
  const changed = (before: Content, after: Content) => {
    const old = digests(before);
    return [...digests(after)].flatMap(([path, digest]) => (old.get(path) === digest ? [] : [path])).sort();
  };
  const edit = (id: string, change: Partial<NewsItem>) => ({
    news: content.news.map((item) => (item.id === id ? { ...item, ...change } : item)),
  });

  test('stands at its escaped identity and names its neighbours in the order of the list', () => {
    const { reader } = open(content);
    expect(reader.item('news', '~4e~203')).toMatchObject({
      item: { id: 'N 3' },
      newer: { id: 'N 4', title: 'News N 4' },
      older: { id: 'N 2', title: 'News N 2' },
    });
    expect(reader.item('news', '~4e~2029')?.newer).toBeNull();
    expect(reader.item('news', '~4e~200')?.older).toBeNull();
    expect(reader.item('news', 'N 3')).toBeNull();
  });

  test('is followed by the pages of its neighbours when its title changes, and by none when its text does', () => {
    expect(changed(content, edit('N 3', { title: 'Another' }))).toEqual(
      ['/News/item/~4e~202', '/News/item/~4e~203', '/News/item/~4e~204'].sort(),
    );
    expect(changed(content, edit('N 3', { description: 'Other words' }))).toEqual(['/News/item/~4e~203']);
  });

  test('is gone with its item', () => {
    const without = { news: content.news.filter(({ id }) => id !== 'N 3') };
    expect(open(without).reader.item('news', '~4e~203')).toBeNull();
    expect(changed(content, without)).toEqual(['/News/item/~4e~202', '/News/item/~4e~204']);
  });
});

describe('what is next', () => {
  const event = (id: string, date: string | null): SchoolEvent => ({
    ...{ id, title: id, description: '', venue: '', date: readDate(date, ZONE), time: '' },
    images: [],
    attachments: [],
  });
  const content = {
    events: [
      event('old', '2026-11-20'),
      event('undated', null),
      event('far', '2027-01-01'),
      event('today', '2026-11-21'),
      event('next', '2026-11-25'),
      event('next too', '2026-11-25'),
      event('older', '2025-01-01'),
    ],
  };

  test('are the events from today on, nearest first, those of one day in the order of the service', () => {
    expect(ids(open(content).reader.upcoming('events', 3))).toEqual(['today', 'next', 'next too']);
    expect(ids(open(content, '2028-01-01').reader.upcoming('events', 3))).toEqual([]);
  });

  test('are followed by the past events, newest first, and the undated ones', () => {
    const order = ['today', 'next', 'next too', 'far', 'old', 'older', 'undated'];
    expect(ids(open(content).reader.upcomingFirst('events', 9))).toEqual(order);
  });

  test('in the calendar is this month and the following ones, as many as fit', () => {
    const month = (name: string, count: number) =>
      Array.from({ length: count }, (_, at) => entry(`${name} ${at}`, `${name}-${String((at % 28) + 1).padStart(2, '0')}`));
    const entries = [...month('2026-10', 2), ...month('2026-12', 50), ...month('2027-02', 20), ...month('2027-03', 1)];
    const agenda = open({ academicCalender: entries }).reader.agenda();
    expect(agenda.months.map(({ month: name, total, entries: shown }) => [name, total, shown.length])).toEqual([
      ['2026-11', 0, 0],
      ['2026-12', 50, 40],
    ]);
    expect(agenda.later).toEqual(['2027-02', '2027-03']);
  });
});

describe('the gallery', () => {
  test('shows the current year', () => {
    const { reader } = open({ gallery: [album('old', '2025-02-02'), album('new', '2026-02-02')] });
    const view = reader.list('gallery');
    expect(view.period).toBe('2026');
    expect(ids(view.items)).toEqual(['new']);
    expect(view.files.map(({ count }) => count)).toEqual([1, 1]);
  });

  test('falls back to the newest year with albums, and to a later year when there is nothing else', () => {
    expect(open({ gallery: [album('a', '2023-02-02'), album('b', '2024-02-02')] }).reader.list('gallery').period).toBe('2024');
    expect(open({ gallery: [album('a', '2028-02-02')] }).reader.list('gallery').period).toBe('2028');
    expect(open({ gallery: [album('a', null)] }).reader.list('gallery')).toMatchObject({ period: 'All', items: [{ id: 'a' }] });
  });

  test('gives the album by the path of its identity, 48 photos a page', () => {
    const { reader } = open({ gallery: [album('Ab/1', '2025-02-02', 50)] });
    expect(reader.album('~41b~2f1', 1)?.photos).toHaveLength(48);
    expect(reader.album('~41b~2f1', 2)).toMatchObject({ count: 50, page: 2, pages: 2 });
    expect(reader.album('~41b~2f1', 3)).toBeNull();
    expect(reader.album('Ab/1', 1)).toBeNull();
  });
});

describe('toppers', () => {
  test('show the session from the previous to the current year', () => {
    const view = open({ topper: [topper('a', '2025-2026'), topper('b', '2024-2025')] }).reader.list('toppers-x');
    expect(view).toMatchObject({ period: '2025-2026', year: '2026', items: [{ id: 'a' }] });
  });

  test('fall back one year, and no further', () => {
    expect(open({ topper: [topper('b', '2024-2025')] }).reader.list('toppers-x')).toMatchObject({
      period: '2024-2025',
      items: [{ id: 'b' }],
    });
    expect(open({ topper: [topper('b', '2023-2024')] }).reader.list('toppers-x')).toMatchObject({
      period: '2025-2026',
      items: [],
    });
  });

  test('keep the classes apart and the order of the service', () => {
    const { reader } = open({ topper: [topper('z', '2025-2026'), topper('q', '2025-2026', 'XII'), topper('a', '2025-2026')] });
    expect(ids(reader.list('toppers-x').items)).toEqual(['z', 'a']);
    expect(ids(reader.list('toppers-xii').items)).toEqual(['q']);
  });

  test('continue long sessions on further parts in the same order', () => {
    const { reader } = open({ topper: Array.from({ length: 30 }, (_, at) => topper(`t${at}`, '2025-2026')) });
    expect(reader.archive('toppers-x', '2025-2026')?.items[0]?.id).toBe('t0');
    expect(ids(reader.archive('toppers-x', '2025-2026-2')?.items ?? [])).toEqual(['t24', 't25', 't26', 't27', 't28', 't29']);
  });
});

describe('the calendar', () => {
  test("lists a month's entries by day and leads to the neighbouring months", () => {
    const view = open({ academicCalender: [entry('b', '2026-11-20'), entry('a', '2026-11-03')] }).reader.calendar('2026-11', 1);
    expect(ids(view.entries)).toEqual(['a', 'b']);
    expect(view).toMatchObject({ previous: '2026-10', next: '2026-12', pages: 1 });
  });

  test('has a page for the twelve months around today and for every month with entries', () => {
    const paths = open({ academicCalender: [entry('a', '2019-06-01')] }).reader.pagePaths();
    expect(paths).toContain('/Calendar/2025-11');
    expect(paths).toContain('/Calendar/2027-11');
    expect(paths).toContain('/Calendar/2019-06');
    expect(paths).not.toContain('/Calendar/2020-06');
  });
});

describe('answers', () => {
  test('name what they were made of', () => {
    const { answers } = open({ news: [], gallery: [] });
    expect(answers.ask('list("gallery")').inputs).toEqual(['collection:gallery', 'year']);
    expect(answers.ask('latest("news",6)').inputs).toEqual(['collection:news']);
  });

  test('are recorded as questions, once for each spelling of the arguments', () => {
    const { reader, asked } = open({ news: [] });
    reader.latest('news', 6);
    expect(asked).toEqual(['latest("news",6)']);
  });

  test('refuse a question of another version of the code', () => {
    expect(() => open({}).answers.ask('constructor()')).toThrow('No query answers');
  });
});

test('every page path stands once, in code unit order', () => {
  const paths = open({ news: [news('a', '2025-03-01')], gallery: [album('x', null, 60)] }).reader.pagePaths();
  expect(paths).toEqual([...new Set(paths)].sort());
  expect(paths).toEqual(
    expect.arrayContaining([
      '/',
      '/News',
      '/News/2025-03',
      '/Gallery/undated',
      '/SubGallery/x',
      '/SubGallery/x/2',
      '/Highlights',
    ]),
  );
});

describe('the index of the search', () => {
  const content = (title: string): Content => ({
    news: [news('a', '2026-11-02', title), news('b', '2026-11-09'), news('c', '2025-03-05'), news('d', null)],
    gallery: [album('e', '2026-11-05')],
    topper: [topper('f', '2026-2027')],
    notification: [{ id: 'g', title: 'Holiday', description: 'Closed', image: null, attachment: null }],
  });
  const files = (title: string) => open(content(title)).answers.ask('searchFiles()').value as readonly (readonly string[])[];
  const folders = (title: string) => files(title).map((group) => group.map((href) => href.replace(/\.\w+\.json$/, '')));

  test('begins with the notices, goes back month by month, and ends with what has no date', () => {
    expect(folders('Quiz')).toEqual([
      ['/data/search-notification/1'],
      ['/data/search-news/2026-11', '/data/search-gallery/2026-11'],
      ['/data/search-topper/2026-2027'],
      ['/data/search-news/2025-03'],
      ['/data/search-news/undated'],
    ]);
  });

  test('lists every one of its files, and leads to the items, newest first', () => {
    const { answers } = open(content('Quiz'));
    const index = readDataPage(answers, '/data/search/index.json')?.data;
    expect(JSON.parse(index?.body() ?? '')).toEqual(files('Quiz'));
    expect(index?.names).toEqual(files('Quiz').flat());
    const month = readDataPage(answers, '/data/search-news/2026-11.json')?.data?.body();
    expect(JSON.parse(month ?? '')).toEqual([
      { kind: 'News', href: '/News/item/b', title: 'News b', text: '', day: '2026-11-09' },
      { kind: 'News', href: '/News/item/a', title: 'Quiz', text: '', day: '2026-11-02' },
    ]);
    expect(readDataPage(answers, '/data/search-news/1999-01.json')?.data).toBeNull();
  });

  test('changes by one file when a title does', () => {
    const before = new Set(files('Quiz').flat());
    expect(
      files('Quiz final')
        .flat()
        .filter((href) => !before.has(href)),
    ).toHaveLength(1);
  });
});
