/**
 * What rendered markup comes to, and what it names: the addresses in its attributes, scripts' data and style sheets, and the origins
 * of its frames. Markup and style sheets that many pages share are made, encoded and scanned once.
 */
import { hash } from 'node:crypto';
import { withoutEntities } from '../lib/entities.ts';
import { isAssetAddress } from '../lib/paths.ts';
import { encodeText } from './encodeText.ts';

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
function scanAttributes(html: string, from: number, findings: Findings): number {
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

function endOf(mark: string, html: string, from: number): number {
  const end = html.indexOf(mark, from);
  if (end < 0) throw new Error(`The rendered document has an element without its ${mark}.`);
  return end;
}

function styleAddresses(text: string): string[] {
  const found = Array.from(decodedBytes(text).matchAll(/url\(\s*["']?(\/[^"')\s]*)/g), ([, address = '']) => address);
  return found.filter((address) => !address.startsWith('//'));
}

const decodedBytes = (text: string): string => (BEYOND_ASCII.test(text) ? Buffer.from(text, BYTES).toString() : text);

const decoded = (bytes: string): string => withoutEntities(decodedBytes(bytes));

export type Fragment = ReturnType<typeof createFragment>;

export type Sheets = ReturnType<typeof createSheets>;

const DATA_BLOCK = /\stype="(?!module"|text\/javascript")[^"]*"/;
const SHEET = /\/\*#(\d+)\*\//g;

/** What stands in a style sheet for the text number `at`. */
export const sheetPlaceholder = (at: number): string => `/*#${at}*/`;

const sourceOf = (text: string): string => `'sha256-${hash('sha256', Buffer.from(text, BYTES), 'base64')}'`;

/** Results kept before all are dropped. With each new highlight the style sheets of all pages change. */
const MOST = 256;

/**
 * `make` for texts (of one letter a byte) that repeat from page to page, made once for each: looked up by length, as
 * comparing is cheaper than hashing.
 */
function memoizeText<Value>(make: (text: string) => Value): (text: string) => Value {
  const known = new Map<number, { readonly text: string; readonly value: Value }[]>();
  let count = 0;
  return (text) => {
    const found = known.get(text.length)?.find((candidate) => candidate.text === text);
    if (found) return found.value;
    if (count >= MOST) known.clear();
    count = known.size === 0 ? 1 : count + 1;
    const value = make(text);
    // A copy: a slice of a document would keep all of it.
    known.set(text.length, [...(known.get(text.length) ?? []), { text: Buffer.from(text, BYTES).toString(BYTES), value }]);
    return value;
  };
}

const scriptSource = memoizeText(sourceOf);

/**
 * Gives what makes the style sheet of a `<style>` element by its start tag and text (Latin-1 of UTF-8), each once, with the given
 * texts in their places: its bytes, its source expression in a policy, and what it names.
 */
export function createSheets(texts: readonly string[]) {
  const latin = texts.map((text) => Buffer.from(text).toString(BYTES));
  return memoizeText((element) => {
    const whole = element.replace(SHEET, (found, at) => {
      const sheet = latin[at];
      if (sheet === undefined) throw new Error(`There is no style sheet for the placeholder ${found}.`);
      return sheet;
    });
    const text = whole.slice(whole.indexOf('>') + 1);
    return { bytes: Buffer.from(`${whole}</style>`, BYTES), source: sourceOf(text), addresses: styleAddresses(text) };
  });
}

/** What stands in rendered markup for the fragment number `at` of the page. Content cannot forge it: its `<` is escaped. */
export const placeholder = (at: number): string => `<!--#${at}-->`;

const PLACEHOLDER = /<!--#(\d+)-->/y;
/** Further elements whose content is no markup. */
const RAW = new Set(['textarea', 'title']);
const STYLE_SEAM = '</style><style>';

/**
 * What rendered markup comes to: its bytes in pieces, without the scripts in files, and what was found in it, in one pass.
 * The markup is well-formed; throws for an element without its end and for an island of Astro.
 */
export function assemble(
  rendered: Uint8Array,
  fragments: readonly Fragment[],
  sheets: Sheets,
): { readonly pieces: readonly Uint8Array[]; readonly findings: Findings } {
  const html = Buffer.from(rendered.buffer, rendered.byteOffset, rendered.byteLength).toString(BYTES);
  const findings: Findings = { scripts: [], styles: [], files: [], frames: [], addresses: [] };
  const pieces: Uint8Array[] = [];
  let copied = 0;
  const replace = (from: number, to: number, bytes?: Uint8Array) => {
    if (from > copied) pieces.push(rendered.subarray(copied, from));
    if (bytes) pieces.push(bytes);
    copied = to;
  };

  /** Takes the placeholder of a fragment, or another comment; the position after it, as below. */
  function takeComment(from: number): number {
    PLACEHOLDER.lastIndex = from;
    const number = PLACEHOLDER.exec(html)?.[1];
    if (number === undefined) return endOf('-->', html, from) + 3;
    const fragment = fragments[Number(number)];
    if (!fragment) throw new Error('There is no fragment for a placeholder of the page.');
    for (const kind of ['scripts', 'styles', 'files', 'frames', 'addresses'] as const) findings[kind].push(...fragment[kind]);
    replace(from, PLACEHOLDER.lastIndex, fragment.bytes);
    return PLACEHOLDER.lastIndex;
  }

  function takeScript(attributes: string, from: number, inside: number): number {
    const textEnd = endOf('</script>', html, inside);
    const end = textEnd + '</script>'.length;
    if (attributes.includes(' src=')) {
      findings.files.push(attributes);
      replace(from, end);
    } else if (!DATA_BLOCK.test(attributes)) findings.scripts.push(scriptSource(html.slice(inside, textEnd)));
    return end;
  }

  /** `<style>` elements side by side become one. */
  function takeStyles(from: number, inside: number): number {
    let textEnd = endOf('</style>', html, inside);
    let text = html.slice(inside, textEnd);
    while (html.startsWith(STYLE_SEAM, textEnd)) {
      const next = textEnd + STYLE_SEAM.length;
      textEnd = endOf('</style>', html, next);
      text += html.slice(next, textEnd);
    }
    const { bytes, source, addresses } = sheets(html.slice(from, inside) + text);
    findings.styles.push(source);
    findings.addresses.push(...addresses);
    replace(from, textEnd + '</style>'.length, bytes);
    return copied;
  }

  /** Takes a start tag, with its content where that is no markup. */
  function takeElement(from: number): number {
    const nameEnd = nameEndFrom(html, from + 1);
    const inside = scanAttributes(html, nameEnd, findings);
    const tag = html.slice(from + 1, nameEnd);
    // Its name hashes the folder in which it was compiled, so that no two builds would be equal.
    if (tag === 'astro-island') throw new Error('The page has an island of Astro; islands start by scripts of their own.');
    if (tag === 'script') return takeScript(html.slice(nameEnd, inside - 1), from, inside);
    if (tag === 'style') return takeStyles(from, inside);
    return RAW.has(tag) ? endOf(`</${tag}>`, html, inside) : inside;
  }

  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at)) {
    const letter = html.charCodeAt(at + 1) | 32;
    if (letter >= 97 && letter <= 122) at = takeElement(at);
    else if (html.startsWith('!--', at + 1)) at = takeComment(at);
    else at += 1;
  }
  replace(html.length, html.length);
  return { pieces, findings };
}

export function createFragment(markup: string, sheets: Sheets) {
  const { pieces, findings } = assemble(encodeText(markup), [], sheets);
  return { bytes: Buffer.concat(pieces), ...findings };
}

/**
 * Gives the fragment of what `render` gives, rendered once for each object and variant of it: fragments are kept by what they
 * were made of, and go when that goes.
 */
export function createFragmentCache(sheets: Sheets) {
  const fragments = new WeakMap<object, Map<string, Promise<Fragment>>>();
  return (owner: object, variant: string, render: () => Promise<string>): Promise<Fragment> => {
    const known = fragments.get(owner) ?? new Map<string, Promise<Fragment>>();
    fragments.set(owner, known);
    const fragment = known.get(variant) ?? render().then((html) => createFragment(html, sheets));
    known.set(variant, fragment);
    return fragment;
  };
}
