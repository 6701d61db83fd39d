import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { rulesOf } from '../../../src/collections/lists.ts';
import type { NewsItem } from '../../../src/service/schemas/news.ts';
import type { Topper } from '../../../src/service/schemas/topper.ts';
import { createList, type List, type ListConfig } from '../../../src/stores/list.ts';
import type { DataFile } from '../../../src/types/views.ts';

/** Contents of the data files by address; a number is a status. Addresses differ between tests, since the store caches files. */
const served = new Map<string, unknown>();
/** Addresses of the data files that the current test has requested, but for their index. */
const asked: string[] = [];
let tests = 0;
let stop = () => {};

const addressOf = (key: string) => `/data/${tests}/${key}.json`;

function dataFile(key: string, items: readonly (NewsItem | Topper)[], months: readonly number[] = []): DataFile {
  const href = addressOf(key);
  served.set(href, items);
  return { key, count: items.length, months, href };
}

function config(files: readonly DataFile[], change: Partial<ListConfig> = {}): ListConfig {
  const index = addressOf('index');
  served.set(index, files);
  const periods = [...Map.groupBy(files, ({ key }) => key)].map(([key, all]) => ({
    key,
    count: all.reduce((sum, { count }) => sum + count, 0),
    months: all.flatMap(({ months }) => months).sort((a, b) => a - b),
  }));
  return { kind: 'news', periods, index, period: 'All', year: '', ...change };
}

function begin(settings: ListConfig): List {
  const list = createList(settings, rulesOf(settings.kind));
  stop = list.start('2026');
  return list;
}

const titles = (list: List) => list.$list.get().view.items?.map((item) => ('name' in item ? item.name : item.title));
const settled = (list: List) => expect.poll(() => list.$list.get().phase).not.toBe('loading');

/** Both `location` and `history`. */
class FakeBrowser extends EventTarget {
  reload = vi.fn<() => void>();
  entries = ['/News'];
  at = 0;
  pathname = '/News';
  get search() {
    return this.entries[this.at]?.slice(this.pathname.length) ?? '';
  }
  pushState = (_state: unknown, _title: string, address: string) => {
    this.entries = [...this.entries.slice(0, this.at + 1), address];
    this.at += 1;
  };
  replaceState = (_state: unknown, _title: string, address: string) => {
    this.entries[this.at] = address;
  };
  go(by: number) {
    this.at += by;
    this.dispatchEvent(new Event('popstate'));
  }
}
let browser = new FakeBrowser();

/** Stubs the browser's globals anew before each test of a file, and stops its list afterwards. */
function stubBrowser(): void {
  beforeEach(() => {
    tests += 1;
    asked.length = 0;
    browser = new FakeBrowser();
    vi.stubGlobal('location', browser);
    vi.stubGlobal('history', Object.assign(browser, { state: null }));
    vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser));
    vi.stubGlobal('removeEventListener', browser.removeEventListener.bind(browser));
    vi.stubGlobal('fetch', async (href: string) => {
      if (href !== addressOf('index')) asked.push(href);
      const answer = served.get(href);
      return typeof answer === 'number' ? new Response('', { status: answer }) : new Response(JSON.stringify(answer));
    });
  });
  afterEach(() => {
    stop();
    vi.unstubAllGlobals();
  });
}

stubBrowser();

const news = (title: string, day: string | null): NewsItem => ({
  id: title,
  title,
  description: '',
  date: day === null ? null : { day, at: Date.parse(day) },
  images: [],
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

describe('toppers', () => {
  const topper = (name: string): Topper => ({
    id: name,
    name,
    stream: '',
    division: '',
    session: '2025-2026',
    class: 'X',
    photo: null,
  });
  const session = () => [dataFile('2025-2026', [topper('Ann A'), topper('Bo B'), topper('Jo-Ann C')])];
  const settings = () => config(session(), { kind: 'toppers', period: '2025-2026', year: '2026' });

  test('hide no card when searched: those that match are found', async () => {
    const list = begin(settings());
    list.choose({ query: 'ann' }, 'replace');
    await settled(list);
    const { view } = list.$list.get();
    expect(titles(list)).toEqual(['Ann A', 'Bo B', 'Jo-Ann C']);
    expect(view.total).toBe(3);
    expect([...(view.found ?? [])].map((item) => item.id)).toEqual(['Ann A', 'Jo-Ann C']);
    list.choose({ query: '' }, 'replace');
    expect(list.$list.get().view).toMatchObject({ printed: true, found: null });
  });

  test('are shown down to the last that a search finds, and none that is shown goes away', async () => {
    const many = Array.from({ length: 60 }, (_, index) => topper(`Pupil ${index + 1}`));
    const list = begin(config([dataFile('2025-2026', many)], { kind: 'toppers', period: '2025-2026', year: '2026' }));
    list.choose({ query: 'Pupil 30' }, 'replace');
    await settled(list);
    expect(list.$list.get().view).toMatchObject({ total: 60, shown: 30 });
    list.showMore();
    list.choose({ query: 'Pupil 1' }, 'replace');
    expect(list.$list.get().view.shown).toBe(54);
    list.choose({ query: '' }, 'replace');
    expect(list.$list.get().view).toMatchObject({ shown: 54, found: null });
  });

  test('are none when neither session has records', () => {
    const list = begin(config([dataFile('2020-2021', [topper('Old')])], { kind: 'toppers', period: '2025-2026', year: '2026' }));
    expect(list.$list.get()).toMatchObject({ phase: 'ready', filter: { period: '2025-2026' }, view: { total: 0 } });
  });
});

// The last one: that a file was gone is known for as long as a page is open.
test('a page whose files are gone, as those of an older release are, is loaded anew when that is asked for, and not by a choice', async () => {
  const list = begin(config([dataFile('2025', []), dataFile('2024', [])]));
  served.set(addressOf('index'), 404);
  for (const period of ['2025', '2024']) {
    list.choose({ period }, 'push');
    await settled(list);
  }
  expect([list.$list.get().phase, browser.reload.mock.calls.length]).toEqual(['failed', 0]);
  list.retry();
  expect(browser.reload).toHaveBeenCalledOnce();
  expect(browser.search).toBe('?year=2024');
});
