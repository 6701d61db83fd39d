import type { APIRoute } from 'astro';
import { words } from '../content/words.ts';
import { itemPath } from '../lib/paths.ts';
import type { NewsItem } from '../service/schemas/news.ts';
import { xmlAnswer, xmlText } from './_xml.ts';

const ITEMS = 20;
const { site } = words;
const base = import.meta.env.SITE_URL;

function itemLines(item: NewsItem): string[] {
  return [
    '<item>',
    `<title>${xmlText(item.title || 'News')}</title>`,
    `<link>${xmlText(base + itemPath('/News', item.id))}</link>`,
    `<guid isPermaLink="false">${xmlText(`news:${item.id}`)}</guid>`,
    ...(item.description ? [`<description>${xmlText(xmlText(item.description))}</description>`] : []),
    ...(item.date ? [`<pubDate>${new Date(item.date.at).toUTCString()}</pubDate>`] : []),
    '</item>',
  ];
}

/** RSS of the newest news. Descriptions are escaped twice, since feed readers take them for HTML. */
export const GET: APIRoute = ({ locals }) =>
  xmlAnswer('application/rss+xml', [
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">',
    '<channel>',
    `<title>${xmlText(`News of ${site.name}`)}</title>`,
    `<link>${xmlText(`${base}/News`)}</link>`,
    `<description>${xmlText(`The newest news of ${site.name}.`)}</description>`,
    '<language>en-IN</language>',
    `<atom:link href="${xmlText(`${base}/feed.xml`)}" rel="self" type="application/rss+xml"/>`,
    ...locals.reader.latest('news', ITEMS).flatMap(itemLines),
    '</channel>',
    '</rss>',
  ]);
