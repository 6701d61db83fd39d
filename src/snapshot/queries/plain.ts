/** Collections in the service's order: their plain pages, and what stands at the top of every page. */
import { COLLECTIONS, type Collections, type PlainName } from '../../collections/index.ts';
import type { Highlight } from '../../service/schemas/highlight.ts';
import type { Leader } from '../../service/schemas/leader.ts';
import type { Source } from '../source.ts';

/** Highlights on every page: those at its top and those in the marquee. */
const HIGHLIGHTS = 20;

/** How many items stand on each page of a collection, cut so that a page keeps its budget; there is always a first one. */
export function plainCuts(source: Source, name: PlainName): number[] {
  const { budget = 1 } = COLLECTIONS[name].plain ?? {};
  const full: number[] = [];
  let count = 0;
  let taken = 0;
  for (const { weight } of source.members(`plain-${name}`)) {
    if (taken > 0 && taken + weight > budget) {
      full.push(count);
      [count, taken] = [0, 0];
    }
    count += 1;
    taken += weight;
  }
  return [...full, count];
}

/** A page of a collection in the service's order. Page 1 always exists; null for one that does not. */
export function plainPage<Name extends PlainName>(source: Source, name: Name, page: number) {
  const cuts = source.ask(plainCuts, name);
  const count = cuts[page - 1];
  if (count === undefined) return null;
  const sum = (counts: readonly number[]) => counts.reduce((all, each) => all + each, 0);
  const items = source.slice(`plain-${name}`, sum(cuts.slice(0, page - 1)), count) as Collections[Name][];
  return { items, total: sum(cuts), page, pages: cuts.length };
}

/** Names and photos of the leaders on the first page of messages, in its order: an edited message changes none of them. */
export function leaderPortraits(source: Source): Pick<Leader, 'name' | 'photo'>[] {
  const first = source.ask(plainPage<'principalMessage'>, 'principalMessage', 1);
  return first?.items.map(({ name, photo }) => ({ name, photo })) ?? [];
}

/** The highlights that stand in full at the top of every page, in the service's order. */
export const closures = (source: Source): Highlight[] => source.slice('closures', 0, HIGHLIGHTS);

/** The marquee: the first of the other highlights in the service's order, 20 with those at the top of the page. */
export function marquee(source: Source): { items: Highlight[]; total: number } {
  const items = source.slice('marquee', 0, HIGHLIGHTS - source.ask(closures).length);
  return { items, total: source.groups('marquee')[0]?.count ?? 0 };
}
