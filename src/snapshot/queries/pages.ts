import { ITEM_LIST_NAMES, LIST_NAMES, LISTS } from '../../collections/index.ts';
import { DOWNLOAD_KINDS } from '../../lib/downloads.ts';
import { sitemapParts } from '../../lib/paths.ts';
import { ROUTES } from '../../lib/routes.ts';
import type { DataFile, ListView } from '../../types/views.ts';
import type { Source } from '../query.ts';
import { dataPageKey } from './dataFiles.ts';
import { PLAIN_NAMES } from './plain.ts';

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
  const ask = (name: string, ...args: readonly unknown[]) => source.ask(name, ...args) as readonly string[];
  const paths = [
    ...ROUTES,
    ...LIST_NAMES.flatMap((name) => [LISTS[name].base, ...ask('listPaths', name)]),
    ...ITEM_LIST_NAMES.flatMap((name) => ask('itemPaths', name)),
    ...PLAIN_NAMES.flatMap((name) => ask('plainPaths', name)),
    ...ask('albumPaths'),
    ...ask('calendarPaths'),
    ...DOWNLOAD_KINDS.flatMap((kind) => ask('downloadPaths', kind)),
  ];
  return [...new Set(paths)].sort();
}

/** The key of everything that is rendered: pages, documents, and data files by their addresses without the digest. */
export function renderedKeys(source: Source): string[] {
  const views = LIST_NAMES.map((name) => source.ask('list', name) as ListView<unknown>);
  const calendar = source.ask('calendarFiles') as readonly DataFile[];
  const files = [...views.flatMap((view) => view.files), ...calendar].map(({ href }) => href);
  const search = source.ask('searchFiles') as readonly (readonly string[])[];
  const data = [...files, ...search.flat(), source.ask('searchIndex') as string].map(dataPageKey);
  const pages = source.ask('pagePaths') as readonly string[];
  const events = source.ask('eventFilePaths') as readonly string[];
  return [...pages, ...events, ...DOCUMENTS, ...sitemapParts(pages.length), ...data];
}
