/**
 * XML for feed and sitemap, of our own. @astrojs/rss takes as long to load as a whole cold rebuild, `feed` stamps what it
 * writes with the time and its name, @astrojs/sitemap lists the routes of a build of Astro's, and we have none.
 */

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 has no place for these, not even escaped.
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

/** Text as it may stand in an XML element or attribute. */
export function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(FORBIDDEN, '')
    .replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}

/** An XML document as an answer. */
export function xmlAnswer(type: string, lines: readonly string[]): Response {
  const body = ['<?xml version="1.0" encoding="UTF-8"?>', ...lines, ''].join('\n');
  return new Response(body, { headers: { 'content-type': `${type}; charset=utf-8` } });
}
