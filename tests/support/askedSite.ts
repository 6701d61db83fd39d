/** Asks the search of a published tree as a visitor's browser would. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { vi } from 'vitest';
import { answerTo } from '../../src/islands/search/answers.ts';
import { createSearch, type SiteSearch } from '../../src/stores/search.ts';
import type { AskedFor } from './searchQueries.ts';

/** A loaded machine takes more than the runner's second, ms. */
const PATIENT = { timeout: 60_000, interval: 5 };

/** A search whose files come from a published tree; `fetch` is a stub from then on. */
export async function openSearch(dir: string): Promise<SiteSearch> {
  vi.stubGlobal('fetch', async (href: string) => new Response(await readFile(join(dir, href))));
  return createSearch('/search-index.json', '/search.json');
}

/** What stands at the top for a query on a day, an answer first: a line each, `kind | title | address`. */
export async function topOf(site: SiteSearch, query: string, today: string, count = 3): Promise<string[]> {
  site.search(query);
  await vi.waitFor(() => {
    const state = site.$search.get();
    if (state.query !== query || state.phase === 'searching') throw new Error(`Still searching for ${query}.`);
  }, PATIENT);
  const statics = site.statics();
  const present = { today, calendar: site.current('Calendar'), closures: site.current('Closure') };
  const answer = statics && answerTo(query, statics, present);
  const results = site.$search.get().found.map(({ kind, title, href }) => `${kind} | ${title} | ${href}`);
  return [...(answer ? [`Answer | ${answer.heading} | ${answer.href}`] : []), ...results].slice(0, count);
}

/** The queries that do not have what is wanted among the first three, with what they have. */
export async function missed(site: SiteSearch, queries: readonly AskedFor[], today: string): Promise<string[]> {
  const lines: string[] = [];
  for (const [query, wanted] of queries) {
    const top = await topOf(site, query, today);
    if (!top.some((line) => wanted.test(line))) lines.push(`${query}: wanted ${wanted}, found ${top.join(' · ') || 'nothing'}`);
  }
  return lines;
}
