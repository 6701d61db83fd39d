import { ITEM_LIST_NAMES } from '../collections/index.ts';
import { xmlAnswer, xmlText } from './_xml.ts';

const base = import.meta.env.SITE_URL;
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** Addresses with the day of their last change, where content tells it. */
export function urlset(paths: readonly string[], reader: App.Locals['reader']): Response {
  const days = new Map(ITEM_LIST_NAMES.flatMap((name) => reader.pageDays(name)));
  const lines = paths.map((path) => {
    const day = days.get(path);
    return `<url><loc>${xmlText(base + path)}</loc>${day ? `<lastmod>${day}</lastmod>` : ''}</url>`;
  });
  return xmlAnswer('application/xml', [`<urlset ${NAMESPACE}>`, ...lines, '</urlset>']);
}

/** The files that a long sitemap is split into. */
export function sitemapIndex(parts: readonly string[]): Response {
  const lines = parts.map((path) => `<sitemap><loc>${xmlText(base + path)}</loc></sitemap>`);
  return xmlAnswer('application/xml', [`<sitemapindex ${NAMESPACE}>`, ...lines, '</sitemapindex>']);
}
