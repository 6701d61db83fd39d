/** XML of our own: @astrojs/rss loads as long as a cold rebuild takes, @astrojs/sitemap lists the routes of Astro's build. */
import { ITEM_LIST_NAMES } from '../collections/index.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 has no place for these, not even escaped.
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

export function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(FORBIDDEN, '')
    .replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}

export function xmlAnswer(type: string, lines: readonly string[]): Response {
  const body = ['<?xml version="1.0" encoding="UTF-8"?>', ...lines, ''].join('\n');
  return new Response(body, { headers: { 'content-type': `${type}; charset=utf-8` } });
}

const base = import.meta.env.SITE_URL;
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

export function urlset(paths: readonly string[], reader: App.Locals['reader']): Response {
  const days = new Map(ITEM_LIST_NAMES.flatMap((name) => reader.pageDays(name)));
  const lines = paths.map((path) => {
    const day = days.get(path);
    return `<url><loc>${xmlText(base + path)}</loc>${day ? `<lastmod>${day}</lastmod>` : ''}</url>`;
  });
  return xmlAnswer('application/xml', [`<urlset ${NAMESPACE}>`, ...lines, '</urlset>']);
}

export function sitemapIndex(parts: readonly string[]): Response {
  const lines = parts.map((path) => `<sitemap><loc>${xmlText(base + path)}</loc></sitemap>`);
  return xmlAnswer('application/xml', [`<sitemapindex ${NAMESPACE}>`, ...lines, '</sitemapindex>']);
}
