/**
 * The index of /Search: entries of every collection that is searched, cut into data files by month, so that an edit
 * changes one of them, and one more data file that lists them.
 */
import { COLLECTIONS, type Collections } from '../../collections/index.ts';
import type { SchoolDate } from '../../lib/dates.ts';
import { digestOf, shortDigest } from '../../lib/digest.ts';
import { memoize } from '../../lib/memoize.ts';
import { albumPath, itemPath } from '../../lib/paths.ts';
import { UNDATED } from '../../lib/periods.ts';
import { recordOf } from '../../lib/recordOf.ts';
import type { SearchEntry } from '../../types/views.ts';
import { Digested, type Source } from '../query.ts';
import type { CollectionState, Row } from '../types.ts';
import { type DataBody, dataBody } from './dataFiles.ts';
import { groupBy } from './listIndex.ts';
import { plainPath } from './plain.ts';

interface Searched<Entity> {
  /** The key of the data file that an entity is in; `at` is its place in the service's order. */
  keyOf(entity: Entity, at: number): string;
  /** Where a data file stands among all others: those of one month are read together, the newest first. */
  order(key: string): string;
  entry(entity: Entity, at: number): SearchEntry;
}

/** Notices weigh the same, so that a notice's place tells its page; without a date, as many as stand on 16 pages make a data file. */
const NOTICES_PER_PAGE = COLLECTIONS.notification.plain?.budget ?? 1;
const NOTICES_PER_FILE = 16 * NOTICES_PER_PAGE;

const byMonth = {
  keyOf: ({ date }: { readonly date: SchoolDate | null }) => date?.day.slice(0, 7) ?? UNDATED,
  order: (key: string) => (key === UNDATED ? '' : key),
};

const dayOf = (date: SchoolDate | null) => (date ? { day: date.day } : {});

const SEARCHED = {
  news: {
    ...byMonth,
    entry: ({ id, title, description, date }) => ({
      kind: 'News',
      href: itemPath('/News', id),
      title: title || 'News',
      text: description,
      ...dayOf(date),
    }),
  },
  events: {
    ...byMonth,
    entry: ({ id, title, venue, description, date }) => ({
      kind: 'Event',
      href: itemPath('/Events', id),
      title: title || 'Event',
      text: [venue, description].filter(Boolean).join('. '),
      ...dayOf(date),
    }),
  },
  gallery: {
    ...byMonth,
    entry: ({ id, title, description, date }) => ({
      kind: 'Album',
      href: albumPath(id),
      title: title || 'Untitled album',
      text: description,
      ...dayOf(date),
    }),
  },
  video: {
    ...byMonth,
    entry: ({ title, url, date }) => ({
      kind: 'Video',
      href: url ?? '/VideoGallery',
      title: title || 'Video',
      text: '',
      ...dayOf(date),
    }),
  },
  topper: {
    keyOf: ({ session }) => session,
    // A session begins in April.
    order: (session) => `${session.slice(0, 4)}-04`,
    entry: ({ name, stream, division, session, class: className }) => ({
      kind: className === 'X' ? 'ICSE topper' : 'ISC topper',
      href: `/Toppers${className === 'X' ? '' : 'XII'}?${new URLSearchParams({ session, q: name })}`,
      title: name || 'Topper',
      text: [stream, division, session].filter(Boolean).join(', '),
    }),
  },
  notification: {
    keyOf: (_, at) => String(Math.floor(at / NOTICES_PER_FILE) + 1),
    // The first ones are what is on now; of the others nobody knows how old they are.
    order: (key) => (key === '1' ? '9999' : ''),
    entry: ({ title, description }, at) => ({
      kind: 'Notice',
      href: plainPath('notification', Math.floor(at / NOTICES_PER_PAGE) + 1),
      title: title || 'Notice',
      text: description,
    }),
  },
} satisfies { readonly [Name in keyof Collections]?: Searched<Collections[Name]> };

type SearchedName = keyof typeof SEARCHED;
const SEARCHED_NAMES = Object.keys(SEARCHED) as readonly SearchedName[];

interface Placed {
  readonly row: Row<Collections[SearchedName]>;
  readonly at: number;
}

function rulesOf(name: SearchedName): Searched<Collections[SearchedName]> {
  return SEARCHED[name] as Searched<Collections[SearchedName]>;
}

/** The rows of each data file, once for each state of a collection. */
const CUTTERS = recordOf(SEARCHED_NAMES, (name) =>
  memoize((state: CollectionState<Collections[SearchedName]>) =>
    groupBy(
      state.rows.map((row, at): Placed => ({ row, at })),
      ({ row, at }) => rulesOf(name).keyOf(row.entity, at),
    ),
  ),
);

const newestFirst = (a: SearchEntry, b: SearchEntry) =>
  (b.day ?? '') < (a.day ?? '') ? -1 : (b.day ?? '') > (a.day ?? '') ? 1 : 0;

const rowsOf = memoize((placed: readonly Placed[]) => placed.map(({ row }) => row));

function bodyOf(source: Source, name: SearchedName, key: string, placed: readonly Placed[]): DataBody {
  const { entry } = rulesOf(name);
  const entries = () => placed.map(({ row, at }) => entry(row.entity, at)).sort(newestFirst);
  return dataBody(source, `search-${name}`, key, rowsOf(placed), entries);
}

/** A data file of the index, with where it stands. */
interface SearchPart {
  readonly order: string;
  readonly href: string;
}

/** The data files of one collection. */
export function searchParts(source: Source, name: SearchedName): SearchPart[] {
  const groups = CUTTERS[name](source.collection(name));
  return Array.from(groups, ([key, placed]) => ({
    order: rulesOf(name).order(key),
    href: bodyOf(source, name, key, placed).href,
  }));
}

/** One data file of the index; null when there is none of that name. */
export function searchData(source: Source, name: SearchedName, key: string): Digested<DataBody> | null {
  const placed = CUTTERS[name]?.(source.collection(name)).get(key);
  if (!placed) return null;
  const body = bodyOf(source, name, key, placed);
  return new Digested(body, body.digest);
}

/** The data files of all collections, newest first; those of one inner list are read together. */
export function searchFiles(source: Source): string[][] {
  const parts = SEARCHED_NAMES.flatMap((name) => source.ask(searchParts, name));
  const groups = [...groupBy(parts, ({ order }) => order)].sort(([a], [b]) => (a < b ? 1 : -1));
  return groups.map(([, group]) => group.map(({ href }) => href));
}

/** The data file that lists the others. */
function indexBody(source: Source): DataBody {
  const files = source.ask(searchFiles);
  const body = JSON.stringify(files);
  const digest = digestOf(body);
  return { href: `/data/search/index.${shortDigest(digest)}.json`, body: () => body, digest, names: files.flat() };
}

export function searchIndexData(source: Source): Digested<DataBody> {
  const body = indexBody(source);
  return new Digested(body, body.digest);
}

/** The address of the index. */
export const searchIndex = (source: Source): string => indexBody(source).href;
