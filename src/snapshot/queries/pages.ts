/** Which pages there are, in sets that follow the content one by one: what comes or goes changes one of them. */
import { PAGES } from '../../collections/addresses.ts';
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
import { DOWNLOAD_KINDS } from '../../lib/downloads.ts';
import { sitemapParts } from '../../lib/paths.ts';
import { type Member, queryKey, type Source } from '../source.ts';
import { calendarPaths } from './calendar.ts';
import { dataKeys } from './dataFiles.ts';
import { downloadParts } from './downloads.ts';
import { groups } from './groups.ts';
import { parts } from './lists.ts';
import { plainCuts, plainPath } from './plain.ts';
import { searchPlan } from './search.ts';

/** Files beside the pages that are rendered from content like them. */
const DOCUMENTS = [
  '/404',
  '/answer.css',
  '/calendar.ics',
  '/events.ics',
  '/feed.xml',
  '/robots.txt',
  '/search-index.json',
  '/search.json',
  '/site.webmanifest',
  '/sitemap.xml',
  '/sw.js',
];

const PERMANENT: ReadonlySet<PageKey> = new Set([...PAGES, ...DOCUMENTS]);
const PLAIN_NAMES = COLLECTION_NAMES.filter((name): name is PlainName => COLLECTIONS[name].plain !== undefined);

/** Whether a page exists whatever the content is. */
export function isPermanent(page: PageKey): boolean {
  return PERMANENT.has(page);
}

const set = (pages: readonly PageKey[], sets: PageSet['sets'] = []): PageSet => ({ pages, sets });

/** Everything that is rendered. */
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
const listedPages = (folder: string, keys: readonly string[]) => dataPages(folder, ['index', ...keys]);

/** Archive pages and data files of a list; sets of the pages of its items or albums, one a group. */
export function listPages(source: Source, name: ListName): PageSet {
  const archives = source.ask(parts, name).map(({ href }) => href);
  const ofItems = name === 'gallery' ? 'albumPages' : LISTS[name].itemPages ? 'itemPages' : null;
  const args = (key: string) => (name === 'gallery' ? [key] : [name, key]);
  const sets = ofItems ? source.ask(groups, name).map(({ key }) => queryKey(ofItems, args(key))) : [];
  return set([...archives, ...listedPages(name, source.ask(dataKeys, name))], sets);
}

const itemPathsOf = (name: ItemListName, members: readonly Member[]) =>
  members.map(({ path }) => `${LISTS[name].base}/item/${path}`);

/** Pages of the items of a group; of dated events also their iCalendar files. */
export function itemPages(source: Source, name: ItemListName, group: string): PageSet {
  const members = source.membersOf(name, group);
  const dated = name === 'events' ? members.filter(({ day }) => day !== null) : [];
  return set([...itemPathsOf(name, members), ...itemPathsOf(name, dated).map((path) => `${path}.ics`)]);
}

/** An album weighs as many as it has pages. */
function albumPathsOf(members: readonly Member[]): string[] {
  return members.flatMap(({ path, weight }) =>
    Array.from({ length: weight }, (_, at) => `/SubGallery/${path}${at > 0 ? `/${at + 1}` : ''}`),
  );
}

/** Every page of the albums of a group. */
export function albumPages(source: Source, group: string): PageSet {
  return set(albumPathsOf(source.membersOf('gallery', group)));
}

function plainPaths(source: Source, name: PlainName): string[] {
  return source.ask(plainCuts, name).map((_, at) => plainPath(name, at + 1));
}

/** The further plain pages of a collection. */
export function plainPages(source: Source, name: PlainName): PageSet {
  return set(plainPaths(source, name).slice(1));
}

export function downloadPages(source: Source, kind: (typeof DOWNLOAD_KINDS)[number]): PageSet {
  return set(source.ask(downloadParts, kind).map(({ href }) => href));
}

/** The months of the calendar, and its data files. */
export function calendarPages(source: Source): PageSet {
  return set([...calendarPaths(source), ...listedPages('calendar', source.ask(dataKeys, 'calendar'))]);
}

export function searchPages(source: Source): PageSet {
  return set(
    dataPages(
      'search',
      source.ask(searchPlan).map(({ name }) => name),
    ),
  );
}

/** The files that a long sitemap is split into. */
export function sitemapPages(source: Source): PageSet {
  return set(sitemapParts(source.ask(pagePaths).length));
}

/** Every public page path in its canonical spelling, each once, sorted by code unit. */
export function pagePaths(source: Source): string[] {
  const paths = [
    ...PAGES,
    ...LIST_NAMES.flatMap((name) => source.ask(parts, name).map(({ href }) => href)),
    ...ITEM_LIST_NAMES.flatMap((name) => source.paths(name).map((path) => `${LISTS[name].base}/item/${path}`)),
    ...PLAIN_NAMES.flatMap((name) => plainPaths(source, name)),
    ...albumPathsOf(source.members('gallery')),
    ...calendarPaths(source),
    ...DOWNLOAD_KINDS.flatMap((kind) => source.ask(downloadParts, kind).map(({ href }) => href)),
  ];
  return [...new Set(paths)].sort();
}
