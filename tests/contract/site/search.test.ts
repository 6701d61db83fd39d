import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { SiteSearch } from '../../../src/stores/search.ts';
import { missed, openSearch, topOf } from '../../support/askedSite.ts';
import { brotliSize } from '../../support/published.ts';
import { FIRST_QUERIES, FURTHER_QUERIES, LAST_QUERIES } from '../../support/searchQueries.ts';
import { builtSite } from '../../support/site.ts';

const TODAY = '2026-11-23';
const dir = builtSite();
let site: SiteSearch;
beforeAll(async () => {
  site = await openSearch(dir);
});
afterAll(() => vi.unstubAllGlobals());

describe('what parents type has the right thing among the first three', () => {
  // The sample's words change: of a hundred queries a few may have to be asked otherwise then.
  test.each([
    ['the queries that the search was made for', FIRST_QUERIES, 0.95],
    ['others', FURTHER_QUERIES, 0.9],
    ['further ones', LAST_QUERIES, 0.9],
  ])('%s', async (_, queries, share) => {
    const lines = await missed(site, queries, TODAY);
    expect(lines.length, lines.join('\n')).toBeLessThanOrEqual((1 - share) * queries.length);
  });

  test.each([
    ['fees of class 8', 'Fees'],
    ['next holiday', 'Next holidays'],
    ['is school open tomorrow', 'Is school open?'],
    ['phone number', 'Telephone'],
    ['office hours', 'Office hours'],
    ['last date for admission form', 'Nursery admission'],
    ['how to get a transfer certificate', 'How to get a transfer certificate'],
  ])('%s is answered under "%s"', async (query, heading) => {
    expect((await topOf(site, query, TODAY, 1))[0]).toMatch(new RegExp(`^Answer . ${heading.replace('?', '\\?')} `));
  });
});

test('the whole search of the sample is a few requests, and 60 kB until its first results', async () => {
  const asked: string[] = [];
  const other = await openSearch(dir);
  const answer = globalThis.fetch;
  vi.stubGlobal('fetch', (href: string) => {
    asked.push(href);
    return answer(href);
  });
  await topOf(other, 'zzzz', TODAY);
  const weight = (href: string) => brotliSize(readFileSync(join(dir, href)));
  expect(asked.length).toBeGreaterThan(2);
  expect(asked.length).toBeLessThanOrEqual(8);
  // The pages, the list of files, and the newest file.
  expect(asked.slice(0, 3).reduce((sum, href) => sum + weight(href), 0)).toBeLessThan(60_000);
});
