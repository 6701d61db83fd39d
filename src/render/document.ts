import type { CompiledPage, CompiledSite } from './compiled.ts';
import { assemble, BYTES, type Findings } from './fragments.ts';

const CHARSET = /<meta charset="?utf-8"?\s*\/?>/i;

/** The part of the Content-Security-Policy that depends on the page (contract, section 7); the rest is sent as a header. */
function pagePolicy({ scripts, styles, frames }: Findings, serviceOrigin: string | null): string {
  const service = serviceOrigin ? [serviceOrigin] : [];
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

/**
 * Turns what Astro rendered into the published document: its policy stands before any script or style, and behind it
 * the scripts in files of their own with the one that they share, so that a browser asks for all of them while it reads
 * the page. Throws when it does not begin with a `<meta charset>` to put the policy behind. `serviceOrigin`: what its script and
 * forms may reach beyond the site's own, that of `PUBLIC_CONTENT_SERVICE_URL`; null: nothing.
 */
export function finishDocument(
  { bytes, fragments, sheets }: Omit<CompiledPage, 'status'>,
  sharedScript: CompiledSite['sharedScript'],
  serviceOrigin: string | null,
) {
  const { pieces, findings } = assemble(bytes, fragments, sheets);
  const [first = bytes, ...rest] = pieces;
  const charset = CHARSET.exec(Buffer.from(first.buffer, first.byteOffset, first.byteLength).toString(BYTES));
  if (!charset) throw new Error('The rendered document has no <meta charset="utf-8">, behind which its policy belongs.');
  const policy = `<meta http-equiv="content-security-policy" content="${pagePolicy(findings, serviceOrigin)}">`;
  const { files, addresses } = findings;
  const shared = files.length > 0 ? sharedScript : null;
  const scripts = shared === null ? files : [` type="module" src="${shared}"`, ...files];
  const tags = scripts.map((attributes) => `<script${attributes} async></script>`).join('');
  const at = charset.index + charset[0].length;
  return {
    bytes: Buffer.concat([first.subarray(0, at), Buffer.from(policy + tags, BYTES), first.subarray(at), ...rest]),
    addresses: shared === null ? addresses : [...addresses, shared],
  };
}

/** Path of a page's file in the published tree: `/` → `index.html`, `/Events` → `Events.html`, `/feed.xml` → `feed.xml`. */
export function outputPath(page: string): string {
  if (page === '/') return 'index.html';
  const path = page.slice(1);
  return /\.(?:css|xml|txt|json|ics|js|webmanifest)$/.test(path) ? path : `${path}.html`;
}
