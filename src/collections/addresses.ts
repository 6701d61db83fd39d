/** Addresses that never change, in their exact spelling; items, albums and archive pages stand below them. */
import { ROUTES } from '../lib/routes.ts';
import { COLLECTION_NAMES, COLLECTIONS, LIST_NAMES, LISTS } from './index.ts';

/** Pages of collections, which have further ones below them: `/News/2025-03`, `/Highlights/2`. */
const OF_COLLECTIONS = [
  ...LIST_NAMES.map((name) => LISTS[name].base),
  ...COLLECTION_NAMES.flatMap((name) => COLLECTIONS[name].plain?.base ?? []),
];

/** Home first. */
export const PAGES: readonly string[] = [...new Set<string>([...ROUTES, ...OF_COLLECTIONS])];

export const WITH_PAGES_BELOW: readonly string[] = [...OF_COLLECTIONS, '/SubGallery', '/Calendar', '/Downloads'];

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

/** Everything that is rendered whatever the content is. */
export const PERMANENT: ReadonlySet<string> = new Set([...PAGES, ...DOCUMENTS]);
