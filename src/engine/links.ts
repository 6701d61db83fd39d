/** Finds the local addresses that a document names. A scanner and no parser: it reads our own well-formed output. */

/**
 * Told of each local address (one that begins with a single slash), as written but with entities decoded.
 * `needed`: it must be answered; otherwise it stands in data for scripts, and may be any text.
 */
export type Visitor = (address: string, needed: boolean) => void;

const ADDRESS = new Set([
  'href',
  'src',
  'poster',
  'action',
  'formaction',
  'data',
  'component-url',
  'renderer-url',
  'before-hydration-url',
]);
const ADDRESS_LIST = new Set(['srcset', 'imagesrcset']);
/** Elements whose content is no markup. */
const RAW = new Set(['script', 'style', 'textarea', 'title']);

const SPACE = 32;
const QUOTE = 34;
const APOSTROPHE = 39;
const SLASH = 47;
const EQUALS = 61;
const MORE = 62;
const BRACE = 123;

/** One letter a byte: all that is looked for is ASCII, and only what is found is decoded. */
const BYTES = 'latin1';
const BEYOND_ASCII = /[^\0-\x7f]/;

/** Visits the addresses in an HTML document (UTF-8), in its order. It runs on every page rendered, so it copies next to nothing. */
export function visitAddresses(document: Uint8Array, visit: Visitor): void {
  const html = Buffer.from(document.buffer, document.byteOffset, document.byteLength).toString(BYTES);
  let at = html.indexOf('<');
  while (at !== -1) {
    const letter = html.charCodeAt(at + 1) | SPACE;
    let next = at + 1;
    if (letter >= 97 && letter <= 122) next = readTag(html, at + 1, visit);
    else if (html.startsWith('!--', at + 1)) next = after(html, '-->', at);
    at = next === -1 ? -1 : html.indexOf('<', next);
  }
}

function after(html: string, end: string, from: number): number {
  const found = html.indexOf(end, from);
  return found === -1 ? -1 : found + end.length;
}

/** Reads a tag, with its content where that is no markup. The position after it, or -1 at the end. */
function readTag(html: string, from: number, visit: Visitor): number {
  const nameEnd = skipName(html, from);
  const inside = readAttributes(html, nameEnd, visit);
  const tag = html.slice(from, nameEnd).toLowerCase();
  if (inside === -1 || !RAW.has(tag)) return inside;
  const end = html.indexOf(`</${tag}`, inside);
  if (tag === 'style') visitStyle(html.slice(inside, end === -1 ? undefined : end), visit);
  return end;
}

/** Reads attributes up to the tag's end, and gives the position after it, or -1 at the end of the document. */
function readAttributes(html: string, from: number, visit: Visitor): number {
  let at = from;
  while (at < html.length) {
    const code = html.charCodeAt(at);
    if (code === MORE) return at + 1;
    if (code <= SPACE || code === SLASH || code === EQUALS) at += 1;
    else {
      const nameEnd = skipName(html, at);
      const equals = skipSpace(html, nameEnd);
      at = html.charCodeAt(equals) === EQUALS ? readValue(html, at, nameEnd, skipSpace(html, equals + 1), visit) : nameEnd;
      if (at === -1) return -1;
    }
  }
  return -1;
}

function skipName(html: string, from: number): number {
  for (let at = from; ; at += 1) {
    const code = html.charCodeAt(at);
    if (!(code > SPACE) || code === EQUALS || code === SLASH || code === MORE) return at;
  }
}

function skipSpace(html: string, from: number): number {
  let at = from;
  while (html.charCodeAt(at) <= SPACE) at += 1;
  return at;
}

/** Reads the value at `from` of the attribute whose name lies before it. The position after it, or -1 at the end. */
function readValue(html: string, name: number, nameEnd: number, from: number, visit: Visitor): number {
  const quote = html.charCodeAt(from);
  const isQuoted = quote === QUOTE || quote === APOSTROPHE;
  const start = isQuoted ? from + 1 : from;
  let end = start;
  if (isQuoted) end = html.indexOf(quote === QUOTE ? '"' : "'", start);
  else while (html.charCodeAt(end) > SPACE && html.charCodeAt(end) !== MORE) end += 1;
  if (end === -1) return -1;
  const first = html.charCodeAt(start);
  if (first === SLASH || first === BRACE) visitAttribute(html.slice(name, nameEnd), html.slice(start, end), visit);
  return isQuoted ? end + 1 : end;
}

function utf8(text: string): string {
  return BEYOND_ASCII.test(text) ? Buffer.from(text, BYTES).toString() : text;
}

function visitAttribute(name: string, bytes: string, visit: Visitor): void {
  const value = utf8(bytes);
  if (ADDRESS.has(name)) visitLocal(decoded(value), true, visit);
  else if (ADDRESS_LIST.has(name))
    for (const one of value.split(/,\s*/)) visitLocal(decoded(one.split(/\s/, 1)[0] ?? ''), true, visit);
  else if (name === 'props')
    for (const [, text = ''] of decoded(value).matchAll(/"(\/[^"\\\s]*)"/g)) visitLocal(text, false, visit);
  else if (name.startsWith('data-')) visitLocal(decoded(value), false, visit);
}

function visitStyle(style: string, visit: Visitor): void {
  for (const [, address = ''] of utf8(style).matchAll(/url\(\s*["']?(\/[^"')\s]*)/g)) visitLocal(address, true, visit);
}

function visitLocal(address: string, needed: boolean, visit: Visitor): void {
  if (address.charCodeAt(0) === SLASH && address.charCodeAt(1) !== SLASH) visit(address, needed);
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', quot: '"', apos: "'", lt: '<', gt: '>' };

function decoded(value: string): string {
  if (!value.includes('&')) return value;
  return value.replace(/&(?:#(\d+)|#[xX]([0-9a-fA-F]+)|(amp|quot|apos|lt|gt));/g, (_, decimal, hex, name) =>
    name
      ? (ENTITIES[name] ?? '')
      : String.fromCodePoint(Math.min(decimal ? Number(decimal) : Number.parseInt(hex, 16), 0x10ffff)),
  );
}

/** An address without query and fragment, percent-decoded: what `pathsFor` maps to files. */
export function addressPath(address: string): string {
  const end = address.search(/[?#]/);
  const path = end === -1 ? address : address.slice(0, end);
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The files that may answer an address path, likeliest first: `/Events` → `Events.html`, `Events`. */
export function pathsFor(path: string): readonly [string, string] {
  if (path === '/') return ['index.html', 'index.html'];
  const plain = path.slice(1);
  return [`${plain}.html`, plain];
}

/** The address paths that a file answers; the opposite of `pathsFor`. */
export function addressesOf(path: string): readonly string[] {
  if (path === 'index.html') return ['/', '/index', '/index.html'];
  return path.endsWith('.html') ? [`/${path.slice(0, -5)}`, `/${path}`] : [`/${path}`];
}
