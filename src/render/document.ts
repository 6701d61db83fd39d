import { assemble, type Fragment, type Sheets } from './fragments.ts';
import { BYTES, type Findings } from './scan.ts';

/** Origins that a page's policy lets its script and forms reach beyond its own. */
export interface PolicyOrigins {
  /** Of `PUBLIC_CONTENT_SERVICE_URL`; null: the site's own. */
  readonly contentService: string | null;
}

/** What Astro rendered. */
export interface RenderedDocument {
  /** UTF-8. */
  readonly bytes: Uint8Array;
  /** Markup that it shares with other pages, by the number in its placeholder. */
  readonly fragments: readonly Fragment[];
}

export interface DocumentContext {
  readonly sheets: Sheets;
  readonly origins: PolicyOrigins;
  /** Address of the script that those in pages share; null when they share none. */
  readonly sharedScript: string | null;
}

export interface FinishedDocument {
  /** UTF-8. */
  readonly bytes: Uint8Array;
  /** Local addresses that it names. */
  readonly addresses: readonly string[];
}

const CHARSET = /<meta charset="?utf-8"?\s*\/?>/i;

/** The part of the Content-Security-Policy that depends on the page (contract, section 7); the rest is sent as a header. */
function pagePolicy({ scripts, styles, frames }: Findings, origins: PolicyOrigins): string {
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

/** Attributes of the tags of a page's scripts in files; what they share comes first. */
function scriptFiles(files: readonly string[], shared: string | null): readonly string[] {
  return shared !== null && files.length > 0 ? [` type="module" src="${shared}"`, ...files] : files;
}

/**
 * Turns what Astro rendered into the published document: its policy stands before any script or style, and behind it
 * the scripts in files of their own with the one that they share, so that a browser asks for all of them while it reads
 * the page. Throws when it does not begin with a `<meta charset>` to put the policy behind.
 */
export function finishDocument(rendered: RenderedDocument, context: DocumentContext): FinishedDocument {
  const { pieces, findings } = assemble(rendered.bytes, rendered.fragments, context.sheets);
  const [first = rendered.bytes, ...rest] = pieces;
  const charset = CHARSET.exec(Buffer.from(first.buffer, first.byteOffset, first.byteLength).toString(BYTES));
  if (!charset) throw new Error('The rendered document has no <meta charset="utf-8">, behind which its policy belongs.');
  const policy = `<meta http-equiv="content-security-policy" content="${pagePolicy(findings, context.origins)}">`;
  const scripts = scriptFiles(findings.files, context.sharedScript);
  const tags = scripts.map((attributes) => `<script${attributes} async></script>`).join('');
  const at = charset.index + charset[0].length;
  return {
    bytes: Buffer.concat([first.subarray(0, at), Buffer.from(policy + tags, BYTES), first.subarray(at), ...rest]),
    addresses: scripts.length > 0 && context.sharedScript ? [...findings.addresses, context.sharedScript] : findings.addresses,
  };
}

/** Path of a page's file in the published tree: `/` → `index.html`, `/Events` → `Events.html`, `/feed.xml` → `feed.xml`. */
export function outputPath(page: string): string {
  if (page === '/') return 'index.html';
  const path = page.slice(1);
  return /\.(?:css|xml|txt|json|ics|js|webmanifest)$/.test(path) ? path : `${path}.html`;
}
