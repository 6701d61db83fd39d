/** Data files as pages to render. */
import type { OutputFile, PageKey, QueryKey } from '../engine/types.ts';
import { evaluate } from './queries/index.ts';
import { type Content, queryKey } from './source.ts';

/** The page key of the data file at an address: the address without its digest. */
export const dataPageKey = (href: string): PageKey => href.replace(/\.[0-9a-f]{12}\.json$/, '.json');

/** The query that names the data file with a page key (`/data/news/2025-03.json`); null for the key of something else. */
export function dataQuery(page: PageKey): QueryKey | null {
  const [, folder = '', key = ''] = /^\/data\/([a-z-]+)\/([^/]+)\.json$/.exec(page) ?? [];
  if (folder === '') return null;
  if (folder === 'search') return queryKey('searchFile', [key]);
  return key === 'index' ? queryKey('dataIndex', [folder]) : queryKey('dataFile', [folder, key]);
}

/** A data file by its page key, or null for the key of another page. `ask` answers its query, which belongs to the page's trace. */
export function renderDataFile(content: Content, page: PageKey, ask: (query: QueryKey) => unknown): OutputFile | null {
  const query = dataQuery(page);
  if (query === null) return null;
  const file = ask(query) as { readonly href: string } | null;
  if (!file) throw new Error(`The content has no data file ${page}.`);
  // Made by this thread a moment ago, or else now; what it reads stands in the trace of its query.
  if (!content.texts.get(file.href)) evaluate(content, query, { read: () => undefined, ask });
  const kept = content.texts.get(file.href);
  if (!kept) throw new Error(`The data file ${page} is another than its query said.`);
  content.texts.delete(file.href);
  return { path: file.href.slice(1), bytes: Buffer.from(kept.text), addresses: kept.addresses() };
}
