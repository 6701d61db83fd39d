/** Every question that pages, data files and the list of pages may ask. Their names stand in the traces. */
import type { Source } from '../answers.ts';
import { album } from './albums.ts';
import { calendar, calendarData, calendarFiles } from './calendar.ts';
import { archive, gallery, galleryParts, latest, list, listData } from './lists.ts';
import { pagePaths } from './pages.ts';
import { highlights, leaders, marquee, notices, registrations } from './plain.ts';
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

/** All queries: the pages' and those that make the data files. */
export const QUERIES = { ...PAGE_QUERIES, listData, topperData, calendarData };
