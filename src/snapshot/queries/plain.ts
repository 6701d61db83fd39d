import type { Collections } from '../../collections/index.ts';
import { memoize } from '../../lib/memoize.ts';
import type { Leader } from '../../service/schemas/leader.ts';
import type { PlainPage } from '../../types/views.ts';
import type { Source } from '../evaluator.ts';
import type { CollectionState, Row } from '../types.ts';

/** Highlights that run in the marquee of every page. */
const MARQUEE_SIZE = 20;
/** Characters of HTML that leader messages may take on one page; a longer message has a page to itself. */
const MESSAGE_BUDGET = 14_000;

/** Collections shown in the service's order, a page at a time, with where they stand and how many a page holds. */
const PLAIN = {
  highlight: { base: '/Highlights', size: 100 },
  notification: { base: '/Notifications', size: 6 },
  onlineRegistration: { base: '/Registrations', size: 12 },
} as const;

function cutBySize<Item>(rows: readonly Row<Item>[], size: number): Row<Item>[][] {
  const pages: Row<Item>[][] = [];
  for (let from = 0; from < rows.length; from += size) pages.push(rows.slice(from, from + size));
  return pages.length > 0 ? pages : [[]];
}

const leaderPages = memoize((state: CollectionState<Leader>): Row<Leader>[][] => {
  const pages: Row<Leader>[][] = [[]];
  let taken = 0;
  for (const row of state.rows) {
    const weight = row.entity.message.length + 200;
    if (taken > 0 && taken + weight > MESSAGE_BUDGET) {
      pages.push([]);
      taken = 0;
    }
    pages.at(-1)?.push(row);
    taken += weight;
  }
  return pages;
});

function pageOf<Item>(pages: readonly Row<Item>[][], total: number, page: number): PlainPage<Item> | null {
  const rows = pages[page - 1];
  return rows ? { items: rows.map((row) => row.entity), total, page, pages: pages.length } : null;
}

function plainPage<Name extends keyof typeof PLAIN>(
  source: Source,
  name: Name,
  page: number,
): PlainPage<Collections[Name]> | null {
  const { rows } = source.collection(name);
  return pageOf(cutBySize(rows, PLAIN[name].size), rows.length, page);
}

export function marquee(source: Source) {
  const { rows } = source.collection('highlight');
  return { items: rows.slice(0, MARQUEE_SIZE).map((row) => row.entity), total: rows.length };
}

export const highlights = (source: Source, page: number) => plainPage(source, 'highlight', page);
export const notices = (source: Source, page: number) => plainPage(source, 'notification', page);
export const registrations = (source: Source, page: number) => plainPage(source, 'onlineRegistration', page);

export function leaders(source: Source, page: number): PlainPage<Leader> | null {
  const state = source.collection('principalMessage');
  return pageOf(leaderPages(state), state.rows.length, page);
}

/** The collections above. */
export const PLAIN_COLLECTIONS = [...(Object.keys(PLAIN) as (keyof typeof PLAIN)[]), 'principalMessage'] as const;

/** Addresses of the pages of one of the collections above, the first page included. */
export function plainPaths(source: Source, name: (typeof PLAIN_COLLECTIONS)[number]): string[] {
  const numbered = (base: string, pages: number) => Array.from({ length: pages }, (_, at) => (at ? `${base}/${at + 1}` : base));
  if (name === 'principalMessage') return numbered('/PrincipalMessage', leaderPages(source.collection(name)).length);
  const { base, size } = PLAIN[name];
  return numbered(base, Math.max(1, Math.ceil(source.collection(name).rows.length / size)));
}
