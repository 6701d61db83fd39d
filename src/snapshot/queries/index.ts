/** Every query that pages, data files and the sets of pages may ask. Their names stand in the traces. */
import type { CalendarPart, Source } from '../source.ts';
import { agenda, calendar, calendarIndex, calendarMonths, daysWithoutSchool, holidays, latestEntries } from './calendar.ts';
import { dataFile, dataIndex, dataKeys } from './dataFiles.ts';
import { downloadParts, downloads, downloadsPart } from './downloads.ts';
import { groups } from './groups.ts';
import { album, event, item, pageDays, upcoming, upcomingFirst } from './items.ts';
import { archive, archiveLinks, latest, list, partFrame, parts } from './lists.ts';
import {
  albumPages,
  calendarPages,
  downloadPages,
  itemPages,
  listPages,
  pagePaths,
  pages,
  plainPages,
  searchPages,
  sitemapPages,
} from './pages.ts';
import { closures, leaderPortraits, marquee, plainCuts, plainPage } from './plain.ts';
import { searchFile, searchFiles, searchPlan } from './search.ts';

const today = (source: Source, part: CalendarPart) => source.today(part);

/** What Astro pages may ask, through the reader. */
export const PAGE_QUERIES = {
  today,
  closures,
  marquee,
  plainPage,
  leaderPortraits,
  list,
  archive,
  archiveLinks,
  parts,
  latest,
  item,
  event,
  upcoming,
  upcomingFirst,
  pageDays,
  album,
  calendar,
  calendarMonths,
  agenda,
  downloads,
  downloadsPart,
  latestEntries,
  daysWithoutSchool,
  holidays,
  calendarIndex,
  searchFiles,
  pagePaths,
};

/** All queries: the pages' own, those that these ask, and those that say which pages there are. */
export const QUERIES = {
  ...PAGE_QUERIES,
  groups,
  partFrame,
  plainCuts,
  downloadParts,
  dataKeys,
  dataFile,
  dataIndex,
  searchPlan,
  searchFile,
  pages,
  listPages,
  itemPages,
  albumPages,
  plainPages,
  downloadPages,
  calendarPages,
  searchPages,
  sitemapPages,
};
