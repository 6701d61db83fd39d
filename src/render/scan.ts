/** What rendered markup names: the addresses in its attributes, scripts' data and style sheets, and the origins of its frames. */
import { withoutEntities } from '../lib/entities.ts';
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

const ADDRESS = new Set(['href', 'src', 'poster', 'action', 'formaction', 'data']);
const ADDRESS_LIST = new Set(['srcset', 'imagesrcset']);
/** Attributes whose JSON tells a script which files to ask for. */
const SCRIPT_DATA = new Set(['data-config', 'data-files']);
const FRAME = 'data-embed';

const SPACE = 32;
const QUOTE = 34;
const APOSTROPHE = 39;
const SLASH = 47;
const EQUALS = 61;
const GREATER = 62;
const BRACE = 123;

/** Notes what the attributes from `from` up to the end of the tag name, and gives the position after it. Quicker than by expressions. */
export function scanAttributes(html: string, from: number, findings: Findings): number {
  let at = from;
  while (at < html.length) {
    const code = html.charCodeAt(at);
    if (code === GREATER) return at + 1;
    if (code <= SPACE || code === SLASH || code === EQUALS) at += 1;
    else {
      const nameEnd = nameEndFrom(html, at);
      const equals = skipSpace(html, nameEnd);
      at = html.charCodeAt(equals) === EQUALS ? scanValue(html, at, nameEnd, skipSpace(html, equals + 1), findings) : nameEnd;
    }
  }
  throw new Error('The rendered document has a tag without its end.');
}

export function nameEndFrom(html: string, from: number): number {
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
function scanValue(html: string, nameStart: number, nameEnd: number, from: number, findings: Findings): number {
  const quote = html.charCodeAt(from);
  const isQuoted = quote === QUOTE || quote === APOSTROPHE;
  const start = isQuoted ? from + 1 : from;
  let end = start;
  if (isQuoted) end = endOf(quote === QUOTE ? '"' : "'", html, start);
  else while (html.charCodeAt(end) > SPACE && html.charCodeAt(end) !== GREATER) end += 1;
  const first = html.charCodeAt(start);
  if (first === SLASH || first === BRACE || (nameEnd - nameStart === FRAME.length && html.startsWith(FRAME, nameStart)))
    noteValue(html.slice(nameStart, nameEnd), html.slice(start, end), findings);
  return isQuoted ? end + 1 : end;
}

function noteValue(name: string, bytes: string, { frames, addresses }: Findings): void {
  const add = (address: string) => {
    if (address.charCodeAt(0) === SLASH && address.charCodeAt(1) !== SLASH) addresses.push(address);
  };
  if (ADDRESS.has(name)) add(decoded(bytes));
  else if (ADDRESS_LIST.has(name)) for (const one of decoded(bytes).split(/,\s+/)) add(one.split(/\s/, 1)[0] ?? '');
  else if (name === FRAME) frames.push(URL.parse(decoded(bytes))?.origin ?? "'self'");
  else if (SCRIPT_DATA.has(name) && bytes.startsWith('{'))
    JSON.parse(decoded(bytes), (_key, value: unknown) => {
      if (typeof value === 'string' && isAssetAddress(value)) addresses.push(value);
    });
}

export function endOf(mark: string, html: string, from: number): number {
  const end = html.indexOf(mark, from);
  if (end < 0) throw new Error(`The rendered document has an element without its ${mark}.`);
  return end;
}

export function styleAddresses(text: string): string[] {
  const found = Array.from(decodedBytes(text).matchAll(/url\(\s*["']?(\/[^"')\s]*)/g), ([, address = '']) => address);
  return found.filter((address) => !address.startsWith('//'));
}

const decodedBytes = (text: string): string => (BEYOND_ASCII.test(text) ? Buffer.from(text, BYTES).toString() : text);

const decoded = (bytes: string): string => withoutEntities(decodedBytes(bytes));
