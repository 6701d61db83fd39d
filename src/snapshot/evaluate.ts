import type { SiteDatabase } from '../database/siteDatabase.ts';
import type { QueryKey, Trace } from '../engine/types.ts';
import { QUERIES } from './queries/index.ts';
import { type Content, type Query, Source } from './source.ts';

const BY_NAME: Readonly<Record<string, Query>> = QUERIES;

/** The answer to a query: plain JSON. Throws for an unknown query: the trace that names it is of other code. */
export function evaluate(content: Content, query: QueryKey, trace: Trace): unknown {
  const open = query.indexOf('(');
  const name = query.slice(0, open);
  const answer = Object.hasOwn(BY_NAME, name) ? BY_NAME[name] : undefined;
  if (!answer) throw new Error(`No query answers "${query}".`);
  return answer(new Source(content, trace), ...JSON.parse(`[${query.slice(open + 1, -1)}]`));
}

/** The title or name of a published item; null: there is none, or it has none. `collection`: of any spelling. */
export function titleOf(database: SiteDatabase, collection: string, id: string): string | null {
  const title = "coalesce(entity ->> 'title', entity ->> 'name')";
  const found = database
    .prepare(`SELECT ${title} AS title FROM item WHERE collection = ? AND id = ? AND shown = 1`)
    .get(collection, id);
  return typeof found?.title === 'string' && found.title !== '' ? found.title : null;
}
