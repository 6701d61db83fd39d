/** Every query that pages, data files and the list of pages may ask. Their names stand in the traces. */
import type { Source } from '../query.ts';
import { album, albumPaths } from './albums.ts';
import { agenda, calendar, calendarData, calendarFiles, calendarPaths, latestEntries } from './calendar.ts';
import { downloadPaths, downloads, downloadsPart } from './downloads.ts';
import { event, eventFilePaths, item, itemPaths, pageDays, upcoming, upcomingFirst } from './items.ts';
import { archive, latest, list, listData, listPaths, parts } from './lists.ts';
import { pagePaths, renderedKeys } from './pages.ts';
import { closures, leaderPortraits, marquee, plainPage, plainPaths } from './plain.ts';
import { searchData, searchFiles, searchIndex, searchIndexData, searchParts } from './search.ts';

const today = (source: Source, part: 'day' | 'month' | 'year') => source.today(part);

/** What Astro pages may ask, through the reader. */
export const PAGE_QUERIES = {
  today,
  closures,
  marquee,
  plainPage,
  leaderPortraits,
  list,
  archive,
  parts,
  latest,
  item,
  event,
  upcoming,
  upcomingFirst,
  pageDays,
  album,
  calendar,
  agenda,
  downloads,
  downloadsPart,
  latestEntries,
  calendarFiles,
  searchIndex,
  pagePaths,
};

/** All queries: the pages' own, those that make the data files, and those that say which pages there are. */
export const QUERIES = {
  ...PAGE_QUERIES,
  renderedKeys,
  listData,
  calendarData,
  searchParts,
  searchFiles,
  searchIndexData,
  searchData,
  listPaths,
  itemPaths,
  eventFilePaths,
  plainPaths,
  albumPaths,
  calendarPaths,
  downloadPaths,
};

/**
 * Queries whose answers are small and stand for a whole collection. They are written down, so that the next process
 * need not read a collection that has not changed.
 */
export const PERSISTED_QUERIES: ReadonlySet<string> = new Set<keyof typeof QUERIES | 'dataDigest'>([
  'closures',
  'marquee',
  'plainPage',
  'leaderPortraits',
  'list',
  'latest',
  'upcoming',
  'upcomingFirst',
  'calendar',
  'agenda',
  'downloads',
  'calendarFiles',
  'listPaths',
  'itemPaths',
  'eventFilePaths',
  'plainPaths',
  'albumPaths',
  'calendarPaths',
  'downloadPaths',
  'searchParts',
  'dataDigest',
]);
