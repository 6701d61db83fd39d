import { describe, expect, test } from 'vitest';
import type { SearchIndex, SearchShelf } from '../../../../src/types/search.ts';
import type { Content } from '../../../support/content.ts';
import { album, entry, news, open, topper } from '../../../support/queryRig.ts';

const file = { kind: 'file', href: '/files/0123456789ab/book-list.pdf', name: 'book-list.pdf', size: 3000 } as const;
const content = (title: string): Content => ({
  news: [news('a', '2026-11-02', title), { ...news('b', '2026-11-09'), attachments: [file] }, news('d', null)],
  gallery: [album('e', '2026-11-05')],
  topper: [topper('f', '2026-2027')],
  academicCalender: [entry('h', '2026-11-28')],
  highlight: [
    { id: 'i', title: 'Book list', closure: false, attachment: file },
    { id: 'j', title: 'Closed', closure: true, attachment: null },
  ],
  notification: [{ id: 'g', title: 'Holiday', description: 'Closed', image: null, attachment: null }],
  onlineRegistration: [{ id: 'k', title: 'Register', url: 'https://register.example.org/', attachments: [] }],
  principalMessage: [
    { id: 'l', name: 'Dr. Sanyal', category: 'Principal', message: '<p>Dear parents,</p><p>a &amp; b</p>', photo: null },
  ],
});
const indexOf = (of: Content) => open(of).answers.ask('searchFiles()').value as SearchIndex;

/** As many news a month, from 2020 on. */
const months = (count: number, each: number, title = (at: number) => `News ${at}`) =>
  Array.from({ length: count * each }, (_, at) => {
    const month = Math.floor(at / each);
    return news(`n${at}`, `${2020 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-05`, title(at));
  });

describe('the index of the search', () => {
  test('holds what every collection has, and leads to it', () => {
    const { dataFile } = open(content('Quiz'));
    const [[href] = ['']] = indexOf(content('Quiz'));
    expect(dataFile(href.replace(/\.\w+\.json$/, '.json'))?.items).toEqual([
      [
        'News',
        '/News/item/',
        [
          ['b', 'News b', '', '2026-11-09', [[file.href, file.name]]],
          ['a', 'Quiz', '', '2026-11-02'],
          ['d', 'News d'],
        ],
      ],
      ['Album', '/SubGallery/', [['e', 'Album e', '', '2026-11-05']]],
      ['Calendar', '/Calendar/2026-11', [['', 'Entry h', '', '2026-11-28']]],
      ['ICSE topper', '/Toppers?session=2026-2027&q=', [[0, 'Pupil f', '98%, 2026-2027']]],
      ['Notice', '/Notifications', [['', 'Holiday', 'Closed']]],
      ['Highlight', '', [[file.href, 'Book list', '', '', [[file.href, file.name]]]]],
      ['Closure', '', [['/Highlights', 'Closed']]],
      ['Registration', '', [['https://register.example.org/', 'Register']]],
      ['Message', '/PrincipalMessage', [['', 'Dr. Sanyal', 'Principal\nDear parents,\na & b']]],
    ] satisfies SearchShelf[]);
  });

  test('keeps collections of a crowded month in files of their own', () => {
    const albums = Array.from({ length: 300 }, (_, at) => album(`a${at}`, '2026-11-05'));
    const items = Array.from({ length: 300 }, (_, at) => news(`n${at}`, '2026-11-05'));
    const of = { gallery: albums, news: items };
    const { dataFile } = open(of);
    const files = indexOf(of).map(([href]) => dataFile(href.replace(/\.\w+\.json$/, '.json'))?.items as readonly SearchShelf[]);
    expect(files.map((shelves) => shelves.map(([kind]) => kind))).toEqual([['News'], ['Album']]);
  });

  test('has no file of another name', () => {
    expect(() => open(content('Quiz')).dataFile('/data/search/1999-01.json')).toThrow('no data file');
  });

  test('changes by one file when a title does, of few and of many', () => {
    for (const count of [1, 24, 120]) {
      const before = new Set(indexOf({ news: months(count, 60) }).map(([href]) => href));
      const after = indexOf({ news: months(count, 60, (at) => (at === 7 ? 'Other' : `News ${at}`)) });
      expect(after.filter(([href]) => !before.has(href))).toHaveLength(1);
    }
  });

  test('tells of each of many files which words it may hold, of few not', () => {
    expect(indexOf({ news: months(12, 60) }).every(([, filter]) => filter === undefined)).toBe(true);
    expect(indexOf({ news: months(120, 60) }).every(([, filter]) => filter !== undefined)).toBe(true);
  });
});
