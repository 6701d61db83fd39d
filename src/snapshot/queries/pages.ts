import { ITEM_LIST_NAMES, LIST_NAMES, LISTS } from '../../collections/index.ts';
import { DOWNLOAD_KINDS } from '../../lib/downloads.ts';
import { sitemapParts } from '../../lib/paths.ts';
import { ROUTES } from '../../lib/routes.ts';
import type { Source } from '../query.ts';
import { albumPaths } from './albums.ts';
import { calendarFiles, calendarPaths } from './calendar.ts';
import { dataPageKey } from './dataFiles.ts';
import { downloadPaths } from './downloads.ts';
import { eventFilePaths, itemPaths } from './items.ts';
import { list, listPaths } from './lists.ts';
import { PLAIN_NAMES, plainPaths } from './plain.ts';
import { searchFiles, searchIndex } from './search.ts';

/** Files beside the pages that are rendered from content like them. */
const DOCUMENTS = [
  '/404',
  '/answer.css',
  '/calendar.ics',
  '/events.ics',
  '/feed.xml',
  '/robots.txt',
  '/site.webmanifest',
  '/sitemap.xml',
  '/sw.js',
];

/**
 * Every public page path in its canonical spelling, each once, sorted by code unit. Put together from one query a
 * collection, so that a change of one collection reads no other.
 */
export function pagePaths(source: Source): string[] {
  const paths = [
    ...ROUTES,
    ...LIST_NAMES.flatMap((name) => [LISTS[name].base, ...source.ask(listPaths, name)]),
    ...ITEM_LIST_NAMES.flatMap((name) => source.ask(itemPaths, name)),
    ...PLAIN_NAMES.flatMap((name) => source.ask(plainPaths, name)),
    ...source.ask(albumPaths),
    ...source.ask(calendarPaths),
    ...DOWNLOAD_KINDS.flatMap((kind) => source.ask(downloadPaths, kind)),
  ];
  return [...new Set(paths)].sort();
}

/** The key of everything that is rendered: pages, documents, and data files by their addresses without the digest. */
export function renderedKeys(source: Source): string[] {
  const views = LIST_NAMES.map((name) => source.ask(list, name));
  const files = [...views.flatMap((view) => view.files), ...source.ask(calendarFiles)].map(({ href }) => href);
  const data = [...files, ...source.ask(searchFiles).flat(), source.ask(searchIndex)].map(dataPageKey);
  const pages = source.ask(pagePaths);
  const events = source.ask(eventFilePaths);
  return [...pages, ...events, ...DOCUMENTS, ...sitemapParts(pages.length), ...data];
}
