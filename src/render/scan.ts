/** The one pass over rendered markup: what it is made of, what its policy must allow, and the addresses that it names. */
import { isAssetAddress } from '../lib/paths.ts';

/**
 * Markup is scanned as Latin-1 text of its UTF-8 bytes: all that is looked for is ASCII, and neither way costs a decoding.
 * Only what is found is decoded; hashes are made of the bytes.
 */
export const BYTES = 'latin1';
const BEYOND_ASCII = /[^\0-\x7f]/;

/**
 * What a document must know of a piece of its markup: source expressions of the inline scripts and styles, attributes of the
 * scripts that are files of their own, origins of the frames that visitors may ask for.
 */
export interface Findings {
  readonly scripts: string[];
  readonly styles: string[];
  readonly files: string[];
  readonly frames: string[];
  /** Local addresses (that begin with a single slash) which a browser follows or a script asks for. */
  readonly addresses: string[];
}

export const noFindings = (): Findings => ({ scripts: [], styles: [], files: [], frames: [], addresses: [] });

/** Told of what it finds, in the order of the markup. Positions are of bytes. */
export interface ScanVisitor {
  /** A `<script>` element: its attributes, and the ends of its start tag and its text. */
  script(attributes: string, from: number, textFrom: number, textTo: number, to: number): void;
  /** `<style>` elements side by side: the start tag of the first, and their texts as one. */
  style(tag: string, text: string, from: number, to: number): void;
  /** The placeholder of a fragment. */
  placeholder(number: number, from: number, to: number): void;
  frame(address: string): void;
  address(address: string): void;
}

const ADDRESS = new Set(['href', 'src', 'poster', 'action', 'formaction', 'data']);
const ADDRESS_LIST = new Set(['srcset', 'imagesrcset']);
/** Attributes whose JSON tells a script which files to ask for. */
const SCRIPT_DATA = new Set(['data-config', 'data-files']);
const FRAME = 'data-embed';
/** Elements whose content is no markup. */
const RAW = new Set(['script', 'style', 'textarea', 'title']);
const STYLE_SEAM = '</style><style>';
const PLACEHOLDER = /<!--#(\d+)-->/y;

const SPACE = 32;
const EXCLAMATION = 33;
const QUOTE = 34;
const APOSTROPHE = 39;
const SLASH = 47;
const EQUALS = 61;
const GREATER = 62;
const BRACE = 123;

/** What stands in rendered markup for the fragment number `at` of the page. Content cannot forge it: its `<` is escaped. */
export const placeholder = (at: number): string => `<!--#${at}-->`;

/** Scans well-formed markup. Throws for an element without its end and for an island of Astro. */
export function scanMarkup(html: string, visitor: ScanVisitor): void {
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at)) {
    const code = html.charCodeAt(at + 1);
    const letter = code | SPACE;
    if (letter >= 97 && letter <= 122) at = scanElement(html, at, visitor);
    else if (code === EXCLAMATION && html.startsWith('--', at + 2)) at = scanComment(html, at, visitor);
    else at += 1;
  }
}

function scanComment(html: string, from: number, visitor: ScanVisitor): number {
  PLACEHOLDER.lastIndex = from;
  const found = PLACEHOLDER.exec(html);
  if (found) visitor.placeholder(Number(found[1]), from, PLACEHOLDER.lastIndex);
  return found ? PLACEHOLDER.lastIndex : endOf('-->', html, from) + 3;
}

/** Scans a start tag, with its content where that is no markup. The position after it. */
function scanElement(html: string, from: number, visitor: ScanVisitor): number {
  const nameEnd = nameEndFrom(html, from + 1);
  const inside = scanAttributes(html, nameEnd, visitor);
  const tag = html.slice(from + 1, nameEnd);
  // Its name hashes the folder in which it was compiled, so that no two builds would be equal.
  if (tag === 'astro-island') throw new Error('The page has an island of Astro; islands start by scripts of their own.');
  if (!RAW.has(tag)) return inside;
  const closing = `</${tag}>`;
  let textEnd = endOf(closing, html, inside);
  if (tag === 'style') {
    let text = html.slice(inside, textEnd);
    while (html.startsWith(STYLE_SEAM, textEnd)) {
      const next = textEnd + STYLE_SEAM.length;
      textEnd = endOf(closing, html, next);
      text += html.slice(next, textEnd);
    }
    visitor.style(html.slice(from, inside), text, from, textEnd + closing.length);
  } else if (tag === 'script') {
    visitor.script(html.slice(nameEnd, inside - 1), from, inside, textEnd, textEnd + closing.length);
  }
  return textEnd + closing.length;
}

/** Scans attributes up to the end of the tag, and gives the position after it. */
function scanAttributes(html: string, from: number, visitor: ScanVisitor): number {
  let at = from;
  while (at < html.length) {
    const code = html.charCodeAt(at);
    if (code === GREATER) return at + 1;
    if (code <= SPACE || code === SLASH || code === EQUALS) at += 1;
    else {
      const nameEnd = nameEndFrom(html, at);
      const equals = skipSpace(html, nameEnd);
      at = html.charCodeAt(equals) === EQUALS ? scanValue(html, at, nameEnd, skipSpace(html, equals + 1), visitor) : nameEnd;
    }
  }
  throw new Error('The rendered document has a tag without its end.');
}

function nameEndFrom(html: string, from: number): number {
  for (let at = from; ; at += 1) {
    const code = html.charCodeAt(at);
    if (!(code > SPACE) || code === EQUALS || code === SLASH || code === GREATER) return at;
  }
}

function skipSpace(html: string, from: number): number {
  let at = from;
  while (html.charCodeAt(at) <= SPACE) at += 1;
  return at;
}

/** Scans the value at `from` of the attribute whose name lies before it. The position after it. */
function scanValue(html: string, name: number, nameEnd: number, from: number, visitor: ScanVisitor): number {
  const quote = html.charCodeAt(from);
  const isQuoted = quote === QUOTE || quote === APOSTROPHE;
  const start = isQuoted ? from + 1 : from;
  let end = start;
  if (isQuoted) end = endOf(quote === QUOTE ? '"' : "'", html, start);
  else while (html.charCodeAt(end) > SPACE && html.charCodeAt(end) !== GREATER) end += 1;
  const first = html.charCodeAt(start);
  if (first === SLASH) visitAddresses(html.slice(name, nameEnd), html.slice(start, end), visitor);
  else if (first === BRACE && SCRIPT_DATA.has(html.slice(name, nameEnd)))
    visitScriptData(decoded(html.slice(start, end)), visitor);
  else if (nameEnd - name === FRAME.length && html.startsWith(FRAME, name)) visitor.frame(decoded(html.slice(start, end)));
  return isQuoted ? end + 1 : end;
}

function visitAddresses(name: string, value: string, visitor: ScanVisitor): void {
  if (ADDRESS.has(name)) visitLocal(decoded(value), visitor);
  else if (ADDRESS_LIST.has(name))
    for (const one of decoded(value).split(/,\s+/)) visitLocal(one.split(/\s/, 1)[0] ?? '', visitor);
}

function visitLocal(address: string, visitor: ScanVisitor): void {
  if (address.charCodeAt(0) === SLASH && address.charCodeAt(1) !== SLASH) visitor.address(address);
}

function visitScriptData(json: string, visitor: ScanVisitor): void {
  JSON.parse(json, (_key, value: unknown) => {
    if (typeof value === 'string' && isAssetAddress(value)) visitor.address(value);
  });
}

export function styleAddresses(text: string): string[] {
  const found = Array.from(decodedBytes(text).matchAll(/url\(\s*["']?(\/[^"')\s]*)/g), ([, address = '']) => address);
  return found.filter((address) => !address.startsWith('//'));
}

export function endOf(mark: string, html: string, from: number): number {
  const end = html.indexOf(mark, from);
  if (end < 0) throw new Error(`The rendered document has an element without its ${mark}.`);
  return end;
}

const decodedBytes = (text: string): string => (BEYOND_ASCII.test(text) ? Buffer.from(text, BYTES).toString() : text);

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', quot: '"', apos: "'", lt: '<', gt: '>' };

function decoded(bytes: string): string {
  const value = decodedBytes(bytes);
  if (!value.includes('&')) return value;
  return value.replace(/&(?:#(\d+)|#[xX]([0-9a-fA-F]+)|(amp|quot|apos|lt|gt));/g, (_, decimal, hex, name) =>
    name
      ? (ENTITIES[name] ?? '')
      : String.fromCodePoint(Math.min(decimal ? Number(decimal) : Number.parseInt(hex, 16), 0x10ffff)),
  );
}
