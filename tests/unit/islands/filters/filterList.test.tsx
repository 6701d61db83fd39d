import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { rulesOf } from '../../../../src/collections/lists.ts';
import { CardList, Empty } from '../../../../src/islands/filters/CardList.tsx';
import { FilterList, loadingText, soughtText, statusText } from '../../../../src/islands/filters/FilterList.tsx';
import type { View } from '../../../../src/stores/list.ts';
import type { DataFile } from '../../../../src/types/views.ts';

const file = (key: string, count: number, months: readonly number[] = []): DataFile => ({ key, count, months, href: '' });
const print = (kind: string, files: readonly DataFile[], period = 'All') =>
  renderToStaticMarkup(
    <FilterList kind={kind} periods={files} index="/data/news/index.json" period={period} year="2026">
      <i>printed cards</i>
    </FilterList>,
  );
const options = (html: string) => [...html.matchAll(/<option[^>]*>([^<]*)/g)].map(([, text]) => text);

describe('a printed list', () => {
  test('has its filters, which take a choice from the start', () => {
    const html = print('news', [file('2026', 30, [1, 2]), file('undated', 1)]);
    expect(html).toContain('<fieldset>');
    expect(html).not.toMatch(/<(?:fieldset|select|input)[^>]* disabled/);
    expect(options(html)).toEqual(['All', '2026', 'All', 'Jan', 'Feb']);
    expect(html).toContain('<label for="query">Search</label>');
  });

  test('says how many items there are, shows the printed cards, and offers more once its script is there', () => {
    const html = print('news', [file('2026', 1200, [1])]);
    expect(html).toContain('<span role="status">1200 news items</span>');
    expect(html).toContain('<i>printed cards</i>');
    expect(html).toMatch(/<button[^>]* disabled=""[^>]*>Show more/);
  });

  test('without anything says so with count 0', () => {
    const html = print('events', []);
    expect(html).toContain('<span role="status">0 events</span>');
    expect(html).toContain('Stay tuned for latest updates');
    expect(html).not.toContain('<article');
    expect(html).not.toContain('Show more');
    expect(html).not.toContain('Clear filters');
  });

  test('of the gallery counts the albums of its year', () => {
    expect(print('gallery', [file('2026', 3, [1]), file('2025', 9, [2])], '2026')).toContain('Total Categories: 3');
  });

  test('of videos has a year filter only', () => {
    const html = print('video', [file('2026', 3, [1])]);
    expect(options(html)).toEqual(['All', '2026']);
    expect(html).not.toContain('Search');
  });

  test('of toppers without a session shows placeholders that link nowhere', () => {
    const html = print('toppers', [file('2019-2020', 3)], '2025-2026');
    expect(html).toContain('100%');
    expect(html).toContain('0 toppers in 2025-2026');
    expect(html).not.toContain('<a ');
  });
});

test('a filter that finds nothing is told with what was looked for', () => {
  const sought = (period: string, month: string, query: string) => soughtText(rulesOf('news'), { period, month, query });
  expect(sought('All', 'All', '')).toBeNull();
  expect(sought('2025', 'All', '')).toBe('There are no news items in 2025.');
  expect(sought('2025', 'Mar', ' quiz ')).toBe('There are no news items in Mar 2025 with “quiz” in the title.');
  const html = renderToStaticMarkup(<Empty sought="There are no events in 2025." />);
  expect(html).toContain('Stay tuned for latest updates');
  expect(html).toContain('There are no events in 2025.');
  expect(html).toMatch(/<button[^>]*>Clear filters</);
});

test('what is under way is told', () => {
  expect(loadingText({ period: 'All', month: 'All', query: 'quiz' })).toBe('Searching…');
  expect(loadingText({ period: '2025', month: 'All', query: ' ' })).toBe('Loading…');
});

describe('the status of toppers', () => {
  const view = (period: string, change: Partial<View> = {}): View => ({
    filter: { period, month: 'All', query: '' },
    printed: false,
    total: 3,
    shown: 24,
    items: [],
    found: null,
    ...change,
  });
  const facts = {
    rules: rulesOf('toppers'),
    periods: [file('2024-2025', 3), file('2023-2024', 2)],
    year: '2026',
  } as const;

  test('names the session, and the one it stands for', () => {
    expect(statusText(facts, view('2024-2025'), '2026')).toBe('3 toppers in 2024-2025, no results for 2025-2026 yet');
    expect(statusText(facts, view('2023-2024'), '2026')).toBe('3 toppers in 2023-2024');
    expect(statusText(facts, view('2024-2025', { total: 1 }), '2025')).toBe('1 topper in 2024-2025');
  });

  test('says how many names match', () => {
    const toppers = ['a', 'b'].map((id) => ({
      id,
      name: id,
      stream: '',
      division: '',
      session: '2025-2026',
      class: 'X' as const,
      photo: null,
    }));
    expect(statusText(facts, view('2024-2025', { found: new Set(toppers) }), '2026')).toBe('2 names match');
    expect(statusText(facts, view('2024-2025', { found: new Set(toppers.slice(1)) }), '2026')).toBe('1 name matches');
    expect(statusText(facts, view('2024-2025', { found: new Set() }), '2026')).toBe('0 names match');
  });
});

test('cards that the search found are marked, the others stay', () => {
  const toppers = ['Ann', 'Bo'].map((name) => ({
    id: name,
    name,
    stream: '',
    division: '',
    session: '2024-2025',
    class: 'X' as const,
    photo: null,
  }));
  const html = renderToStaticMarkup(<CardList rules={rulesOf('toppers')} items={toppers} found={new Set(toppers.slice(0, 1))} />);
  expect(html.match(/<article/g)).toHaveLength(2);
  expect(html.match(/<article class="[^"]*found/g)).toHaveLength(1);
});

describe('the places of toppers', () => {
  const places = (divisions: readonly string[], ranked = true) => {
    const items = divisions.map((division, index) => ({
      id: `t${index}`,
      name: `N${index}`,
      stream: 'General',
      division,
      session: '2024-2025',
      class: 'X' as const,
      photo: null,
    }));
    const html = renderToStaticMarkup(<CardList rules={rulesOf('toppers')} items={items} ranked={ranked} />);
    expect(html).not.toContain('General');
    return [...html.matchAll(/class="rank">(\w+)</g)].map(([, place]) => place);
  };

  test('are told of all, equal marks sharing one', () => {
    expect(places(['99%', '98%', '98%', '97%'])).toEqual(['1st', '2nd', '2nd', '4th']);
    const many = places(Array.from({ length: 23 }, (_, index) => `${99 - index}%`));
    expect([many[2], many[10], many[11], many[20], many[21], many[22]]).toEqual(['3rd', '11th', '12th', '21st', '22nd', '23rd']);
  });

  test('are not told where the list is in another order, or goes on', () => {
    expect(places(['90%', '98%'])).toEqual([]);
    expect(places(['99%', 'First'])).toEqual([]);
    expect(places(['99%', '98%'], false)).toEqual([]);
  });
});
