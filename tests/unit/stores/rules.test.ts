import { describe, expect, test } from 'vitest';
import { rulesOf } from '../../../src/collections/lists.ts';
import { dayOf } from '../../../src/lib/dates.ts';
import {
  type Filter,
  type ListFacts,
  meaningfulParameters,
  monthOptions,
  otherParameters,
  periodOptions,
  periodsFor,
  readFilter,
  settle,
  writeFilter,
} from '../../../src/stores/rules.ts';
import type { Period } from '../../../src/types/views.ts';

const file = (key: string, months: readonly number[] = [], count = 1): Period => ({ key, count, months });
const YEARS = [file('2026', [1, 11]), file('2025', [3]), file('2023', [12]), file('undated')];
const list = (kind: string, periods = YEARS, year = '2026'): ListFacts => ({
  rules: rulesOf(kind),
  periods,
  year,
});
const read = (facts: ListFacts, query = '') => readFilter(facts, new URLSearchParams(query));
const filter = (change: Partial<Filter> = {}): Filter => ({ period: 'All', month: 'All', query: '', ...change });

describe('years', () => {
  test('begin with All, then stand newest first; undated items have no year', () => {
    expect(periodOptions(list('news'))).toEqual(['All', '2026', '2025', '2023']);
  });

  test('are All where nothing was chosen', () => {
    expect(read(list('events'))).toEqual(filter());
  });

  test('that no item has fall back to All', () => {
    for (const year of ['1999', '', 'undated', '2025 ', '<script>'])
      expect(read(list('news'), `year=${year}`).period).toBe('All');
  });

  test('of the gallery begin with the current one, else the newest with albums, else another', () => {
    expect(read(list('gallery')).period).toBe('2026');
    expect(read(list('gallery', YEARS.slice(1))).period).toBe('2025');
    expect(read(list('gallery', [file('2028', [1])])).period).toBe('2028');
    expect(read(list('gallery', [file('undated')])).period).toBe('All');
    expect(read(list('gallery'), 'year=All').period).toBe('All');
    expect(read(list('gallery'), 'year=1999').period).toBe('2026');
  });

  test('change with the clock of the school, not with that of the visitor', () => {
    const newYear = Date.parse('2026-12-31T18:30:00Z');
    expect(dayOf(newYear - 1, 'Asia/Kolkata').slice(0, 4)).toBe('2026');
    expect(dayOf(newYear, 'Asia/Kolkata').slice(0, 4)).toBe('2027');
    expect(dayOf(newYear, 'Pacific/Honolulu').slice(0, 4)).toBe('2026');
  });
});

describe('months', () => {
  test('are those of the year, in calendar order; of all years together under All', () => {
    expect(monthOptions(YEARS, '2026')).toEqual(['All', 'Jan', 'Nov']);
    expect(monthOptions(YEARS, 'All')).toEqual(['All', 'Jan', 'Mar', 'Nov', 'Dec']);
    expect(monthOptions([], 'All')).toEqual(['All']);
  });

  test('become All when the chosen year lacks them', () => {
    expect(settle(list('news'), filter({ period: '2026', month: 'Mar' })).month).toBe('All');
    expect(settle(list('news'), filter({ period: '2025', month: 'Mar' })).month).toBe('Mar');
    expect(read(list('news'), 'year=2026&month=Dec')).toEqual(filter({ period: '2026' }));
    expect(read(list('news'), 'month=Smarch').month).toBe('All');
  });

  test('do not exist for videos', () => {
    expect(read(list('video'), 'month=Mar&q=sports')).toEqual(filter());
  });
});

describe('sessions', () => {
  const sessions = [file('2024-2025'), file('2022-2023')];

  test('begin with the one from the previous to the current year', () => {
    expect(read(list('toppers', [file('2025-2026'), ...sessions])).period).toBe('2025-2026');
  });

  test('fall back to the one a year earlier, and no further', () => {
    expect(read(list('toppers', sessions)).period).toBe('2024-2025');
    expect(read(list('toppers', sessions.slice(1))).period).toBe('2025-2026');
  });

  test('turn with the year', () => {
    const files = [file('2025-2026'), file('2024-2025')];
    expect(read(list('toppers', files, '2025')).period).toBe('2024-2025');
    expect(read(list('toppers', files, '2026')).period).toBe('2025-2026');
    expect(read(list('toppers', files, '2027')).period).toBe('2025-2026');
  });

  test('offer the default one even without records, in its place', () => {
    expect(periodOptions(list('toppers', sessions))).toEqual(['2025-2026', '2024-2025', '2022-2023']);
    expect(periodOptions(list('toppers', sessions, '2024'))).toEqual(['2024-2025', '2023-2024', '2022-2023']);
  });

  test('of the address are taken when there are any, else the default', () => {
    expect(read(list('toppers', sessions), 'session=2022-2023').period).toBe('2022-2023');
    expect(read(list('toppers', sessions), 'session=All').period).toBe('2024-2025');
    expect(read(list('toppers', sessions), 'session=2019-2020').period).toBe('2024-2025');
  });
});

describe('the address', () => {
  const write = (facts: ListFacts, change: Partial<Filter>, query = '') =>
    writeFilter(facts, filter(change), new URLSearchParams(query)).toString();

  test('holds what is chosen, and nothing for All', () => {
    expect(write(list('news'), { period: '2025', month: 'Mar', query: 'sports day' })).toBe('year=2025&month=Mar&q=sports+day');
    expect(write(list('news'), {}, 'year=2025&month=Mar&q=x')).toBe('');
    expect(write(list('news'), { query: '  ' })).toBe('');
  });

  test('keeps the parameters of others', () => {
    expect(write(list('news'), { period: '2025' }, 'utm_source=mail')).toBe('utm_source=mail&year=2025');
  });

  test('says All where something else is the default', () => {
    expect(write(list('gallery'), { period: 'All' })).toBe('year=All');
    expect(write(list('gallery'), { period: '2026' })).toBe('year=2026');
    expect(write(list('toppers', [file('2025-2026')]), { period: '2025-2026' })).toBe('session=2025-2026');
  });

  test('loses what means nothing, and keeps what is not ours', () => {
    const kept = (facts: ListFacts, query: string) => meaningfulParameters(facts, new URLSearchParams(query)).toString();
    expect(kept(list('news'), 'year=1999&month=Foo&session=2025-2026&q=+&ref=a')).toBe('ref=a');
    expect(kept(list('news'), 'q=a+b&month=Mar&year=2025')).toBe('q=a+b&month=Mar&year=2025');
    expect(kept(list('news'), 'year=2026&month=Mar')).toBe('year=2026');
    expect(kept(list('gallery'), 'year=All')).toBe('year=All');
    expect(kept(list('video'), 'year=2025&month=Mar&q=a')).toBe('year=2025');
    expect(kept(list('toppers', [file('2025-2026')]), 'year=2025&session=2025-2026')).toBe('session=2025-2026');
    expect(otherParameters(new URLSearchParams('year=2025&q=a&ref=a')).toString()).toBe('ref=a');
  });

  test('gives back the filter that was written', () => {
    const chosen = filter({ period: '2025', month: 'Mar', query: 'Ä & ü=1' });
    expect(read(list('news'), write(list('news'), chosen))).toEqual(chosen);
  });
});

test('only the files that may hold what is sought are asked for', () => {
  const keys = (change: Partial<Filter>) => periodsFor(YEARS, filter(change)).map(({ key }) => key);
  expect(keys({})).toEqual(['2026', '2025', '2023', 'undated']);
  expect(keys({ period: '2025' })).toEqual(['2025']);
  expect(keys({ month: 'Jan' })).toEqual(['2026']);
  expect(keys({ period: '2025', month: 'Jan' })).toEqual([]);
});
