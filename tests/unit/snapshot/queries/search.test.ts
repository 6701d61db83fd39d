import { describe, expect, test } from 'vitest';
import { readDataPage } from '../../../../src/snapshot/dataPages.ts';
import { album, news, open, topper } from '../../../support/queryRig.ts';
import type { Content } from '../../../support/snapshot.ts';

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
