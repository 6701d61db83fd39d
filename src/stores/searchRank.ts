import { fold } from '../lib/matchText.ts';
import type { SearchEntry } from '../types/search.ts';
import type { Hit } from './searchPart.ts';

/** Steps in which results count as equally good. */
const STEPS = 20;
/** Kinds without dates that tell what is on now. */
const CURRENT: ReadonlySet<string> = new Set(['Notice', 'Closure', 'Highlight', 'Registration']);

export const hasAll = ({ weights }: Hit) => weights.every((weight) => weight > 0);
/** All words stand in the title as they were typed: nothing but what is newer can come before it. */
export const isBest = ({ weights }: Hit) => weights.every((weight) => weight === 1);

/** What a word counts at least in a title, where it is the beginning of one. */
const IN_TITLE = 0.6;
export const hasAllInTitle = ({ weights }: Hit) => weights.every((weight) => weight >= IN_TITLE);

/** Where an entry stands among equals. `part`: 0 for the pages, 1 for the newest data file. */
function ageOf({ day, kind, href }: SearchEntry, part: number): string {
  if (part === 0) return '9999';
  if (part === 1 && CURRENT.has(kind)) return '9998';
  return day ?? /session=\d{4}-(\d{4})/.exec(href)?.[1] ?? '';
}

const twin = ({ day = '', title }: SearchEntry) => `${day} ${fold(title)}`;

/** By what an entry is known: an event stands in the calendar as well, and one file may belong to several items. */
function namesOf(entry: SearchEntry): string[] {
  const { href, title, kind } = entry;
  return [href.startsWith('/files/') ? href : `${href} ${title}`, ...(kind === 'Calendar' ? [twin(entry)] : [])];
}

/** How much each word tells: the rarer the more. `known`: entries in all. */
function rarities(hits: readonly Hit[], known: number): number[] {
  const words = hits[0]?.weights.length ?? 0;
  return Array.from({ length: words }, (_, at) => {
    const having = hits.reduce((sum, { weights }) => sum + (weights[at] ? 1 : 0), 0);
    return Math.log(1 + known / (1 + having));
  });
}

/** Each thing found once, best first: all words before some, rare ones more, the newest of equals. `known`: entries in all. */
export function ranked(hits: ReadonlyMap<number, readonly Hit[]>, known: number): SearchEntry[] {
  const all = [...hits.values()].flat();
  const tells = rarities(all, known);
  const most = tells.reduce((sum, one) => sum + one, 0);
  const placed = Array.from(hits).flatMap(([part, found]) =>
    found.map((hit) => ({
      entry: hit.entry,
      whole: hasAll(hit) ? 1 : 0,
      score: Math.round((hit.weights.reduce((sum, weight, at) => sum + weight * (tells[at] ?? 0), 0) / most) * STEPS),
      age: ageOf(hit.entry, part),
    })),
  );
  placed.sort((a, b) => b.whole - a.whole || b.score - a.score || (a.age < b.age ? 1 : a.age > b.age ? -1 : 0));
  const told = new Set<string>();
  return placed.flatMap(({ entry }) => {
    const names = namesOf(entry);
    if (names.some((name) => told.has(name))) return [];
    for (const name of [...names, twin(entry)]) told.add(name);
    return [entry];
  });
}
