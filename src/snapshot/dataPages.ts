import type { QueryEvaluator } from './evaluator.ts';
import type { DataBody } from './queries/dataFiles.ts';
import { type QueryKey, queryKey } from './query.ts';

/** The query of the data file with a page key (`/data/news/2025.json`), or null for the key of something else. */
function queryFor(key: string): QueryKey | null {
  const match = /^\/data\/([a-z-]+)\/([^/]+)\.json$/.exec(key);
  if (!match) return null;
  const [, folder = '', of = ''] = match;
  if (folder === 'search') return queryKey('searchIndexData', []);
  if (folder.startsWith('search-')) return queryKey('searchData', [folder.slice('search-'.length), of]);
  return folder === 'calendar' ? queryKey('calendarData', [of]) : queryKey('listData', [folder, of]);
}

/** A data file by its page key, with the query it answers; `data` is null when the snapshot has no such file. Null for another key. */
export function readDataPage(
  answers: QueryEvaluator,
  key: string,
): { readonly query: QueryKey; readonly data: DataBody | null } | null {
  const query = queryFor(key);
  return query === null ? null : { query, data: answers.ask(query).value as DataBody | null };
}
