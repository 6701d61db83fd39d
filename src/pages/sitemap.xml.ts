import type { APIRoute } from 'astro';
import { xmlAnswer, xmlText } from './_xml.ts';

/** Every public page by its canonical address. */
export const GET: APIRoute = ({ locals }) =>
  xmlAnswer('application/xml', [
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...locals.reader.pagePaths().map((path) => `<url><loc>${xmlText(import.meta.env.SITE_URL + path)}</loc></url>`),
    '</urlset>',
  ]);
