import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { searchStatus } from '../../../src/islands/search/results.ts';
import { filterOf, filterPlaces } from '../../../src/lib/wordFilter.ts';
import { createSearch, type SiteSearch } from '../../../src/stores/search.ts';
import type { SearchRow, SearchShelf, SearchStatics } from '../../../src/types/search.ts';

const INDEX = '/data/search/index.json';
const STATICS = '/search.json';
const served = new Map<string, unknown>();
const asked: string[] = [];

const statics: SearchStatics = {
  ignored: ['the', 'of', 'how', 'to'],
  same: [
    ['tc', 'transfer certificate'],
    ['athletics meet', 'sports day'],
  ],
  kinds: { Album: 'photos' },
  pages: [
    {
      href: '/Fees',
      title: 'Fees Policy',
      description: 'What fees cost.',
      sections: [['When to pay', 'Pay by the 20th.\nSports kit is extra.']],
    },
    { href: '/Tc', title: 'Transfer Certificate', description: '', sections: [] },
    {
      href: '/Bus',
      title: 'Bus',
      description: '',
      sections: [
        ['Routes', 'Ask the office.'],
        ['Office', 'It has the timetable.'],
      ],
    },
  ],
  documents: [{ href: '/documents/form.pdf', title: 'Nursery form' }],
  answers: [],
  fees: { rows: [], notes: [] },
  schoolDays: { told: [], since: '', until: '' },
  schoolWeek: '',
  phones: [],
};
const news = (...rows: SearchRow[]): SearchShelf => ['News', '/News/item/', rows];
const album = (...rows: SearchRow[]): SearchShelf => ['Album', '/SubGallery/', rows];

beforeEach(() => {
  asked.length = 0;
  served.clear();
  served.set(STATICS, statics);
  served.set(INDEX, [['/new'], ['/old']]);
  served.set('/new', [
    news(
      ['a', 'Sports day', '', '2026-11-02'],
      ['b', 'Quiz', 'In the sports hall.', '2026-05-05', [['/files/1/quiz-rules-2026-27.pdf', 'quiz-rules-2026-27.pdf']]],
    ),
    album(['c', 'Children’s fete', '', '2026-11-14']),
  ]);
  served.set('/old', [
    news(['d', 'Inter-house sports', 'Won by class XI.', '2025-03-05'], ['e', 'दीपावली मेला', '', '2024-11-01']),
  ]);
  vi.stubGlobal('fetch', async (href: string) => {
    asked.push(href);
    const answer = served.get(href);
    return answer === undefined ? new Response('', { status: 503 }) : new Response(JSON.stringify(answer));
  });
});
afterEach(() => vi.unstubAllGlobals());

/** A loaded machine takes more than the runner's second. */
const PATIENT = { timeout: 60_000 };
const begin = () => createSearch(INDEX, STATICS);

/** Searches, and waits until all has been looked through. */
async function look(site: SiteSearch, query: string): Promise<string[]> {
  site.search(query);
  await vi.waitFor(() => {
    const state = site.$search.get();
    expect(state.query).toBe(query);
    expect(state.phase).not.toBe('searching');
  }, PATIENT);
  return site.$search.get().found.map(({ title }) => title);
}

test('nothing is fetched before somebody types, and nothing twice', async () => {
  const site = begin();
  expect(await look(site, '  ')).toEqual([]);
  expect(asked).toEqual([]);
  await look(site, 'sports');
  expect(await look(site, 'quiz rules')).toEqual(['Quiz rules 2026-27', 'Quiz']);
  expect(asked.toSorted()).toEqual([INDEX, '/new', '/old', STATICS].toSorted());
});

describe('a search', () => {
  test.each([
    ['sports', ['Sports day', 'Inter-house sports', 'Fees Policy', 'Quiz']],
    ['sports hall', ['Quiz', 'Sports day', 'Inter-house sports', 'Fees Policy']],
    ['interhouse', ['Inter-house sports']],
    ['spo inte', ['Inter-house sports', 'Sports day', 'Fees Policy', 'Quiz']],
    ['how to get the TC', ['Transfer Certificate']],
    ['athletics meets', ['Sports day']],
    ['class 11', ['Inter-house sports']],
    ['Quizes', ['Quiz', 'Quiz rules 2026-27']],
    ['childern', ['Children’s fete']],
    ['fete photos', ['Children’s fete']],
    ['2 nov', ['Sports day']],
    ['05/05', ['Quiz', 'Quiz rules 2026-27']],
    ['दिपावलि', ['दीपावली मेला']],
    ['nursery forms', ['Nursery form']],
    ['xyzzy', []],
    ['!?', []],
  ])('for %s finds, best first, %j', async (query, titles) => expect(await look(begin(), query)).toEqual(titles));

  test('a phrase for another one comes before a title that has its words in other places', async () => {
    served.set('/new', [news(['a', 'Sports prize day', '', '2026-12-12'], ['b', 'Athletics meet', '', '2026-11-28'])]);
    expect(await look(begin(), 'sports day')).toEqual([
      'Athletics meet',
      'Sports prize day',
      'Inter-house sports',
      'Fees Policy',
    ]);
  });

  test('prefers a page whose section has all words, and finds one that has them scattered', async () => {
    served.set(STATICS, {
      ...statics,
      pages: [
        statics.pages[2],
        { href: '/Desk', title: 'Desk', description: '', sections: [['Routes', 'Ask for the timetable.']] },
      ],
    });
    expect(await look(begin(), 'routes timetable')).toEqual(['Desk', 'Bus']);
  });

  test('marks the words that were found, also those with a letter wrong and those that mean the same', async () => {
    const site = begin();
    await look(site, 'atheletics meet 11');
    const { termOf } = site.$search.get();
    expect(['XI', '11', 'Meeting', 'hall'].map(termOf)).toEqual([2, 2, 1, null]);
    await look(site, 'sports day');
    expect(['Athletics', 'Sports', 'hall'].map(site.$search.get().termOf)).toEqual([0, 0, null]);
  });

  test('offers the nearest words of titles where nothing was found', async () => {
    const site = begin();
    expect(await look(site, 'quzi')).toEqual([]);
    expect(site.nearest('quzi')).toContain('quiz');
  });
});

test('tells the newest with all words in their titles while older files still come, and leaves them where they stand', async () => {
  const old = Promise.withResolvers<void>();
  const answer = globalThis.fetch;
  vi.stubGlobal('fetch', async (href: string) => {
    if (href === '/old') await old.promise;
    return answer(href);
  });
  const site = begin();
  site.search('sports');
  await vi.waitFor(() => expect(site.$search.get().found.map(({ title }) => title)).toEqual(['Sports day']), PATIENT);
  expect(site.$search.get().phase).toBe('searching');
  old.resolve();
  expect((await look(site, 'sports'))[0]).toBe('Sports day');
});

test('a calendar entry beside its event, and a file of several items, are told once', async () => {
  const file = [['/files/1/a.pdf', 'a.pdf']] as const;
  served.set(INDEX, [['/new']]);
  served.set('/new', [
    ['Event', '/Events/item/', [['x', 'Sports day', '', '2026-11-28', file]]],
    ['Calendar', '/Calendar/2026-11', [['', 'Sports day', '', '2026-11-28', file]]],
  ] satisfies SearchShelf[]);
  const site = begin();
  expect(await look(site, 'sports day')).toEqual(['Sports day', 'A', 'Fees Policy']);
  expect(site.$search.get().found[0]?.kind).toBe('Event');
});

test('keeps what it found when a file cannot be had, and asks for it again', async () => {
  const lost = served.get('/old');
  served.delete('/old');
  const site = begin();
  expect(await look(site, 'sports')).toHaveLength(3);
  expect(site.$search.get().phase).toBe('failed');
  served.set('/old', lost);
  expect(await look(site, 'sports ')).toHaveLength(4);
  expect(site.$search.get().phase).toBe('ready');
});

test('fails when the pages cannot be had, and recovers', async () => {
  served.delete(STATICS);
  const site = begin();
  expect(await look(site, 'sports')).toEqual([]);
  expect(site.$search.get().phase).toBe('failed');
  served.set(STATICS, statics);
  expect(await look(site, 'fees')).toEqual(['Fees Policy']);
});

describe('of many data files', () => {
  const files = Array.from({ length: 20 }, (_, at) => `/file-${at}`);
  beforeEach(() => {
    served.set(
      INDEX,
      files.map((href, at) => [
        href,
        filterOf(filterPlaces(at === 17 ? ['morning', 'zebra', 'crossing'] : ['morning', 'assembly', 'zoo'])),
      ]),
    );
    for (const [at, href] of files.entries()) {
      const rows = Array.from({ length: 30 }, (_, row): SearchRow => [`${at}-${row}`, 'Morning assembly', '', '2020-01-01']);
      served.set(href, [
        news(...rows, ...(at === 17 ? ([['z', 'Zebra crossing', '', '2019-01-01']] satisfies SearchRow[]) : [])),
      ]);
    }
  });

  test('reads those that may hold all the words', async () => {
    const site = begin();
    expect(await look(site, 'zebra crossing')).toEqual(['Zebra crossing']);
    expect(asked.toSorted()).toEqual([INDEX, '/file-0', '/file-17', STATICS].toSorted());
    expect(site.$search.get().isWhole).toBe(true);
  });

  test('reads no more when enough stands in titles, and says so', async () => {
    const site = begin();
    expect((await look(site, 'morning')).length).toBeGreaterThan(60);
    expect(site.$search.get()).toMatchObject({ phase: 'ready' });
    expect(asked.length).toBeLessThan(9);
  });

  test('reads a quarter of a megabyte at most, and says that older ones were not looked at', async () => {
    for (const [at, href] of files.entries())
      served.set(href, [
        news(...Array.from({ length: at === 0 ? 250 : 1500 }, (_, row): SearchRow => [`${at}-${row}`, 'Morning', ''])),
      ]);
    const site = begin();
    await look(site, 'assembly');
    expect(asked).toEqual([STATICS, INDEX, ...files.slice(0, 5)]);
    expect(site.$search.get()).toMatchObject({ phase: 'ready', isWhole: false });
    await look(site, 'zebra crossing');
    expect(asked).toContain('/file-17');
  });

  test('reads all when none may hold the words', async () => {
    const site = begin();
    expect(await look(site, 'zebar crosing')).toEqual(['Zebra crossing']);
    expect(asked).toHaveLength(22);
  });
});

test('the status begins with the count in digits', () => {
  const found = statics.pages.map(({ href, title }) => ({ kind: 'Page', href, title, text: '' }));
  expect(searchStatus({ found: [], phase: 'idle' })).toBe('');
  expect(searchStatus({ found: [], phase: 'searching' })).toBe('Searching…');
  expect(searchStatus({ found: found.slice(1, 2), phase: 'ready' })).toBe('1 result');
  expect(searchStatus({ found: [], phase: 'ready' })).toBe('0 results');
  expect(searchStatus({ found, phase: 'failed' })).toBe('3 results. Some could not be loaded.');
});
