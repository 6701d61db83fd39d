/** Which pages there are, in sets that follow the content one by one: what comes or goes changes one of them. */
import { PAGES, PERMANENT } from '../../collections/addresses.ts';
import {
  COLLECTION_NAMES,
  COLLECTIONS,
  ITEM_LIST_NAMES,
  type ItemListName,
  LIST_NAMES,
  LISTS,
  type ListName,
  type PlainName,
} from '../../collections/index.ts';
import type { PageKey, PageSet } from '../../engine/types.ts';
import { DOWNLOAD_KINDS, type DownloadKind } from '../../lib/downloads.ts';
import { sitemapParts } from '../../lib/paths.ts';
import { type Member, queryKey, type Source } from '../source.ts';
import { calendarPaths } from './calendar.ts';
import { plainPath } from './cuts.ts';
import { dataKeys, groups } from './dataFiles.ts';
import { downloadParts } from './downloads.ts';
import { parts } from './lists.ts';
import { plainCuts } from './plain.ts';
import { searchPlan } from './search.ts';

const PLAIN_NAMES = COLLECTION_NAMES.filter((name): name is PlainName => COLLECTIONS[name].plain !== undefined);

const set = (pages: readonly PageKey[], sets: PageSet['sets'] = []): PageSet => ({ pages, sets });

export function pages(): PageSet {
  return set(
    [...PERMANENT],
    [
      ...LIST_NAMES.map((name) => queryKey('listPages', [name])),
      ...PLAIN_NAMES.map((name) => queryKey('plainPages', [name])),
      ...DOWNLOAD_KINDS.map((kind) => queryKey('downloadPages', [kind])),
      ...['calendarPages', 'searchPages', 'sitemapPages'].map((name) => queryKey(name, [])),
    ],
  );
}

const dataPages = (folder: string, keys: readonly string[]) => keys.map((key) => `/data/${folder}/${key}.json`);

/** Archive pages and data files of a list; sets of the pages of its items or albums, one a group. */
export function listPages(source: Source, name: ListName): PageSet {
  const isGallery = name === 'gallery';
  const archives = source.ask(parts, name).map(({ href }) => href);
  const ownPages = isGallery || LISTS[name].itemPages ? source.ask(groups, name) : [];
  const sets = ownPages.map(({ key }) => (isGallery ? queryKey('albumPages', [key]) : queryKey('itemPages', [name, key])));
  return set([...archives, ...dataPages(name, ['index', ...source.ask(dataKeys, name)])], sets);
}

/** Pages of the items of a group; of dated events also their iCalendar files. */
export function itemPages(source: Source, name: ItemListName, group: string): PageSet {
  const members = source.membersOf(name, group);
  const dated = name === 'events' ? members.filter(({ day }) => day !== null) : [];
  const pathOf = ({ path }: Member) => `${LISTS[name].base}/item/${path}`;
  return set([...members.map(pathOf), ...dated.map((member) => `${pathOf(member)}.ics`)]);
}

/** An album weighs as many as it has pages. */
function albumPathsOf(members: readonly Member[]): string[] {
  return members.flatMap(({ path, weight }) =>
    Array.from({ length: weight }, (_, at) => `/SubGallery/${path}${at > 0 ? `/${at + 1}` : ''}`),
  );
}

export const albumPages = (source: Source, group: string): PageSet => set(albumPathsOf(source.membersOf('gallery', group)));

function plainPaths(source: Source, name: PlainName): string[] {
  return source.ask(plainCuts, name).map((_, at) => plainPath(name, at + 1));
}

/** The further plain pages of a collection. */
export const plainPages = (source: Source, name: PlainName): PageSet => set(plainPaths(source, name).slice(1));

const downloadPaths = (source: Source, kind: DownloadKind) => source.ask(downloadParts, kind).map(({ href }) => href);

export const downloadPages = (source: Source, kind: DownloadKind): PageSet => set(downloadPaths(source, kind));

/** The months of the calendar, and its data files. */
export function calendarPages(source: Source): PageSet {
  return set([...source.ask(calendarPaths), ...dataPages('calendar', ['index', ...source.ask(dataKeys, 'calendar')])]);
}

export function searchPages(source: Source): PageSet {
  const names = source.ask(searchPlan).map(({ name }) => name);
  return set(dataPages('search', names));
}

export const sitemapPages = (source: Source): PageSet => set(sitemapParts(source.ask(pagePaths).length));

/** Every public page path in its canonical spelling, each once, sorted by code unit. */
export function pagePaths(source: Source): string[] {
  const paths = [
    ...PAGES,
    ...LIST_NAMES.flatMap((name) => source.ask(parts, name).map(({ href }) => href)),
    ...ITEM_LIST_NAMES.flatMap((name) => source.paths(name).map((path) => `${LISTS[name].base}/item/${path}`)),
    ...PLAIN_NAMES.flatMap((name) => plainPaths(source, name)),
    ...albumPathsOf(source.members('gallery')),
    ...source.ask(calendarPaths),
    ...DOWNLOAD_KINDS.flatMap((kind) => downloadPaths(source, kind)),
  ];
  return [...new Set(paths)].sort();
}
