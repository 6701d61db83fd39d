/** The parts of a document: what is its own, and what many pages share and is read once. */
import { hash } from 'node:crypto';
import { remembered } from './remembered.ts';
import { encodeText } from './whole-page.ts';

/**
 * Documents are handled as Latin-1 text of their UTF-8 bytes: all that is looked for is ASCII, and neither way costs
 * a decoding. Hashes are made of the bytes.
 */
export const BYTES = 'latin1';

/** What a document's policy and head have to know of a part of it. */
export interface Marks {
  /** Source expressions of the inline scripts and styles. */
  readonly scripts: string[];
  readonly styles: string[];
  /** Attributes of the scripts that stand in files of their own. */
  readonly files: string[];
  /** Origins of the frames that visitors may ask for. */
  readonly frames: string[];
}

/** Markup that pages share. */
export interface SharedMarkup extends Marks {
  readonly bytes: Uint8Array;
}

export interface Part {
  readonly bytes: Uint8Array;
  readonly shared: boolean;
}

/** The style sheet of a `<style>` element, by its start tag and text (Latin-1 of UTF-8). */
export type Sheets = (tag: string, text: string) => { readonly bytes: Uint8Array; readonly source: string };

const DATA_BLOCK = /\stype="(?!module"|text\/javascript")[^"]*"/;
/** What is looked at in a document, found in one pass: a school has thousands. */
const PLACES = /<(script|style)\b([^>]*)>|<!--#(\d+)-->|<astro-island/g;
const FACADE = ' data-embed="';
const LETTER = /[a-z]/i;
const RAW = /^<(script|style)/;
const SEAM = '</style><style>';
const SHEET = /\/\*#(\d+)\*\//g;

/** What stands in rendered markup for the shared markup number `at` of the page. Content cannot forge it: its `<` is escaped. */
export function standIn(at: number): string {
  return `<!--#${at}-->`;
}

/** What stands in a style sheet for the text number `at`. */
export function sheetStandIn(at: number): string {
  return `/*#${at}*/`;
}

function sourceOf(text: string): string {
  return `'sha256-${hash('sha256', Buffer.from(text, BYTES), 'base64')}'`;
}

const scriptSource = remembered(sourceOf);

/** Makes style sheets, each once, in which the given texts have their place again. */
export function createSheets(texts: readonly string[]): Sheets {
  const latin = texts.map((text) => Buffer.from(text).toString(BYTES));
  const made = remembered((element) => {
    const whole = element.replace(SHEET, (standsIn, at) => {
      const sheet = latin[at];
      if (sheet === undefined) throw new Error(`There is no style sheet that ${standsIn} stands in for.`);
      return sheet;
    });
    return { bytes: Buffer.from(`${whole}</style>`, BYTES), source: sourceOf(whole.slice(whole.indexOf('>') + 1)) };
  });
  return (tag, text) => made(tag + text);
}

function originOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).origin : null;
}

function readFrames(html: string, frames: string[]): void {
  for (let at = html.indexOf(FACADE); at !== -1; at = html.indexOf(FACADE, at)) {
    at += FACADE.length;
    frames.push(originOf(html.slice(at, endOf('"', html, at))) ?? "'self'");
  }
}

function endOf(mark: string, html: string, from: number): number {
  const end = html.indexOf(mark, from);
  if (end < 0) throw new Error(`The rendered document has an element without its ${mark}.`);
  return end;
}

/** Where the style sheets end that stand side by side from `from`, and their texts as one: that spares the policy a hash. */
function readStyles(html: string, from: number): { readonly text: string; readonly end: number } {
  let end = endOf('</style>', html, from);
  let text = html.slice(from, end);
  while (html.startsWith(SEAM, end)) {
    const start = end + SEAM.length;
    end = endOf('</style>', html, start);
    text += html.slice(start, end);
  }
  return { text, end: end + '</style>'.length };
}

/** The end of the tag that begins at `from`; the `>` of a value is none. */
function tagEnd(html: string, from: number): number {
  for (let at = from; at < html.length; at += 1) {
    const letter = html.charAt(at);
    if (letter === '>') return at + 1;
    const quote = letter === '=' ? html.charAt(at + 1) : '';
    if (quote === '"' || quote === "'") at = endOf(quote, html, at + 2);
  }
  return html.length;
}

/**
 * Whether `position` lies in the value of an attribute, where Astro leaves `<` as it is: what looks like a tag there is
 * text. A value's quote follows a `=`, so that few documents have to be read for it.
 */
function isInValue(html: string, position: number): boolean {
  const quote = html.lastIndexOf('"', position);
  if (html.charAt(quote - 1) !== '=') return false;
  for (let at = html.indexOf('<'); at < position; at = html.indexOf('<', at)) {
    const [, raw] = RAW.exec(html.slice(at, at + 8)) ?? [];
    const end = LETTER.test(html.charAt(at + 1)) ? tagEnd(html, at) : at + 1;
    if (end > position) return true;
    at = raw ? endOf(`</${raw}>`, html, end) : end;
  }
  return false;
}

/** The bytes of markup that a page shares, whose marks become the page's. */
function addMarkup(marks: Marks, markup: SharedMarkup | undefined): Uint8Array {
  if (!markup) throw new Error('There is no shared markup for what stands in for it.');
  for (const key of ['scripts', 'styles', 'files', 'frames'] as const) marks[key].push(...markup[key]);
  return markup.bytes;
}

/**
 * Reads rendered markup (UTF-8): its parts in their order, without the scripts in files, and what they hold. Throws for
 * an Astro island: its name hashes the folder in which it was compiled, so that no two builds were equal.
 */
export function readParts(
  rendered: Uint8Array,
  shared: readonly SharedMarkup[],
  sheets: Sheets,
): { readonly parts: readonly Part[]; readonly marks: Marks } {
  const html = Buffer.from(rendered.buffer, rendered.byteOffset, rendered.byteLength).toString(BYTES);
  const marks: Marks = { scripts: [], styles: [], files: [], frames: [] };
  const parts: Part[] = [];
  let own = 0;
  const cut = (from: number, to: number, instead?: Uint8Array) => {
    if (from > own) parts.push({ bytes: rendered.subarray(own, from), shared: false });
    if (instead) parts.push({ bytes: instead, shared: true });
    own = to;
    PLACES.lastIndex = to;
  };
  readFrames(html, marks.frames);
  PLACES.lastIndex = 0;
  for (let found = PLACES.exec(html); found; found = PLACES.exec(html)) {
    const [tag, name, attributes = '', number] = found;
    const inside = PLACES.lastIndex;
    if (isInValue(html, found.index)) continue;
    if (name === 'script') {
      const end = endOf('</script>', html, inside);
      if (attributes.includes(' src=')) {
        marks.files.push(attributes);
        cut(found.index, end + '</script>'.length);
      } else if (!DATA_BLOCK.test(attributes)) marks.scripts.push(scriptSource(html.slice(inside, end)));
      PLACES.lastIndex = Math.max(PLACES.lastIndex, end);
    } else if (name === 'style') {
      const { text, end } = readStyles(html, inside);
      const sheet = sheets(tag, text);
      marks.styles.push(sheet.source);
      cut(found.index, end, sheet.bytes);
    } else if (number !== undefined) {
      cut(found.index, inside, addMarkup(marks, shared[Number(number)]));
    } else throw new Error('The page has an island of Astro; islands start by scripts of their own.');
  }
  cut(html.length, html.length);
  return { parts, marks };
}

/** Markup for the pages that share it. */
export function sharedMarkup(markup: string, sheets: Sheets): SharedMarkup {
  const { parts, marks } = readParts(encodeText(markup), [], sheets);
  return { bytes: Buffer.concat(parts.map(({ bytes }) => bytes)), ...marks };
}
