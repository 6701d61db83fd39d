import { hash } from 'node:crypto';
import { remembered } from '../lib/remembered.ts';

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

/** What finishing a document looks at, found in one pass: a school has thousands of documents. */
const PLACES = /<(script|style)\b([^>]*)>|<astro-island/g;
const FACADE = ' data-embed="';

/** Text of a document to be replaced. */
interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** A document as it was rendered; content cannot forge a tag, as text is escaped. */
interface Survey {
  /** Texts of the inline scripts and styles. */
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  /** Attributes of the scripts that stand in files of their own. */
  readonly files: readonly string[];
  readonly edits: readonly Edit[];
}

/** Throws for an Astro island: its name hashes the folder in which it was compiled, so that no two builds were equal. */
function survey(html: string): Survey {
  const scripts: string[] = [];
  const styles: string[] = [];
  const files: string[] = [];
  const edits: Edit[] = [];
  PLACES.lastIndex = 0;
  for (let found = PLACES.exec(html); found; found = PLACES.exec(html)) {
    const [, name, attributes = ''] = found;
    if (name === 'script') {
      const end = endOf('</script>', html, PLACES.lastIndex);
      if (attributes.includes(' src=')) {
        files.push(attributes);
        edits.push({ from: found.index, to: end + '</script>'.length, text: '' });
      } else if (!DATA_BLOCK.test(attributes)) scripts.push(html.slice(PLACES.lastIndex, end));
      PLACES.lastIndex = end;
    } else if (name === 'style') {
      const sheet = readSheet(html, PLACES.lastIndex, edits);
      styles.push(sheet.text);
      PLACES.lastIndex = sheet.end;
    } else throw new Error('The page has an island of Astro; islands start by scripts of their own.');
  }
  return { scripts, styles, files, edits };
}

function endOf(mark: string, html: string, from: number): number {
  const end = html.indexOf(mark, from);
  if (end < 0) throw new Error(`The rendered document has an element without its ${mark}.`);
  return end;
}

/** Style sheets side by side are made one, which spares the policy a hash. */
function readSheet(html: string, from: number, edits: Edit[]): { readonly text: string; readonly end: number } {
  const seam = '</style><style>';
  let start = from;
  let end = endOf('</style>', html, start);
  let text = html.slice(start, end);
  while (html.startsWith(seam, end)) {
    edits.push({ from: end, to: end + seam.length, text: '' });
    start = end + seam.length;
    end = endOf('</style>', html, start);
    text += html.slice(start, end);
  }
  return { text, end };
}

function edited(document: Uint8Array, edits: readonly Edit[]): Uint8Array {
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const { from, to, text } of [...edits].sort((one, other) => one.from - other.from)) {
    parts.push(document.subarray(at, from), Buffer.from(text, BYTES));
    at = to;
  }
  parts.push(document.subarray(at));
  return Buffer.concat(parts);
}

/** The source expression of an inline script or style. */
const sourceHash = remembered((text) => `'sha256-${hash('sha256', Buffer.from(text, BYTES), 'base64')}'`);

function originOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).origin : null;
}

/** Origins of the frames that visitors may ask for. */
function facadesOf(html: string): Set<string> {
  const origins = new Set<string>();
  for (let at = html.indexOf(FACADE); at !== -1; at = html.indexOf(FACADE, at)) {
    at += FACADE.length;
    origins.add(originOf(html.slice(at, endOf('"', html, at))) ?? "'self'");
  }
  return origins;
}

/** The part of the Content-Security-Policy that depends on the page (contract, section 7); the rest is sent as a header. */
function pagePolicy(html: string, { scripts, styles }: Survey, origins: PolicyOrigins): string {
  const service = origins.contentService ? [origins.contentService] : [];
  const directives: [string, ...string[]][] = [
    ['default-src', "'self'"],
    ['script-src', "'self'", ...new Set(scripts.map(sourceHash))],
    ['style-src', "'self'", ...new Set(styles.map(sourceHash))],
    ['img-src', "'self'", 'data:', 'blob:', ...service],
    ['connect-src', "'self'", ...service],
    ['form-action', "'self'", ...service],
    ['frame-src', ...new Set(["'self'", ...[...facadesOf(html)].sort()])],
  ];
  return directives.map((directive) => directive.join(' ')).join(';');
}

/** Tags of a page's scripts in files of their own; what they share comes first. */
function scriptTags(files: readonly string[], shared: string | null): string {
  const all = shared !== null && files.length > 0 ? [` type="module" src="${shared}"`, ...files] : files;
  return all.map((attributes) => `<script async${attributes}></script>`).join('');
}

/**
 * Turns what Astro rendered (UTF-8) into the published document: its policy stands before any script or style, and
 * behind it the scripts in files of their own with the one at the address `shared`, so that a browser asks for all of
 * them while it reads the page. Throws when it has no `<meta charset>` to put the policy behind.
 */
export function finishDocument(rendered: Uint8Array, origins: PolicyOrigins, shared: string | null): Uint8Array {
  const html = Buffer.from(rendered.buffer, rendered.byteOffset, rendered.byteLength).toString(BYTES);
  const charset = CHARSET.exec(html);
  if (!charset) throw new Error('The rendered document has no <meta charset="utf-8">, behind which its policy belongs.');
  const found = survey(html);
  const policy = `<meta http-equiv="content-security-policy" content="${pagePolicy(html, found, origins)}">`;
  const at = charset.index + charset[0].length;
  const text = policy + scriptTags(found.files, shared);
  return edited(rendered, [{ from: at, to: at, text }, ...found.edits]);
}

/** Where a page's file lies in the published tree: `/` → `index.html`, `/Events` → `Events.html`, `/feed.xml` → `feed.xml`. */
export function outputPath(page: string): string {
  if (page === '/') return 'index.html';
  const path = page.slice(1);
  return /\.(?:xml|txt|json)$/.test(path) ? path : `${path}.html`;
}
