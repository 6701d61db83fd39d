import { hash } from 'node:crypto';

/** Origins that a page's policy lets its script and forms reach beyond its own. */
export interface PolicyOrigins {
  /** Of `PUBLIC_CONTENT_SERVICE_URL`; null: the site's own. */
  readonly contentService: string | null;
}

const ISLAND_UID = /<astro-island uid="[^"]*"/g;
const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g;
const INLINE_STYLE = /<style[^>]*>([\s\S]*?)<\/style>/g;
const DATA_BLOCK = /\stype="(?!module"|text\/javascript")[^"]*"/;
const FACADE = /\sdata-embed="(https?:\/\/[^/"]+)/g;
const CHARSET = /<meta charset="?utf-8"?\s*\/?>/i;

const hashes = new Map<string, string>();

/** The source expression of an inline script or style; texts repeat from page to page, so each is hashed once. */
function sourceHash(text: string): string {
  let known = hashes.get(text);
  if (!known) {
    known = `'sha256-${hash('sha256', text, 'base64')}'`;
    hashes.set(text, known);
  }
  return known;
}

function unique(values: Iterable<string>): string[] {
  return [...new Set(values)];
}

/** The part of the Content-Security-Policy that depends on the page (contract, section 7); the rest is sent as a header. */
export function pagePolicy(html: string, origins: PolicyOrigins): string {
  const scripts = [...html.matchAll(INLINE_SCRIPT)].filter(([, attributes = '']) => !DATA_BLOCK.test(attributes));
  const scriptHashes = unique(scripts.map(([, , text = '']) => sourceHash(text)));
  const styleHashes = unique([...html.matchAll(INLINE_STYLE)].map(([, text = '']) => sourceHash(text)));
  const facades = unique([...html.matchAll(FACADE)].map(([, origin = '']) => origin)).sort();
  const service = origins.contentService ? [origins.contentService] : [];
  const directives: [string, ...string[]][] = [
    ['default-src', "'self'"],
    ['script-src', "'self'", ...scriptHashes],
    ['style-src', "'self'", ...styleHashes],
    ['img-src', "'self'", 'data:', 'blob:', ...service],
    ['connect-src', "'self'", ...service],
    ['form-action', "'self'", ...service],
    ['frame-src', "'self'", ...facades],
  ];
  return directives.map((directive) => directive.join(' ')).join(';');
}

/**
 * Turns what Astro rendered into the published document: islands named by their position (Astro's own names hash
 * absolute paths and would differ from folder to folder), and the page's policy before any script or style.
 * Throws when the document has no `<meta charset>` to put it behind.
 */
export function finishDocument(html: string, origins: PolicyOrigins): string {
  let island = 0;
  const named = html.replace(ISLAND_UID, () => {
    island += 1;
    return `<astro-island uid="${island}"`;
  });
  const charset = CHARSET.exec(named);
  if (!charset) throw new Error('The rendered document has no <meta charset="utf-8">, behind which its policy belongs.');
  const end = charset.index + charset[0].length;
  const policy = `<meta http-equiv="content-security-policy" content="${pagePolicy(named, origins)}">`;
  return named.slice(0, end) + policy + named.slice(end);
}

/** Where a page's file lies in the published tree: `/` → `index.html`, `/Events` → `Events.html`, `/feed.xml` → `feed.xml`. */
export function outputPath(page: string): string {
  if (page === '/') return 'index.html';
  const path = page.slice(1);
  return /\.(?:xml|txt|json)$/.test(path) ? path : `${path}.html`;
}
