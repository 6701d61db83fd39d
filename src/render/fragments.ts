/** Markup and style sheets that many pages share: each is made, encoded and scanned once. */
import { hash } from 'node:crypto';
import { encodeText } from './encodeText.ts';
import { BYTES, type Findings, noFindings, scanMarkup, styleAddresses } from './scan.ts';

export interface Fragment extends Findings {
  /** UTF-8. */
  readonly bytes: Uint8Array;
}

/** A `<style>` element as pages have it. */
export interface Sheet {
  readonly bytes: Uint8Array;
  /** Its source expression in a policy. */
  readonly source: string;
  readonly addresses: readonly string[];
}

/** The style sheet of a `<style>` element, by its start tag and text (Latin-1 of UTF-8). */
export type Sheets = (tag: string, text: string) => Sheet;

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
  const made = new Map<number, { readonly text: string; readonly value: Value }[]>();
  let count = 0;
  return (text) => {
    const known = made.get(text.length)?.find((candidate) => candidate.text === text);
    if (known) return known.value;
    if (count >= MOST) made.clear();
    count = made.size === 0 ? 1 : count + 1;
    const value = make(text);
    // A copy: a slice of a document would keep all of it.
    made.set(text.length, [...(made.get(text.length) ?? []), { text: Buffer.from(text, BYTES).toString(BYTES), value }]);
    return value;
  };
}

const scriptSource = memoizeText(sourceOf);

/** Makes style sheets, each once, with the given texts in their places. */
export function createSheets(texts: readonly string[]): Sheets {
  const latin = texts.map((text) => Buffer.from(text).toString(BYTES));
  const made = memoizeText((element): Sheet => {
    const whole = element.replace(SHEET, (found, at) => {
      const sheet = latin[at];
      if (sheet === undefined) throw new Error(`There is no style sheet for the placeholder ${found}.`);
      return sheet;
    });
    const text = whole.slice(whole.indexOf('>') + 1);
    return { bytes: Buffer.from(`${whole}</style>`, BYTES), source: sourceOf(text), addresses: styleAddresses(text) };
  });
  return (tag, text) => made(tag + text);
}

/** What rendered markup comes to: its bytes in pieces, without the scripts in files, and what was found in it. */
export function assemble(
  rendered: Uint8Array,
  fragments: readonly Fragment[],
  sheets: Sheets,
): { readonly pieces: readonly Uint8Array[]; readonly findings: Findings } {
  const html = Buffer.from(rendered.buffer, rendered.byteOffset, rendered.byteLength).toString(BYTES);
  const findings = noFindings();
  const pieces: Uint8Array[] = [];
  let copied = 0;
  const replace = (from: number, to: number, bytes?: Uint8Array) => {
    if (from > copied) pieces.push(rendered.subarray(copied, from));
    if (bytes) pieces.push(bytes);
    copied = to;
  };
  scanMarkup(html, {
    script(attributes, from, textFrom, textTo, to) {
      if (attributes.includes(' src=')) {
        findings.files.push(attributes);
        replace(from, to);
      } else if (!DATA_BLOCK.test(attributes)) findings.scripts.push(scriptSource(html.slice(textFrom, textTo)));
    },
    style(tag, text, from, to) {
      const sheet = sheets(tag, text);
      findings.styles.push(sheet.source);
      findings.addresses.push(...sheet.addresses);
      replace(from, to, sheet.bytes);
    },
    placeholder(number, from, to) {
      const fragment = fragments[number];
      if (!fragment) throw new Error('There is no fragment for a placeholder of the page.');
      for (const kind of ['scripts', 'styles', 'files', 'frames', 'addresses'] as const) findings[kind].push(...fragment[kind]);
      replace(from, to, fragment.bytes);
    },
    frame: (address) => findings.frames.push(URL.parse(address)?.origin ?? "'self'"),
    address: (address) => findings.addresses.push(address),
  });
  replace(html.length, html.length);
  return { pieces, findings };
}

export function createFragment(markup: string, sheets: Sheets): Fragment {
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
