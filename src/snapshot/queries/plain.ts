import { COLLECTION_NAMES, COLLECTIONS, type Collections, type Entity, type PlainName } from '../../collections/index.ts';
import { memoize } from '../../lib/memoize.ts';
import { recordOf } from '../../lib/recordOf.ts';
import type { Highlight } from '../../service/schemas/highlight.ts';
import type { Leader } from '../../service/schemas/leader.ts';
import type { PlainPage } from '../../types/views.ts';
import type { Source } from '../query.ts';
import type { CollectionState, Row } from '../types.ts';

/** Highlights on every page: those at its top and those in the marquee. */
const HIGHLIGHTS = 20;

/** Collections with plain pages. */
export const PLAIN_NAMES = COLLECTION_NAMES.filter((name): name is PlainName => COLLECTIONS[name].plain !== undefined);

/** Cuts a collection into pages that keep its budget; there is always a first one. */
function cutter(name: PlainName): (state: CollectionState<Entity>) => Row<Entity>[][] {
  const { budget = 1, weigh = () => 1 } = COLLECTIONS[name].plain ?? {};
  return memoize(({ rows }) => {
    const pages: Row<Entity>[][] = [[]];
    let taken = 0;
    for (const row of rows) {
      const weight = weigh(row.entity);
      if (taken > 0 && taken + weight > budget) {
        pages.push([]);
        taken = 0;
      }
      pages.at(-1)?.push(row);
      taken += weight;
    }
    return pages;
  });
}

const CUTTERS = recordOf(PLAIN_NAMES, cutter);

/** A page of a collection in the service's order. Page 1 always exists; null for one that does not. */
export function plainPage<Name extends PlainName>(source: Source, name: Name, page: number): PlainPage<Collections[Name]> | null {
  const state = source.collection(name);
  const pages = CUTTERS[name](state);
  const rows = pages[page - 1];
  if (!rows) return null;
  return { items: rows.map((row) => row.entity as Collections[Name]), total: state.rows.length, page, pages: pages.length };
}

/** Names and photos of the leaders on the first page of messages, in its order: an edited message changes none of them. */
export function leaderPortraits(source: Source): Pick<Leader, 'name' | 'photo'>[] {
  return (plainPage(source, 'principalMessage', 1)?.items ?? []).map(({ name, photo }) => ({ name, photo }));
}

/** Closures at the top of every page. */
const CLOSURES = 3;

/** The highlights that stand in full at the top of every page, in the service's order. */
export function closures(source: Source): Highlight[] {
  const { rows } = source.collection('highlight');
  return rows.flatMap(({ entity }) => (entity.closure ? entity : [])).slice(0, CLOSURES);
}

/** The marquee: the first of the other highlights in the service's order, 20 with those at the top of the page. */
export function marquee(source: Source) {
  const rows = source.collection('highlight').rows.filter(({ entity }) => !entity.closure);
  return { items: rows.slice(0, HIGHLIGHTS - closures(source).length).map((row) => row.entity), total: rows.length };
}

/** Address of a page of a collection, counted from 1. */
export function plainPath(name: PlainName, page: number): string {
  const { base = '' } = COLLECTIONS[name].plain ?? {};
  return page > 1 ? `${base}/${page}` : base;
}

/** Addresses of the plain pages of a collection, the first one included. */
export function plainPaths(source: Source, name: PlainName): string[] {
  return CUTTERS[name](source.collection(name)).map((_, at) => plainPath(name, at + 1));
}
