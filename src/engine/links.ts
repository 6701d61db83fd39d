/** Finds the local addresses that a document names. A scanner and no parser: it reads our own well-formed output. */

/** What a document names: `needed` must exist, `mentioned` stands in data for scripts and may be any text. */
export interface Named {
  readonly needed: Set<string>;
  readonly mentioned: Set<string>;
}

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

const SLASH = 47;
const TAG_NAME = /[a-zA-Z][^\s/>]*/y;

/** The addresses in an HTML document that begin with one slash, as written there but with entities decoded. */
export function addressesIn(html: string): Named {
  const named: Named = { needed: new Set(), mentioned: new Set() };
  let at = html.indexOf('<');
  while (at !== -1) {
    TAG_NAME.lastIndex = at + 1;
    const tag = TAG_NAME.exec(html)?.[0];
    let next = at + 1;
    if (tag) next = readTag(html, tag.toLowerCase(), TAG_NAME.lastIndex, named);
    else if (html.startsWith('!--', at + 1)) next = after(html, '-->', at);
    at = next === -1 ? -1 : html.indexOf('<', next);
  }
  return named;
}

function after(html: string, end: string, from: number): number {
  const found = html.indexOf(end, from);
  return found === -1 ? -1 : found + end.length;
}

const RAW = new Set(['script', 'style', 'textarea', 'title']);

/** Reads a tag from behind its name, with its content where that is no markup. The position after it, or -1 at the end. */
function readTag(html: string, tag: string, from: number, named: Named): number {
  const inside = readAttributes(html, from, named);
  if (inside === -1 || !RAW.has(tag)) return inside;
  const end = html.indexOf(`</${tag}`, inside);
  if (tag === 'style') addStyleAddresses(html.slice(inside, end === -1 ? undefined : end), named);
  return end;
}

/** One attribute with its value in either quotes or none, or the tag's end. */
const ATTRIBUTE = /[\s/]*(?:(>)|([^\s=/>]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*)))?)/y;

function readAttributes(html: string, from: number, named: Named): number {
  ATTRIBUTE.lastIndex = from;
  for (;;) {
    const match = ATTRIBUTE.exec(html);
    if (!match) return -1;
    const [, end, name = '', double, single, bare] = match;
    if (end) return ATTRIBUTE.lastIndex;
    const value = double ?? single ?? bare;
    if (value) addAttribute(name, value, named);
  }
}

function addAttribute(name: string, value: string, named: Named): void {
  if (ADDRESS.has(name)) addLocal(decoded(value), named.needed);
  else if (ADDRESS_LIST.has(name))
    for (const candidate of value.split(/,\s/)) addLocal(decoded(candidate.trim().split(/\s/, 1)[0] ?? ''), named.needed);
  else if (name === 'props')
    for (const [, text = ''] of decoded(value).matchAll(/"(\/[^"\\\s]*)"/g)) addLocal(text, named.mentioned);
  else if (name.startsWith('data-')) addLocal(decoded(value), named.mentioned);
}

function addStyleAddresses(style: string, named: Named): void {
  if (!style.includes('url(')) return;
  for (const [, address = ''] of style.matchAll(/url\(\s*["']?(\/[^"')\s]*)/g)) addLocal(address, named.needed);
}

function addLocal(address: string, into: Set<string>): void {
  if (address.charCodeAt(0) === SLASH && address.charCodeAt(1) !== SLASH) into.add(address);
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
