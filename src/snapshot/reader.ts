import type { ItemListName, ListName, PlainName } from '../collections/index.ts';
import type { QueryKey } from '../engine/types.ts';
import { recordOf } from '../lib/recordOf.ts';
import { QUERIES } from './queries/index.ts';
import type { item, upcoming, upcomingFirst } from './queries/items.ts';
import type { archive, latest, list } from './queries/lists.ts';
import type { plainPage } from './queries/plain.ts';
import { queryKey, type Source } from './source.ts';

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
