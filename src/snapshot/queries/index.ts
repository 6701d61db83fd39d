/** Asking queries: the engine by their keys, pages by their names. */
import type { ItemListName, ListName, PlainName } from '../../collections/index.ts';
import type { QueryKey, Trace } from '../../engine/types.ts';
import { recordOf } from '../../lib/recordOf.ts';
import { type CalendarPart, type Content, type Query, queryKey, Source } from '../source.ts';
import * as calendar from './calendar.ts';
import * as dataFiles from './dataFiles.ts';
import * as downloads from './downloads.ts';
import type { item, upcoming, upcomingFirst } from './items.ts';
import * as items from './items.ts';
import type { archive, latest, list } from './lists.ts';
import * as lists from './lists.ts';
import * as pages from './pages.ts';
import type { plainPage } from './plain.ts';
import * as plain from './plain.ts';
import * as search from './search.ts';

const today = (source: Source, part: CalendarPart) => source.today(part);

/**
 * Every query that pages, data files and the sets of pages may ask: the functions that the modules of this folder export,
 * but for `cuts.ts`. Their names stand in the traces.
 */
export const QUERIES = { today, ...calendar, ...dataFiles, ...downloads, ...items, ...lists, ...pages, ...plain, ...search };

const BY_NAME: Readonly<Record<string, Query>> = QUERIES;

/** The answer to a query: plain JSON. Throws for an unknown query: the trace that names it is of other code. */
export function evaluate(content: Content, query: QueryKey, trace: Trace): unknown {
  const open = query.indexOf('(');
  const name = query.slice(0, open);
  const answer = Object.hasOwn(BY_NAME, name) ? BY_NAME[name] : undefined;
  if (!answer) throw new Error(`No query answers "${query}".`);
  return answer(new Source(content, trace), ...JSON.parse(`[${query.slice(open + 1, -1)}]`));
}

type Queries = typeof QUERIES;
type ArgsOf<Query> = Query extends (source: Source, ...args: infer Args) => unknown ? Args : never;
type Asked<Query> = Query extends (...args: never) => infer Answer ? (...args: ArgsOf<Query>) => Answer : never;
/** Queries whose answer's type depends on the list or collection that they name: {@link Reader} spells these out. */
type ByName = 'list' | 'archive' | 'latest' | 'plainPage' | 'item' | 'upcoming' | 'upcomingFirst';

/** The queries as a page asks them. */
export type Reader = { readonly [Name in Exclude<keyof Queries, ByName>]: Asked<Queries[Name]> } & {
  list<Name extends ListName>(...args: ArgsOf<typeof list<Name>>): ReturnType<typeof list<Name>>;
  archive<Name extends ListName>(...args: ArgsOf<typeof archive<Name>>): ReturnType<typeof archive<Name>>;
  latest<Name extends ListName>(...args: ArgsOf<typeof latest<Name>>): ReturnType<typeof latest<Name>>;
  item<Name extends ItemListName>(...args: ArgsOf<typeof item<Name>>): ReturnType<typeof item<Name>>;
  upcoming<Name extends ItemListName>(...args: ArgsOf<typeof upcoming<Name>>): ReturnType<typeof upcoming<Name>>;
  upcomingFirst<Name extends ItemListName>(...args: ArgsOf<typeof upcomingFirst<Name>>): ReturnType<typeof upcomingFirst<Name>>;
  plainPage<Name extends PlainName>(...args: ArgsOf<typeof plainPage<Name>>): ReturnType<typeof plainPage<Name>>;
};

const NAMES = Object.keys(QUERIES) as readonly (keyof Queries)[];

/** The reader of one page. `ask` answers its queries and records them. */
export function createReader(ask: (query: QueryKey) => unknown): Reader {
  return recordOf(
    NAMES,
    (name) =>
      (...args: readonly unknown[]) =>
        ask(queryKey(name, args)),
  ) as Reader;
}
