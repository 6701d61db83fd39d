/**
 * The index of /Search: entries of every collection that is searched, cut into data files by time, so that an edit changes
 * one of them, and `/search-index.json`, which lists them.
 */
import { COLLECTIONS } from '../../collections/index.ts';
import { albumPath, itemPath } from '../../lib/paths.ts';
import { UNDATED } from '../../lib/periods.ts';
import { filterOf } from '../../lib/wordFilter.ts';
import type { SearchIndex } from '../../types/search.ts';
import { placesOf } from '../searchRows.ts';
import type { SearchedItems, Source } from '../source.ts';
import type { EntryList } from '../standing.ts';
import { cutSearch, nameFile, plainPath } from './cuts.ts';
import { groups } from './dataFiles.ts';

/** Without a filter a browser reads all of so many files. */
const FEW_FILES = 8;

/** Keys sort from the oldest to the newest: `0…`, months, `now`. */
const NOW = 'now';
const OLDEST = '0';
const MESSAGES = `${OLDEST}-messages`;

/** Notices weigh the same, so that a notice's place tells its page; without a date, as many as stand on 16 pages have one key. */
const NOTICES_PER_PAGE = COLLECTIONS.notification.plain?.budget ?? 1;
const PLACES = 16 * NOTICES_PER_PAGE;

/** Entries of a data file that are of one kind and whose addresses begin alike. */
interface Shelf extends SearchedItems {
  readonly kind: string;
  readonly base: string;
}

/** How the items of a list have keys. */
interface Cut {
  /** How many items have each key. */
  counts(source: Source): (readonly [key: string, count: number])[];
  shelves(source: Source, key: string): Shelf[];
}

type Name = (key: string) => string;

/** By the groups of a list. */
const byGroup = (list: EntryList, kind: string, base: Name, keyOf: Name, groupOf: Name): Cut => ({
  counts: (source) => source.ask(groups, list).map(({ key, count }) => [keyOf(key), count] as const),
  shelves: (source, key) => [{ kind, base: base(groupOf(key)), ...source.searchedGroup(list, groupOf(key)) }],
});

const byMonth = (list: EntryList, kind: string, base: Name) => {
  const undated = `${OLDEST}-${UNDATED}`;
  const keyOf: Name = (group) => (group === UNDATED ? undated : group);
  return byGroup(list, kind, base, keyOf, (key) => (key === undated ? UNDATED : key));
};

/** A session begins in April; `2026-04` is that of 2026-2027. */
const bySession = (list: EntryList, kind: string, page: string) => {
  const sessionOf: Name = (year) => `${year}-${String(Number(year) + 1).padStart(4, '0')}`;
  const base: Name = (session) => `${page}?session=${session}&q=`;
  const keyOf: Name = (session) => `${session.slice(0, 4)}-04`;
  return byGroup(list, kind, base, keyOf, (key) => (key.endsWith('-04') ? sessionOf(key.slice(0, 4)) : ''));
};

/** Without dates the first ones are what is on now; of the others nobody knows how old they are. `page`: items on a page of theirs. */
function byPlace(list: EntryList, kind: string, base: (page: number) => string, page = PLACES): Cut {
  return {
    counts(source) {
      const total = source.ask(groups, list)[0]?.count ?? 0;
      return Array.from({ length: Math.ceil(total / PLACES) }, (_, at) => [
        at === 0 ? NOW : `${OLDEST}-${String(at).padStart(4, '0')}`,
        Math.min(PLACES, total - at * PLACES),
      ]);
    },
    shelves(source, key) {
      const at = key === NOW ? 0 : Number(/^0-(\d+)$/.exec(key)?.[1] ?? Number.NaN);
      if (Number.isNaN(at)) return [];
      return Array.from({ length: PLACES / page }, (_, number) => {
        const from = at * PLACES + number * page;
        return { kind, base: base(from / page + 1), ...source.searchedSlice(list, from, page) };
      });
    },
  };
}

const CUTS: readonly Cut[] = [
  byMonth('news', 'News', () => itemPath('/News', '')),
  byMonth('events', 'Event', () => itemPath('/Events', '')),
  byMonth('gallery', 'Album', () => albumPath('')),
  byMonth('video', 'Video', () => ''),
  byMonth('calendar', 'Calendar', (month) => `/Calendar/${month}`),
  byPlace('calendar-undated', 'Calendar', () => '/Calendar'),
  bySession('toppers-x', 'ICSE topper', '/Toppers'),
  bySession('toppers-xii', 'ISC topper', '/ToppersXII'),
  byPlace('plain-notification', 'Notice', (page) => plainPath('notification', page), NOTICES_PER_PAGE),
  byPlace('marquee', 'Highlight', () => ''),
  byPlace('closures', 'Closure', () => ''),
  byPlace('plain-onlineRegistration', 'Registration', () => ''),
  // Long, and on a page of its own: not among what is read first.
  byGroup(
    'plain-principalMessage',
    'Message',
    () => '/PrincipalMessage',
    () => MESSAGES,
    (key) => (key === MESSAGES ? '' : key),
  ),
];

/** What the keys of a cut end with: those of the first sort last, as the newest do. */
const mark = (at: number) => `-${String.fromCharCode('z'.charCodeAt(0) - at)}`;

/** The data files, newest first. */
export function searchPlan(source: Source): ReturnType<typeof cutSearch> {
  return cutSearch(
    new Map(CUTS.flatMap((cut, at) => cut.counts(source).map(([key, count]) => [key + mark(at), count] as const))),
  );
}

/** The entries of some keys, oldest first, by kind and base, the newest first. */
function shelvesOf(source: Source, keys: readonly string[]): Shelf[] {
  const newestFirst = keys.toReversed();
  return CUTS.flatMap((cut, at) => {
    const own = newestFirst.filter((key) => key.endsWith(mark(at))).map((key) => key.slice(0, -mark(at).length));
    const filled = own.flatMap((key) => cut.shelves(source, key).filter(({ rows }) => rows !== ''));
    return Array.from(Map.groupBy(filled, ({ base }) => base).values(), (same) => ({
      ...{ kind: same[0]?.kind ?? '', base: same[0]?.base ?? '' },
      rows: same.map(({ rows }) => rows).join(','),
      places: same.map(({ places }) => places).join(''),
    }));
  });
}

/** One data file of the index ({@link SearchShelf}), with the filter of its words where there are many; null when there is none of that name. */
export function searchFile(source: Source, name: string): { readonly href: string; readonly filter?: string } | null {
  const plan = source.ask(searchPlan);
  const file = plan.find((candidate) => candidate.name === name);
  if (!file) return null;
  const shelves = shelvesOf(source, file.keys);
  const texts = shelves.map(({ kind, base, rows }) => `[${JSON.stringify(kind)},${JSON.stringify(base)},[${rows}]]`);
  const href = nameFile(source, 'search', name, `[${texts.join(',')}]`, () => []);
  if (plan.length <= FEW_FILES) return { href };
  return { href, filter: filterOf(shelves.map(({ kind, places }) => placesOf(kind) + places).join('')) };
}

/** The addresses of the data files, newest first, each with the filter of its words where there are many. */
export function searchFiles(source: Source): SearchIndex {
  const files = source.ask(searchPlan).flatMap(({ name }) => source.ask(searchFile, name) ?? []);
  return files.map(({ href, filter }) => (filter === undefined ? [href] : [href, filter]));
}
