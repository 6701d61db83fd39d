import { hash } from 'node:crypto';
import { type Modules, namePreloads } from './preload.ts';

/** Origins that a page's policy lets its script and forms reach beyond its own. */
export interface PolicyOrigins {
  /** Of `PUBLIC_CONTENT_SERVICE_URL`; null: the site's own. */
  readonly contentService: string | null;
}

/**
 * Documents are handled as Latin-1 text of their UTF-8 bytes: all that is looked for is ASCII, and neither way costs
 * a decoding. Hashes are made of the bytes.
 */
const BYTES = 'latin1';

const DATA_BLOCK = /\stype="(?!module"|text\/javascript")[^"]*"/;
const CHARSET = /<meta charset="?utf-8"?\s*\/?>/i;

interface Element {
  readonly attributes: string;
  readonly text: string;
}

/** The elements of a name that may hold inline text; content cannot forge one, as text is escaped. */
function* elements(html: string, name: 'script' | 'style'): Generator<Element> {
  const open = `<${name}`;
  for (let at = html.indexOf(open); at >= 0; at = html.indexOf(open, at)) {
    const start = html.indexOf('>', at);
    const end = html.indexOf(`</${name}>`, start);
    if (start < 0 || end < 0) return;
    yield { attributes: html.slice(at + open.length, start), text: html.slice(start + 1, end) };
    at = end;
  }
}

/** What follows each occurrence of a mark, up to the next quote. */
function* quotedAfter(html: string, mark: string): Generator<string> {
  for (let at = html.indexOf(mark); at >= 0; at = html.indexOf(mark, at + mark.length)) {
    yield html.slice(at + mark.length, html.indexOf('"', at + mark.length));
  }
}

/** Hashes of texts by their length: texts repeat from page to page, and comparing is cheaper than hashing. */
const hashed = new Map<number, { readonly text: string; readonly source: string }[]>();

/** The source expression of an inline script or style. */
function sourceHash(text: string): string {
  let alike = hashed.get(text.length);
  if (!alike) {
    alike = [];
    hashed.set(text.length, alike);
  }
  let known = alike.find((candidate) => candidate.text === text);
  if (!known) {
    known = { text, source: `'sha256-${hash('sha256', Buffer.from(text, BYTES), 'base64')}'` };
    alike.push(known);
  }
  return known.source;
}

function originOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).origin : null;
}

/** The part of the Content-Security-Policy that depends on the page (contract, section 7); the rest is sent as a header. */
function pagePolicy(html: string, origins: PolicyOrigins): string {
  const scripts = new Set<string>();
  for (const { attributes, text } of elements(html, 'script')) {
    if (!attributes.includes(' src=') && !DATA_BLOCK.test(attributes)) scripts.add(sourceHash(text));
  }
  const styles = new Set<string>();
  for (const { text } of elements(html, 'style')) styles.add(sourceHash(text));
  const facades = new Set<string>();
  for (const address of quotedAfter(html, ' data-embed="')) facades.add(originOf(address) ?? "'self'");
  const service = origins.contentService ? [origins.contentService] : [];
  const directives: [string, ...string[]][] = [
    ['default-src', "'self'"],
    ['script-src', "'self'", ...scripts],
    ['style-src', "'self'", ...styles],
    ['img-src', "'self'", 'data:', 'blob:', ...service],
    ['connect-src', "'self'", ...service],
    ['form-action', "'self'", ...service],
    ['frame-src', ...new Set(["'self'", ...[...facades].sort()])],
  ];
  return directives.map((directive) => directive.join(' ')).join(';');
}

/** Islands named by their position: Astro's own names hash absolute paths and would differ from folder to folder. */
function nameIslands(html: string): string {
  const mark = '<astro-island uid="';
  const parts = html.split(mark);
  const named = parts.map((part, position) => (position === 0 ? part : `${position}${part.slice(part.indexOf('"'))}`));
  return named.join(mark);
}

/**
 * Turns what Astro rendered (UTF-8) into the published document: islands named by their position, the scripts' modules
 * named, and the page's policy before any script or style. Throws when the document has no `<meta charset>` to put it
 * behind.
 */
export function finishDocument(rendered: Uint8Array, origins: PolicyOrigins, modules: Modules): Uint8Array {
  const text = Buffer.from(rendered.buffer, rendered.byteOffset, rendered.byteLength).toString(BYTES);
  // Two style sheets side by side are one, which spares the policy a hash.
  const html = namePreloads(nameIslands(text), modules).replaceAll('</style><style>', '');
  const charset = CHARSET.exec(html);
  if (!charset) throw new Error('The rendered document has no <meta charset="utf-8">, behind which its policy belongs.');
  const end = charset.index + charset[0].length;
  const policy = `<meta http-equiv="content-security-policy" content="${pagePolicy(html, origins)}">`;
  return Buffer.from(html.slice(0, end) + policy + html.slice(end), BYTES);
}

/** Where a page's file lies in the published tree: `/` → `index.html`, `/Events` → `Events.html`, `/feed.xml` → `feed.xml`. */
export function outputPath(page: string): string {
  if (page === '/') return 'index.html';
  const path = page.slice(1);
  return /\.(?:xml|txt|json)$/.test(path) ? path : `${path}.html`;
}
