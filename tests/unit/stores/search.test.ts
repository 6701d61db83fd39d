import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { searchStatus } from '../../../src/islands/search/results.ts';
import { fail, succeed } from '../../../src/lib/result.ts';
import { createSearch, type SiteSearch } from '../../../src/stores/search.ts';
import type { SearchEntry } from '../../../src/types/views.ts';

const entry = (title: string, day?: string, text = ''): SearchEntry => ({
  kind: 'News',
  href: '/',
  title,
  text,
  ...(day && { day }),
});

const INDEX = '/data/search/index.json';
const served = new Map<string, unknown>();
const asked: string[] = [];
const pages = [entry('Admission', undefined, 'sports quota'), entry('Sports and games')];

beforeEach(() => {
  asked.length = 0;
  served.clear();
  served.set(INDEX, [['/news-2026', '/events-2026'], ['/news-2025']]);
  served.set('/news-2026', [entry('Sports day', '2026-11-02'), entry('Sports kit', '2026-01-09')]);
  served.set('/events-2026', [entry('Quiz', '2026-05-05', 'in the sports hall')]);
  served.set('/news-2025', [entry('Inter-house sports', '2025-03-05')]);
  vi.stubGlobal('fetch', async (href: string) => {
    asked.push(href);
    const answer = served.get(href);
    return answer === undefined ? new Response('', { status: 503 }) : new Response(JSON.stringify(answer));
  });
});
afterEach(() => vi.unstubAllGlobals());

/** A loaded machine takes more than the runner's second. */
const PATIENT = { timeout: 60_000 };
const begin = () => createSearch(INDEX, async () => succeed(pages));
const settled = ({ $search }: SiteSearch) => vi.waitFor(() => expect($search.get().phase).not.toBe('searching'), PATIENT);
const titles = ({ $search }: SiteSearch) => $search.get().found.map(({ title }) => title);

test('nothing is fetched before somebody types, and nothing twice', async () => {
  const site = begin();
  site.search('  ');
  expect(site.$search.get()).toEqual({ query: '  ', found: [], phase: 'idle' });
  expect(asked).toEqual([]);
  site.search('sports');
  await settled(site);
  site.search('quiz');
  await settled(site);
  expect(titles(site)).toEqual(['Quiz']);
  expect(asked).toEqual([INDEX, '/news-2026', '/events-2026', '/news-2025']);
});

test('asks for the index once, while the words of the pages still come', async () => {
  const words = Promise.withResolvers<void>();
  const site = createSearch(INDEX, async () => {
    await words.promise;
    return succeed(pages);
  });
  site.search('sports');
  await vi.waitFor(() => expect(asked).toEqual([INDEX, '/news-2026', '/events-2026']), PATIENT);
  words.resolve();
  await settled(site);
  expect(titles(site)).toHaveLength(6);
  expect(asked).toEqual([INDEX, '/news-2026', '/events-2026', '/news-2025']);
});

test('finds titles and texts: pages first, those about the words before those that mention them, then the newest', async () => {
  const site = begin();
  site.search('sports');
  await settled(site);
  expect(titles(site)).toEqual(['Sports and games', 'Admission', 'Sports day', 'Quiz', 'Sports kit', 'Inter-house sports']);
});

test('tells what is found before older years have come, and the last query alone', async () => {
  const site = begin();
  const told: string[] = [];
  site.$search.listen(({ query, phase, found }) => told.push(`${query} ${phase} ${found.length}`));
  site.search('day');
  site.search('sports');
  await settled(site);
  expect(told).toContain('sports searching 5');
  expect(told.at(-1)).toBe('sports ready 6');
  expect(told.filter((line) => line.startsWith('day') && !line.endsWith('searching 0'))).toEqual([]);
});

test('answers a key with the first screenful, before it looks through what is left', async () => {
  const many = (day: string) => Array.from({ length: 20 }, (_, at) => entry(`Quiz ${at}`, day));
  served.set('/news-2026', many('2026-11-02'));
  served.set('/news-2025', many('2025-03-05'));
  const site = begin();
  site.search('qu');
  await settled(site);
  site.search('quiz');
  expect(site.$search.get()).toMatchObject({ phase: 'searching', found: { length: 21 } });
  await settled(site);
  expect(titles(site)).toHaveLength(41);
});

test('keeps what it found when a file cannot be had, and asks for it again', async () => {
  const lost = served.get('/news-2025');
  served.delete('/news-2025');
  const site = begin();
  site.search('sports');
  await settled(site);
  expect(site.$search.get().phase).toBe('failed');
  expect(titles(site)).toHaveLength(5);
  served.set('/news-2025', lost);
  site.search('sports');
  await settled(site);
  expect(site.$search.get().phase).toBe('ready');
  expect(titles(site)).toHaveLength(6);
});

test('fails when the words of the pages cannot be had', async () => {
  const site = createSearch(INDEX, async () => fail('unreachable', 'gone'));
  site.search('sports');
  await settled(site);
  expect(site.$search.get()).toMatchObject({ phase: 'failed', found: [] });
});

test('the status begins with the count in digits', () => {
  const found = pages;
  expect(searchStatus({ found: [], phase: 'idle' })).toBe('');
  expect(searchStatus({ found: [], phase: 'searching' })).toBe('Searching…');
  expect(searchStatus({ found, phase: 'searching' })).toBe('2 results so far. Searching…');
  expect(searchStatus({ found: found.slice(1), phase: 'ready' })).toBe('1 result');
  expect(searchStatus({ found: [], phase: 'ready' })).toBe('0 results');
  expect(searchStatus({ found, phase: 'failed' })).toBe('2 results. Older ones could not be loaded.');
});
