import { BYTES, type Marks, type Part, readParts, type SharedMarkup, type Sheets } from './parts.ts';

/** Origins that a page's policy lets its script and forms reach beyond its own. */
export interface PolicyOrigins {
  /** Of `PUBLIC_CONTENT_SERVICE_URL`; null: the site's own. */
  readonly contentService: string | null;
}

/** What Astro rendered. */
export interface RenderedDocument {
  /** UTF-8. */
  readonly bytes: Uint8Array;
  /** The markup that it shares with other pages; something stands in for it (`standIn`). */
  readonly shared: readonly SharedMarkup[];
}

/** What finishing a document takes beside it. */
export interface Finishing {
  readonly sheets: Sheets;
  readonly origins: PolicyOrigins;
  /** Address of the script that those in pages share; null when they share none. */
  readonly sharedScript: string | null;
}

const CHARSET = /<meta charset="?utf-8"?\s*\/?>/i;

/** The part of the Content-Security-Policy that depends on the page (contract, section 7); the rest is sent as a header. */
function pagePolicy({ scripts, styles, frames }: Marks, origins: PolicyOrigins): string {
  const service = origins.contentService ? [origins.contentService] : [];
  const directives: [string, ...string[]][] = [
    ['default-src', "'self'"],
    ['script-src', "'self'", ...new Set(scripts)],
    ['style-src', "'self'", ...new Set(styles)],
    ['img-src', "'self'", 'data:', 'blob:', ...service],
    ['connect-src', "'self'", ...service],
    ['form-action', "'self'", ...service],
    ['frame-src', ...new Set(["'self'", ...[...frames].sort()])],
  ];
  return directives.map((directive) => directive.join(' ')).join(';');
}

/** Tags of a page's scripts in files of their own; what they share comes first. */
function scriptTags(files: readonly string[], shared: string | null): string {
  const all = shared !== null && files.length > 0 ? [` type="module" src="${shared}"`, ...files] : files;
  return all.map((attributes) => `<script${attributes} async></script>`).join('');
}

/**
 * Turns what Astro rendered into the published document: its policy stands before any script or style, and behind it
 * the scripts in files of their own with the one that they share, so that a browser asks for all of them while it reads
 * the page. Throws when it does not begin with a `<meta charset>` to put the policy behind.
 */
export function finishDocument({ bytes, shared }: RenderedDocument, finishing: Finishing): readonly Part[] {
  const { parts, marks } = readParts(bytes, shared, finishing.sheets);
  const [{ bytes: first } = { bytes }, ...rest] = parts;
  const charset = CHARSET.exec(Buffer.from(first.buffer, first.byteOffset, first.byteLength).toString(BYTES));
  if (!charset) throw new Error('The rendered document has no <meta charset="utf-8">, behind which its policy belongs.');
  const policy = `<meta http-equiv="content-security-policy" content="${pagePolicy(marks, finishing.origins)}">`;
  const at = charset.index + charset[0].length;
  const text = policy + scriptTags(marks.files, finishing.sharedScript);
  const own = [first.subarray(0, at), Buffer.from(text, BYTES), first.subarray(at)];
  return [{ bytes: Buffer.concat(own), shared: false }, ...rest];
}

/** Where a page's file lies in the published tree: `/` → `index.html`, `/Events` → `Events.html`, `/feed.xml` → `feed.xml`. */
export function outputPath(page: string): string {
  if (page === '/') return 'index.html';
  const path = page.slice(1);
  return /\.(?:xml|txt|json)$/.test(path) ? path : `${path}.html`;
}
