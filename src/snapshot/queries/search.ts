/**
 * The index of /Search: entries of every collection that is searched, cut into data files by time, so that an edit changes
 * one of them, and `/search-index.json`, which lists them.
 */
import { COLLECTIONS, type Collections } from '../../collections/index.ts';
import { writtenDay } from '../../lib/dates.ts';
import { albumPath, identityToPath, itemPath } from '../../lib/paths.ts';
import { UNDATED } from '../../lib/periods.ts';
import { distinctWords } from '../../lib/searchWords.ts';
import { paragraphsOf } from '../../lib/text.ts';
import { filterOf } from '../../lib/wordFilter.ts';
import type { Media } from '../../types/media.ts';
import type { SearchIndex, SearchRow, SearchShelf } from '../../types/search.ts';
import type { Source } from '../source.ts';
import type { EntryList } from '../standing.ts';
import { cutSearch, nameFile, plainPath } from './cuts.ts';
import { groups } from './dataFiles.ts';

/** Without a filter a browser reads all of so many files. */
const FEW_FILES = 8;

/** Whether an index of so many data files tells of each which words it may hold. */
const hasFilters = (files: number) => files > FEW_FILES;

/** An entry of a data file, with the shelf it stands on. */
interface ShelvedEntry {
  readonly kind: string;
  readonly base: string;
  readonly row: SearchRow;
}

const dayOf = ([, , , day = '']: SearchRow) => day;

/** The content of a data file: its entries by kind and base, the newest first. */
function shelve(entries: readonly ShelvedEntry[]): SearchShelf[] {
  const shelves = Map.groupBy(entries, ({ kind, base }) => JSON.stringify([kind, base]));
  return Array.from(shelves.values(), (group) => {
    const rows = group.map(({ row }) => row);
    rows.sort((a, b) => (dayOf(a) === dayOf(b) ? 0 : dayOf(a) < dayOf(b) ? 1 : -1));
    return [group[0]?.kind ?? '', group[0]?.base ?? '', rows];
  });
}

/** The filter of a data file's words. */
function filterOfEntries(entries: readonly ShelvedEntry[]): string {
  const texts = entries.map(({ kind, row: [, title, text = '', day = '', files = []] }) =>
    [kind, title, text, day && writtenDay(day), ...files.map(([, name]) => name)].join('\n'),
  );
  return filterOf(distinctWords(texts.join('\n')));
}

/** Keys sort from the oldest to the newest: `0…`, months, `now`. */
const NOW = 'now';
const OLDEST = '0';
const MESSAGES = `${OLDEST}-messages`;

/** Notices weigh the same, so that a notice's place tells its page; without a date, as many as stand on 16 pages have one key. */
const NOTICES_PER_PAGE = COLLECTIONS.notification.plain?.budget ?? 1;
const PLACES = 16 * NOTICES_PER_PAGE;

/** The files among media, with their names. */
const filesOf = (media: readonly (Media | null)[]) =>
  media.flatMap((one) => (one?.kind === 'file' ? [[one.href, one.name] as const] : []));

/** A row without what is empty at its end. */
function rowOf(path: string | 0, title: string, text: string, day?: string, files: SearchRow[4] = []): SearchRow {
  if (files.length > 0) return [path, title, text, day ?? '', files];
  if (day) return [path, title, text, day];
  return text ? [path, title, text] : [path, title];
}

const ENTRIES = {
  news: ({ id, title, description, date, attachments }) => ({
    kind: 'News',
    base: itemPath('/News', ''),
    row: rowOf(identityToPath(id), title || 'News', description, date?.day, filesOf(attachments)),
  }),
  events: ({ id, title, venue, description, date, attachments }) => ({
    kind: 'Event',
    base: itemPath('/Events', ''),
    row: rowOf(
      identityToPath(id),
      title || 'Event',
      [venue, description].filter(Boolean).join('\n'),
      date?.day,
      filesOf(attachments),
    ),
  }),
  gallery: ({ id, title, description, date }) => ({
    kind: 'Album',
    base: albumPath(''),
    row: rowOf(identityToPath(id), title || 'Untitled album', description, date?.day),
  }),
  video: ({ title, url, date }) => ({
    kind: 'Video',
    base: '',
    row: rowOf(url ?? '/VideoGallery', title || 'Video', '', date?.day),
  }),
  academicCalender: ({ title, date, attachments }) => ({
    kind: 'Calendar',
    base: date ? `/Calendar/${date.day.slice(0, 7)}` : '/Calendar',
    row: rowOf('', title || 'Calendar', '', date?.day, filesOf(attachments)),
  }),
  topper: ({ name, stream, division, session, class: className }) => ({
    kind: className === 'X' ? 'ICSE topper' : 'ISC topper',
    base: `/Toppers${className === 'X' ? '' : 'XII'}?session=${session}&q=`,
    row: rowOf(0, name || 'Topper', [stream, division, session].filter(Boolean).join(', ')),
  }),
  notification: ({ title, description, attachment }, at) => ({
    kind: 'Notice',
    base: plainPath('notification', Math.floor(at / NOTICES_PER_PAGE) + 1),
    row: rowOf('', title || 'Notice', description, '', filesOf([attachment])),
  }),
  highlight: ({ title, attachment, closure }) => ({
    kind: closure ? 'Closure' : 'Highlight',
    base: '',
    row: rowOf(attachment?.kind === 'file' ? attachment.href : '/Highlights', title, '', '', filesOf([attachment])),
  }),
  onlineRegistration: ({ title, url, attachments }) => ({
    kind: 'Registration',
    base: '',
    row: rowOf(url ?? '/Registrations', title || 'Registration', '', '', filesOf(attachments)),
  }),
  principalMessage: ({ name, category, message }) => ({
    kind: 'Message',
    base: '/PrincipalMessage',
    row: rowOf('', name || category || 'Message', [category, ...paragraphsOf(message)].filter(Boolean).join('\n')),
  }),
} satisfies { readonly [Name in keyof Collections]?: (entity: Collections[Name], at: number) => ShelvedEntry };

type SearchedName = keyof typeof ENTRIES;

/** How the items of a list have keys. */
interface Cut {
  readonly name: SearchedName;
  /** How many items have each key. */
  counts(source: Source): (readonly [key: string, count: number])[];
  /** The items of a key, `from` a place in the list on. */
  items(source: Source, key: string): { readonly items: readonly unknown[]; readonly from: number };
}

/** By the groups of a list: the key of each, and back. */
function byGroup(name: SearchedName, list: EntryList, keyOf: (group: string) => string, groupOf: (key: string) => string): Cut {
  return {
    name,
    counts: (source) => source.ask(groups, list).map(({ key, count }) => [keyOf(key), count]),
    items: (source, key) => ({ items: source.group(list, groupOf(key)), from: 0 }),
  };
}

const UNDATED_KEY = `${OLDEST}-${UNDATED}`;

function byMonth(name: SearchedName, list: EntryList): Cut {
  const keyOf = (group: string) => (group === UNDATED ? UNDATED_KEY : group);
  return byGroup(name, list, keyOf, (key) => (key === UNDATED_KEY ? UNDATED : key));
}

/** A session begins in April; `2026-04` is that of 2026-2027. */
function bySession(list: EntryList): Cut {
  const keyOf = (session: string) => `${session.slice(0, 4)}-04`;
  const next = (key: string) => String(Number(key.slice(0, 4)) + 1).padStart(4, '0');
  return byGroup('topper', list, keyOf, (key) => (key.endsWith('-04') ? `${key.slice(0, 4)}-${next(key)}` : ''));
}

/** Without dates the first ones are what is on now; of the others nobody knows how old they are. */
function byPlace(name: SearchedName, list: EntryList): Cut {
  const keyOf = (at: number) => (at === 0 ? NOW : `${OLDEST}-${String(at).padStart(4, '0')}`);
  return {
    name,
    counts(source) {
      const total = source.ask(groups, list)[0]?.count ?? 0;
      const countAt = (at: number) => Math.min(PLACES, total - at * PLACES);
      return Array.from({ length: Math.ceil(total / PLACES) }, (_, at) => [keyOf(at), countAt(at)]);
    },
    items(source, key) {
      const [, at] = /^0-(\d+)$/.exec(key) ?? (key === NOW ? [key, 0] : []);
      const from = Number(at) * PLACES;
      return { items: at === undefined ? [] : source.slice(list, from, PLACES), from };
    },
  };
}

const CUTS: readonly Cut[] = [
  byMonth('news', 'news'),
  byMonth('events', 'events'),
  byMonth('gallery', 'gallery'),
  byMonth('video', 'video'),
  byMonth('academicCalender', 'calendar'),
  byPlace('academicCalender', 'calendar-undated'),
  bySession('toppers-x'),
  bySession('toppers-xii'),
  byPlace('notification', 'plain-notification'),
  byPlace('highlight', 'plain-highlight'),
  byPlace('onlineRegistration', 'plain-onlineRegistration'),
  // Long, and on a page of its own: not among what is read first.
  byGroup(
    'principalMessage',
    'plain-principalMessage',
    () => MESSAGES,
    (key) => (key === MESSAGES ? '' : key),
  ),
];

/** The data files, newest first. */
export function searchPlan(source: Source): ReturnType<typeof cutSearch> {
  const counts = new Map<string, number>();
  for (const cut of CUTS) for (const [key, count] of cut.counts(source)) counts.set(key, (counts.get(key) ?? 0) + count);
  return cutSearch(counts);
}

/** The entries of some keys, collection by collection. */
function entriesOf(source: Source, keys: readonly string[]): ShelvedEntry[] {
  return CUTS.flatMap((cut) => {
    const entry = ENTRIES[cut.name] as (entity: unknown, at: number) => ShelvedEntry;
    return keys.flatMap((key) => {
      const { items, from } = cut.items(source, key);
      return items.map((item, at) => entry(item, from + at));
    });
  });
}

/** One data file of the index, with the filter of its words where there are many; null when there is none of that name. */
export function searchFile(source: Source, name: string): { readonly href: string; readonly filter?: string } | null {
  const plan = source.ask(searchPlan);
  const file = plan.find((candidate) => candidate.name === name);
  if (!file) return null;
  const entries = entriesOf(source, file.keys);
  const href = nameFile(source, 'search', name, shelve(entries), () => []);
  return hasFilters(plan.length) ? { href, filter: filterOfEntries(entries) } : { href };
}

/** The addresses of the data files, newest first, each with the filter of its words where there are many. */
export function searchFiles(source: Source): SearchIndex {
  const files = source.ask(searchPlan).flatMap(({ name }) => source.ask(searchFile, name) ?? []);
  return files.map(({ href, filter }) => (filter === undefined ? [href] : [href, filter]));
}
