import { describe, expect, test, vi } from 'vitest';
import type { NewsItem } from '../../../src/service/schemas/news.ts';
import {
  addressOf,
  asked,
  begin,
  browser,
  config,
  dataFile,
  served,
  settled,
  stubBrowser,
  titles,
} from '../../support/listStore.ts';

stubBrowser();

const news = (title: string, day: string | null): NewsItem => ({
  id: title,
  title,
  description: '',
  date: day === null ? null : { day, at: Date.parse(day) },
  image: null,
  attachments: [],
});

const YEARS = () => [
  dataFile('2026', [news('Sports day', '2026-11-02'), news('Quiz', '2026-01-09')], [1, 11]),
  dataFile('2025', [news('sports Club', '2025-03-05')], [3]),
  dataFile('undated', [news('Sports hall', null)]),
];

describe('a list', () => {
  test('shows the printed cards with their count, and asks for no data', () => {
    const list = begin(config(YEARS()));
    expect(list.$list.get()).toMatchObject({ phase: 'ready', view: { printed: true, total: 4, items: null } });
    expect(asked).toEqual([]);
  });

  test('asks for the files of the chosen year, each once', async () => {
    const list = begin(config(YEARS()));
    list.choose({ period: '2026' }, 'push');
    expect(list.$list.get()).toMatchObject({ phase: 'loading', filter: { period: '2026' }, view: { printed: true, total: 4 } });
    await settled(list);
    expect(titles(list)).toEqual(['Sports day', 'Quiz']);
    list.choose({ month: 'Jan' }, 'push');
    expect(titles(list)).toEqual(['Quiz']);
    expect(asked).toEqual([addressOf('2026')]);
  });

  test('asks for all files of a year that has several, of a month alone for those that hold it', async () => {
    const [second, first] = [dataFile('2026-07', [], []), dataFile('2026-01', [], [])];
    served.set(second.href, [news('Sports day', '2026-11-02')]);
    served.set(first.href, [news('Quiz', '2026-01-09')]);
    const of2026 = { key: '2026', count: 1 };
    const list = begin(
      config([
        { ...second, ...of2026, months: [11] },
        { ...first, ...of2026, months: [1] },
      ]),
    );
    list.choose({ period: '2026', month: 'Jan' }, 'push');
    await settled(list);
    expect([titles(list), asked]).toEqual([['Quiz'], [first.href]]);
    list.choose({ month: 'All' }, 'push');
    await settled(list);
    expect([titles(list), asked]).toEqual([
      ['Sports day', 'Quiz'],
      [first.href, second.href],
    ]);
  });

  test('asks for no file before a filter needs one, and again for their index when it failed', async () => {
    const settings = config(YEARS());
    served.set(settings.index, 503);
    const list = begin(settings);
    list.choose({ period: '2025' }, 'push');
    await settled(list);
    expect([list.$list.get().phase, asked]).toEqual(['failed', []]);
    config(YEARS());
    list.retry();
    await settled(list);
    expect(titles(list)).toEqual(['sports Club']);
  });

  test('searches all years and the undated items, newest first, undated last', async () => {
    const list = begin(config(YEARS()));
    list.choose({ query: ' SPORTS' }, 'replace');
    await settled(list);
    expect(titles(list)).toEqual(['Sports day', 'sports Club', 'Sports hall']);
    expect(list.$list.get().view.total).toBe(3);
    list.choose({ query: 'sports ports' }, 'replace');
    expect(list.$list.get().view).toMatchObject({ total: 0, items: [] });
  });

  test('leaves undated items out under a month', async () => {
    const list = begin(config(YEARS()));
    list.choose({ month: 'Mar' }, 'push');
    await settled(list);
    expect(titles(list)).toEqual(['sports Club']);
    expect(asked).toEqual([addressOf('2025')]);
  });

  test('comes back to the printed cards without data', async () => {
    const list = begin(config(YEARS()));
    list.choose({ period: '2025' }, 'push');
    await settled(list);
    list.choose({ period: 'All', query: '  ' }, 'push');
    expect(list.$list.get()).toMatchObject({ phase: 'ready', view: { printed: true, total: 4, items: null } });
  });

  test('keeps what it shows when a file fails, and asks again when told to', async () => {
    const files = YEARS();
    served.set(addressOf('2025'), 503);
    const list = begin(config(files));
    list.choose({ period: '2025' }, 'push');
    await settled(list);
    expect(list.$list.get()).toMatchObject({ phase: 'failed', filter: { period: '2025' }, view: { printed: true, total: 4 } });
    served.set(addressOf('2025'), [news('sports Club', '2025-03-05')]);
    list.retry();
    await settled(list);
    expect(titles(list)).toEqual(['sports Club']);
  });

  test('shows the last choice, however slowly the one before is answered', async () => {
    const files = YEARS();
    const slow = Promise.withResolvers<Response>();
    const answer = fetch;
    vi.stubGlobal('fetch', (href: string) => (href.endsWith('2026.json') ? slow.promise : answer(href)));
    const list = begin(config(files));
    list.choose({ period: '2026' }, 'push');
    list.choose({ period: '2025' }, 'push');
    await settled(list);
    slow.resolve(new Response('[]'));
    await slow.promise;
    expect(titles(list)).toEqual(['sports Club']);
  });

  test('shows 24 more at a time, asking only for the newest files it needs', async () => {
    const many = (year: number) => Array.from({ length: 30 }, (_, index) => news(`${year} ${index}`, `${year}-02-01`));
    const list = begin(
      config([dataFile('2026', many(2026), [2]), dataFile('2025', many(2025), [2]), dataFile('2024', many(2024), [2])]),
    );
    list.showMore();
    await settled(list);
    expect(asked).toEqual([addressOf('2026'), addressOf('2025')]);
    expect(list.$list.get().view).toMatchObject({ shown: 48, total: 90, printed: true });
    list.choose({ query: '2025' }, 'replace');
    await settled(list);
    expect(list.$list.get().view).toMatchObject({ shown: 24, total: 30, printed: false });
  });
});

describe('the address', () => {
  test('gains an entry by a choice, is replaced by typing', async () => {
    const list = begin(config(YEARS()));
    list.choose({ period: '2026' }, 'push');
    list.choose({ query: 'sp' }, 'replace');
    list.choose({ query: 'spo' }, 'replace');
    expect(browser.entries).toEqual(['/News', '/News?year=2026&q=spo']);
    await settled(list);
  });

  test('gains one entry by a choice that is told twice', async () => {
    const list = begin(config(YEARS()));
    list.choose({ period: '2026' }, 'push');
    list.choose({ period: '2026' }, 'push');
    expect(browser.entries).toEqual(['/News', '/News?year=2026']);
    await settled(list);
  });

  test('is followed by Back and Forward', async () => {
    const list = begin(config(YEARS()));
    list.choose({ period: '2026' }, 'push');
    list.choose({ month: 'Jan' }, 'push');
    await settled(list);
    browser.go(-1);
    expect(list.$list.get()).toMatchObject({ filter: { period: '2026', month: 'All' }, view: { total: 2 } });
    browser.go(-1);
    expect(list.$list.get().view).toMatchObject({ printed: true });
    browser.go(2);
    expect(titles(list)).toEqual(['Quiz']);
  });

  test('is read when the page opens', async () => {
    browser.entries = ['/News?year=2025&month=Mar&q=CLUB&session=1&other=1'];
    const list = begin(config(YEARS()));
    await settled(list);
    expect(titles(list)).toEqual(['sports Club']);
    expect(browser.entries).toEqual(['/News?year=2025&month=Mar&q=CLUB&other=1']);
    list.clear();
    expect(list.$list.get()).toMatchObject({ filter: { period: 'All', month: 'All', query: '' }, view: { printed: true } });
    expect(browser.entries.at(-1)).toBe('/News?other=1');
  });
});

describe('the gallery', () => {
  test('follows the year of the visitor when it has turned since the build', async () => {
    const files = YEARS();
    const list = begin(config(files, { kind: 'gallery', period: '2025' }));
    await settled(list);
    expect(list.$list.get()).toMatchObject({ filter: { period: '2026' }, view: { total: 2, printed: false } });
  });
});
