/** Rich text of the content service, reduced to what an article needs. Loading the library costs start time: import this lazily. */
import sanitizeHtml from 'sanitize-html';
import { arrangeElements } from './elements.ts';
import { readLink, readText } from './fields.ts';

/** Rows or columns that a cell spans. HTML has at most 1,000 columns. */
const SPAN = /^[1-9]\d{0,2}$/;

/** A cell without the spans that are no numbers; attributes that are not allowed are dropped later. */
const cell: sanitizeHtml.Transformer = (tagName, attribs) => ({
  tagName,
  attribs: Object.fromEntries(Object.entries(attribs).filter(([, value]) => SPAN.test(value))),
});

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['p', 'br', 'hr', 'div', 'blockquote', 'h3', 'h4', 'ul', 'ol', 'li'],
    ...['strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'a'],
    ...['table', 'caption', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  allowedAttributes: { a: ['href', 'rel'], th: ['colspan', 'rowspan'], td: ['colspan', 'rowspan'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nestingLimit: 40,
  transformTags: {
    // The page has its own h1 and h2.
    h1: 'h3',
    h2: 'h3',
    h5: 'h4',
    h6: 'h4',
    td: cell,
    th: cell,
    a: (_tag, { href }) => {
      const address = readLink(href);
      // Without an address only its text is kept.
      const attribs: sanitizeHtml.Attributes = address === null ? {} : { href: address, rel: 'noopener' };
      return { tagName: 'a', attribs };
    },
  },
};

const ANY_TAG = /<[a-z/!]/i;

/** Well-formed HTML without script, style, pictures, frames, classes and unsafe links. A text without any tag becomes paragraphs. */
export function sanitiseRichText(html: string): string {
  // Once more as text: an entity may stand for a character that HTML forbids.
  const clean = arrangeElements(readText(sanitizeHtml(html, OPTIONS))).trim();
  if (!clean || ANY_TAG.test(clean)) return clean;
  return clean
    .split(/\n\s*\n/)
    .map(
      (paragraph) =>
        `<p>${paragraph
          .trim()
          .split('\n')
          .map((line) => line.trim())
          .join('<br />')}</p>`,
    )
    .join('');
}
