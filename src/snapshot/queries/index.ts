/** Every question that pages, data files and the list of pages may ask. Their names stand in the traces. */
import type { Source } from '../evaluator.ts';
import { album, albumPaths } from './albums.ts';
import { calendar, calendarData, calendarFiles, calendarPaths } from './calendar.ts';
import { archive, gallery, galleryParts, latest, list, listData } from './lists.ts';
import { listPaths, pagePaths, topperPaths } from './pages.ts';
import { highlights, leaders, marquee, notices, plainPaths, registrations } from './plain.ts';
import { topperArchive, topperData, toppers } from './toppers.ts';

const today = (source: Source, part: 'day' | 'month' | 'year') => source.today(part);

/** The queries of the {@link Reader}: what Astro pages may ask. */
export const PAGE_QUERIES = {
  today,
  marquee,
  highlights,
  list,
  gallery,
  archive,
  galleryParts,
  latest,
  toppers,
  topperArchive,
  album,
  leaders,
  notices,
  registrations,
  calendar,
  calendarFiles,
  pagePaths,
};

/** All queries: the pages' own, those that make the data files, and those that say which pages there are. */
export const QUERIES = {
  ...PAGE_QUERIES,
  listData,
  topperData,
  calendarData,
  listPaths,
  topperPaths,
  plainPaths,
  albumPaths,
  calendarPaths,
};

/**
 * Queries whose answers are small and stand for a whole collection. They are written down, so that the next process
 * need not read a collection that has not changed.
 */
export const PERSISTED_QUERIES: ReadonlySet<string> = new Set<keyof typeof QUERIES | 'dataDigest'>([
  'marquee',
  'list',
  'gallery',
  'latest',
  'toppers',
  'leaders',
  'notices',
  'registrations',
  'calendar',
  'calendarFiles',
  'listPaths',
  'topperPaths',
  'plainPaths',
  'albumPaths',
  'calendarPaths',
  'dataDigest',
]);
