/** Reads a published tree the way a browser or a crawler would. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

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

/** Paths of all files below a folder, with forward slashes, sorted by code unit. */
export function filesOf(dir: string): string[] {
  const entries = readdirSync(dir, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
  return entries.map(({ parentPath, name }) => relative(dir, join(parentPath, name)).replaceAll('\\', '/')).sort();
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

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
  '#39': "'",
  '#x27': "'",
  '#34': '"',
  '#38': '&',
};

/** Text with its character references resolved. */
export function decoded(html: string): string {
  return html.replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole);
}

/** Visible text, runs of space as one. */
export function textOf(html: string): string {
  const bare = html.replace(/<(script|style)\b[\s\S]*?<\/\1>/g, '').replace(/<[^>]+>/g, ' ');
  return decoded(bare)
    .replace(/\s+/g, ' ')
    .replace(/ ([.,:;)])/g, '$1')
    .replace(/\( /g, '(')
    .trim();
}

/** The links of a document with their visible text. */
export function linksOf(html: string): { readonly label: string; readonly href: string }[] {
  return [...html.matchAll(/<a\b([^>]*)>([\s\S]*?)<\/a>/g)].map(([, attributes = '', inner = '']) => ({
    href: decoded(/\bhref="([^"]*)"/.exec(attributes)?.[1] ?? ''),
    label: textOf(inner),
  }));
}

/** The first part of a document with a tag; empty when there is none. */
export function partOf(html: string, tag: 'main' | 'footer' | 'header'): string {
  return new RegExp(`<${tag}\\b[\\s\\S]*</${tag}>`).exec(html)?.[0] ?? '';
}

/** A start tag of a document: its name and attributes. */
export interface Tag {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
}

const START_TAG = /<([a-z][a-z0-9-]*)((?:\s+[^\s=>/]+(?:=(?:"[^"]*"|'[^']*'|[^\s"'>]+))?)*)\s*\/?>/g;
const ATTRIBUTE = /([^\s=>/]+)(?:=(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;

/** Memoised by document: most tests of a file read the same pages. */
const tags = new Map<string, readonly Tag[]>();

/** The start tags of a document in order; without those in scripts, styles, templates and comments. */
export function tagsOf(html: string): readonly Tag[] {
  const known = tags.get(html) ?? readTags(html);
  tags.set(html, known);
  return known;
}

function readTags(html: string): Tag[] {
  const markup = html.replace(/(<(script|style|template)\b[^>]*>)[\s\S]*?<\/\2>/g, '$1').replace(/<!--[\s\S]*?-->/g, '');
  return [...markup.matchAll(START_TAG)].map(([, name = '', text = '']) => ({
    name,
    attributes: new Map(
      [...text.matchAll(ATTRIBUTE)].map(([, key = '', double, single, bare]) => [key, decoded(double ?? single ?? bare ?? '')]),
    ),
  }));
}

const IMPORTS = /(?:\bfrom\s*|\bimport\s*)["'`](\.{0,2}\/[^"'`]+\.js)["'`]/g;
const ANY_IMPORTS = /(?:\bfrom\s*|\bimport\s*\(?\s*)["'`](\.{0,2}\/[^"'`]+\.js)["'`]/g;

/** Addresses of the modules that a script imports. */
function importsOf(script: string, pattern = ANY_IMPORTS): string[] {
  return [...script.matchAll(pattern)].map(([, address = '']) => address);
}

/** Addresses of the modules in a page's script tags and inline scripts. */
function namedModules(html: string): string[] {
  const ofTags = tagsOf(html).flatMap(({ name, attributes }) => (name === 'script' ? (attributes.get('src') ?? []) : []));
  const scripts = [...html.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/g)];
  return [...ofTags, ...scripts.flatMap(([, text = '']) => importsOf(text))];
}

/** Sorted addresses of every module that a page's scripts import: statically (`once`) or also dynamically (`ever`). */
export function modulesOf(dir: string, { html }: PublishedPage, when: 'once' | 'ever' = 'ever'): string[] {
  const found = new Set<string>();
  const follow = (address: string, from: string) => {
    const { pathname } = new URL(address, new URL(from, 'http://site'));
    if (found.has(pathname)) return;
    found.add(pathname);
    const text = readFileSync(join(dir, pathname), 'utf8');
    for (const further of importsOf(text, when === 'ever' ? ANY_IMPORTS : IMPORTS)) follow(further, pathname);
  };
  for (const address of namedModules(html)) follow(address, '/');
  return [...found].sort();
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

/** Addresses that a browser fetches, or connects to, as soon as it reads a page. */
export function fetchedAtOnce({ html }: PublishedPage): string[] {
  const ofTags = tagsOf(html).flatMap(({ name, attributes }) => {
    const keys = name === 'link' && FETCHED_LINKS.test(attributes.get('rel') ?? '') ? ['href'] : (FETCHED[name] ?? []);
    return keys.flatMap((key) => {
      const value = attributes.get(key) ?? '';
      return key === 'srcset' ? value.split(',').map((part) => part.trim().split(/\s+/)[0] ?? '') : [value];
    });
  });
  const ofStyles = [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].flatMap(([, css = '']) =>
    [...css.matchAll(/(?:url\(\s*|@import\s+)["']?([^"')\s]+)/g)].map(([, address = '']) => address),
  );
  return [...ofTags, ...ofStyles].filter((address) => address !== '');
}
