import { describe, expect, test } from 'vitest';
import type { DataFile } from '../../../../src/types/views.ts';
import type { Content } from '../../../support/content.ts';
import { days, ids, news, open } from '../../../support/queryRig.ts';

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
    expect(list.periods.map(({ count }) => count)).toEqual([30]);
    expect(list.items[0]?.id).toBe('n29');
  });

  test('name the years, with the months present', () => {
    const { reader } = open({
      news: [news('a', '2026-03-01'), news('b', '2026-01-09'), news('c', '2025-12-31'), news('d', null)],
    });
    expect(reader.list('news').periods).toEqual([
      { key: '2026', count: 2, months: [1, 3] },
      { key: '2025', count: 1, months: [12] },
      { key: 'undated', count: 1, months: [] },
    ]);
  });

  test('give each data file the bytes its name promises', () => {
    const { reader, dataFile } = open({ news: [news('a', '2026-03-01'), news('b', '2025-03-01')] });
    const index = dataFile('/data/news/index.json');
    expect(`/${index?.path}`).toBe(reader.list('news').index);
    const file = dataFile('/data/news/2026-03.json');
    expect(index?.items).toMatchObject([{ href: `/${file?.path}` }, { key: '2025' }]);
    expect(index?.addresses).toHaveLength(2);
    expect(file?.items).toMatchObject([{ id: 'a' }]);
    expect(() => dataFile('/data/news/1999-01.json')).toThrow('no data file');
    expect(dataFile('/News')).toBeNull();
  });

  test('cut their data files by whole months of one year, some 250 items each, counted from the oldest', () => {
    const month = (name: string, count: number) =>
      Array.from({ length: count }, (_, at) => news(`${name} ${at}`, `${name}-${String(1 + (at % 28)).padStart(2, '0')}`));
    const content = [
      ...[...month('2024-11', 20), ...month('2025-01', 100), ...month('2025-02', 100), ...month('2025-04', 60)],
      ...[...month('2025-05', 600), news('u', null)],
    ];
    const { reader, answers, dataFile } = open({ news: content });
    const files = dataFile('/data/news/index.json')?.items as DataFile[];
    expect(files.map(({ key, count, months }) => [key, count, months])).toEqual([
      ['2025', 100, [5]],
      ['2025', 250, [5]],
      ['2025', 250, [5]],
      ['2025', 60, [4]],
      ['2025', 200, [1, 2]],
      ['2024', 20, [11]],
      ['undated', 1, []],
    ]);
    const keys = answers.ask('dataKeys("news")').value as string[];
    expect(keys).toEqual(['2025-05-3', '2025-05-2', '2025-05', '2025-04', '2025-01-to-02', '2024-11', 'undated']);
    // One after the other they are the list.
    const items = keys.flatMap((key) => dataFile(`/data/news/${key}.json`)?.items as { id: string }[]);
    expect(ids(items)).toEqual(ids(reader.latest('news', 1000)));
    expect(answers.pages()).toEqual(expect.arrayContaining(keys.map((key) => `/data/news/${key}.json`)));
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
