import type { APIRoute } from 'astro';
import { sitemapParts } from '../lib/paths.ts';
import { sitemapIndex, urlset } from './_xml.ts';

/** Every public page by its canonical address; of a very large site the files that list them. */
export const GET: APIRoute = ({ locals }) => {
  const paths = locals.reader.pagePaths();
  const parts = sitemapParts(paths.length);
  return parts.length > 0 ? sitemapIndex(parts) : urlset(paths, locals.reader);
};
