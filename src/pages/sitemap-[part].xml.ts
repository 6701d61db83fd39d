import type { APIRoute } from 'astro';
import { SITEMAP_SIZE, sitemapParts } from '../lib/paths.ts';
import { urlset } from './_xml.ts';

export const GET: APIRoute = ({ params, locals }) => {
  const paths = locals.reader.pagePaths();
  const at = sitemapParts(paths.length).indexOf(`/sitemap-${params.part}.xml`);
  if (at < 0) return new Response(null, { status: 404 });
  return urlset(paths.slice(at * SITEMAP_SIZE, (at + 1) * SITEMAP_SIZE), locals.reader);
};
