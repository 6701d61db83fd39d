/** Reads a published tree the way a browser or a crawler would. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { DomUtils, parseDocument } from 'htmlparser2';
import { filesOf } from './trees.ts';

export interface PublishedPage {
  /** Address without an ending: `/`, `/News`, `/SubGallery/a1`. */
  readonly path: string;
  readonly html: string;
}

function compressed(text: string | Buffer, quality: number): number {
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }).length;
}

/** Bytes after brotli at quality 11, as a host sends them; at a lower quality where those are within a budget, bytes, already. */
export function brotliSize(text: string | Buffer, budget = 0): number {
  // These take 4 and 40 per cent of the time of quality 11.
  for (const quality of budget > 0 ? [5, 10] : []) {
    const size = compressed(text, quality);
    if (size <= budget) return size;
  }
  return compressed(text, 11);
}

/** Every HTML page of a published tree. */
export function pagesOf(dir: string): PublishedPage[] {
  return filesOf(dir)
    .filter((file) => file.endsWith('.html'))
    .map((file) => ({
      path: file === 'index.html' ? '/' : `/${file.slice(0, -'.html'.length)}`,
      html: readFileSync(join(dir, file), 'utf8'),
    }));
}

/** An element of a document. */
export type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number];
type Nodes = ReturnType<typeof parseDocument>['children'];

/** Memoised by text: most tests of a file read the same pages. */
const documents = new Map<string, Nodes>();
/** Documents that are kept; more than a site of the tests has pages. */
const KEPT = 600;

function parse(html: string): Nodes {
  const known = documents.get(html) ?? parseDocument(html, { withStartIndices: true, withEndIndices: true }).children;
  if (documents.size >= KEPT) documents.clear();
  documents.set(html, known);
  return known;
}

const isInTemplate = ({ parent }: Nodes[number]): boolean =>
  parent !== null && ((parent.type === 'tag' && parent.name === 'template') || isInTemplate(parent));

/** The elements of a document in order, or those of one name; without those in templates. */
export function elementsOf(html: string, name = '*'): Element[] {
  return DomUtils.getElementsByTagName(name, parse(html)).filter((element) => !isInTemplate(element));
}

const textsIn = (nodes: Nodes): string[] =>
  nodes.flatMap((node) => (node.type === 'text' ? node.data : node.type === 'tag' ? textsIn(node.children) : []));

/** Visible text, runs of space as one. */
function visibleText(nodes: Nodes): string {
  return textsIn(nodes)
    .join(' ')
    .replace(/\s+/g, ' ')
    .replace(/ ([.,:;)])/g, '$1')
    .replace(/\( /g, '(')
    .trim();
}

export const textOf = (html: string): string => visibleText(parse(html));

/** The links of a document with their visible text. */
export function linksOf(html: string): { readonly label: string; readonly href: string }[] {
  return elementsOf(html, 'a').map(({ attribs, children }) => ({ href: attribs.href ?? '', label: visibleText(children) }));
}

/** The parts of a document that are elements of a name with these attributes. */
export function partsOf(html: string, name: string, attributes: Readonly<Record<string, string>> = {}): string[] {
  const asked = Object.entries(attributes);
  return elementsOf(html, name)
    .filter(({ attribs }) => asked.every(([key, value]) => attribs[key] === value))
    .map(({ startIndex, endIndex }) => html.slice(startIndex ?? 0, (endIndex ?? 0) + 1));
}

/** The first of {@link partsOf}; empty when there is none. */
export function partOf(html: string, name: string, attributes: Readonly<Record<string, string>> = {}): string {
  return partsOf(html, name, attributes)[0] ?? '';
}

/** Attributes by which an element makes a browser fetch something without interaction. */
const FETCHED: Readonly<Record<string, readonly string[]>> = {
  img: ['src', 'srcset'],
  source: ['src', 'srcset'],
  script: ['src'],
  iframe: ['src'],
  embed: ['src'],
  object: ['data'],
  video: ['src', 'poster'],
  audio: ['src'],
  track: ['src'],
  input: ['src'],
  use: ['href'],
  image: ['href'],
};
const FETCHED_LINKS = /\b(?:stylesheet|icon|apple-touch-icon|preload|modulepreload|prefetch|preconnect|dns-prefetch|manifest)\b/;

/** What pages of a published tree ask for that is not there: scripts, styles, pictures, and data that islands fetch. */
export function missingIn(dist: string): string[] {
  const files = new Set(filesOf(dist));
  return pagesOf(dist).flatMap((page) => {
    const data = page.html.match(/\/data\/[a-z-]+\/[^"&]+\.json/g) ?? [];
    const wanted = [...fetchedAtOnce(page).filter((address) => address.startsWith('/')), ...data];
    return wanted
      .filter((address) => !files.has(decodeURIComponent(new URL(address, 'http://site').pathname.slice(1))))
      .map((address) => `${page.path} ${address}`);
  });
}

/** Addresses that a browser fetches, or connects to, as soon as it reads a page. */
export function fetchedAtOnce({ html }: PublishedPage): string[] {
  const ofTags = elementsOf(html).flatMap(({ name, attribs }) => {
    const keys = name === 'link' && FETCHED_LINKS.test(attribs.rel ?? '') ? ['href'] : (FETCHED[name] ?? []);
    return keys.flatMap((key) => {
      const value = attribs[key] ?? '';
      return key === 'srcset' ? value.split(',').map((part) => part.trim().split(/\s+/)[0] ?? '') : [value];
    });
  });
  const ofStyles = elementsOf(html, 'style').flatMap((style) =>
    [...DomUtils.textContent(style).matchAll(/(?:url\(\s*|@import\s+)["']?([^"')\s]+)/g)].map(([, address = '']) => address),
  );
  return [...ofTags, ...ofStyles].filter((address) => address !== '');
}
