/** Rich text of the content service, reduced to what an article needs. Loading the library costs start time: import this lazily. */

import { Parser } from 'htmlparser2';
import sanitizeHtml from 'sanitize-html';
import { readLink, readText } from './fields.ts';

const INLINE = new Set(['strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'a']);
/** Blocks that hold text and inline elements only. */
const TEXT_BLOCKS = new Set(['p', 'h3', 'h4', 'caption']);
/** Blocks that hold text and other blocks. */
const FLOW_BLOCKS = new Set(['div', 'blockquote', 'li', 'th', 'td']);
/** The parents of the elements that stand nowhere else. */
const PARENTS: Readonly<Record<string, readonly string[]>> = {
  li: ['ul', 'ol'],
  caption: ['table'],
  thead: ['table'],
  tbody: ['table'],
  tr: ['thead', 'tbody'],
  th: ['tr'],
  td: ['tr'],
};
/** What stands in the cell that heads a row or column in place of elements that HTML does not allow there, as it is a heading itself. */
const INSTEAD_IN_TH: Readonly<Record<string, string>> = { h3: 'p', h4: 'p', blockquote: 'div' };
/** The child that is made for what must not stand directly in a list or table. */
const WRAPPERS: Readonly<Record<string, string>> = { ul: 'li', ol: 'li', table: 'tbody', thead: 'tr', tbody: 'tr', tr: 'td' };

type Attributes = Readonly<Record<string, string>>;

interface Block {
  readonly tag: string;
  /** Written before the first content; null once it is. A block without content is left out. */
  start: string | null;
  /** Tags of its children so far. */
  readonly children: string[];
  /** Made to hold its content: ends where something comes that does not belong in it. */
  readonly isWrapper: boolean;
}

interface Inline {
  readonly tag: string;
  readonly start: string;
}

function startTag(tag: string, attributes: Attributes): string {
  return `<${tag}${Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('')}>`;
}

const holdsText = ({ tag }: Block) => TEXT_BLOCKS.has(tag) || FLOW_BLOCKS.has(tag);

/** Whether an element may come next in a block. In a table the caption comes first, then one head, then bodies. */
function admits(block: Block, tag: string): boolean {
  const parents = PARENTS[tag];
  if (!parents) return FLOW_BLOCKS.has(block.tag);
  if (!parents.includes(block.tag)) return false;
  if (tag === 'caption') return block.children.length === 0;
  return tag !== 'thead' || block.children.every((child) => child === 'caption');
}

/** Puts elements where HTML allows them and closes them, so that they change nothing that follows. */
class Writer {
  html = '';
  readonly #root: Block = { tag: 'div', start: null, children: [], isWrapper: false };
  /** Open blocks below the root, from the outside in. */
  readonly #blocks: Block[] = [];
  /** Inline elements that the text is in; the first `#written` of them are open in the innermost block. */
  readonly #inline: Inline[] = [];
  #written = 0;

  get #innermost(): Block {
    return this.#blocks.at(-1) ?? this.#root;
  }

  /** Takes what `openBlock` or `openInline` gave. */
  close(element: Block | Inline | null): void {
    const position = (open: readonly (Block | Inline | null)[]) => open.indexOf(element);
    const inline = position(this.#inline);
    if (inline >= 0) {
      this.#suspendInline(inline);
      this.#inline.splice(inline, 1);
    }
    const block = position(this.#blocks);
    while (block >= 0 && this.#blocks.length > block) this.#closeInnermost();
  }

  /** Null for an element that changes nothing. */
  openInline(tag: string, attributes: Attributes): Inline | null {
    const outer = this.#inline.find((open) => open.tag === tag);
    if (tag !== 'a' && outer) return null;
    if (tag === 'a' && attributes.href === undefined) return null;
    // A link ends where the next one begins.
    if (outer) this.close(outer);
    const inline = { tag, start: startTag(tag, attributes) };
    this.#inline.push(inline);
    return inline;
  }

  /** Null for an element that cannot stand here: its content does. */
  openBlock(tag: string, attributes: Attributes): Block | null {
    const instead = INSTEAD_IN_TH[tag];
    if (instead !== undefined && this.#blocks.some((open) => open.tag === 'th')) return this.openBlock(instead, {});
    if (!this.#admit(tag)) return PARENTS[tag] ? this.openBlock('div', {}) : null;
    if (tag === 'hr') {
      this.#begin();
      this.html += '<hr />';
      return null;
    }
    const block = this.#push(tag, attributes, false);
    // An empty cell keeps the others in their columns.
    if (tag === 'td' || tag === 'th') this.#begin();
    return block;
  }

  text(text: string): void {
    if (text.trim() === '') {
      this.space(text);
      return;
    }
    while (!holdsText(this.#innermost)) this.#wrap();
    this.#begin();
    for (const { start } of this.#inline.slice(this.#written)) this.html += start;
    this.#written = this.#inline.length;
    this.html += text;
  }

  /** What shows nothing by itself: no element is written for it. */
  space(text: string): void {
    if (holdsText(this.#innermost) && this.#innermost.start === null) this.html += text;
  }

  /** Closes and makes blocks until the innermost one admits an element; false when none does. */
  #admit(tag: string): boolean {
    this.#suspendInline(0);
    while (!admits(this.#innermost, tag)) {
      const { tag: around, isWrapper } = this.#innermost;
      const wrapper = WRAPPERS[around];
      const canEnd = PARENTS[tag] ? isWrapper : around !== 'caption' && TEXT_BLOCKS.has(around);
      if (canEnd) this.#closeInnermost();
      else if (!wrapper || PARENTS[tag]?.includes(wrapper) === false) return false;
      else this.#wrap();
    }
    return true;
  }

  #wrap(): void {
    const tag = WRAPPERS[this.#innermost.tag];
    if (tag) this.#push(tag, {}, true);
  }

  #push(tag: string, attributes: Attributes, isWrapper: boolean): Block {
    const block: Block = { tag, start: startTag(tag, attributes), children: [], isWrapper };
    this.#blocks.push(block);
    return block;
  }

  /** Writes the start tags of the open blocks. */
  #begin(): void {
    let parent = this.#root;
    for (const block of this.#blocks) {
      if (block.start !== null) {
        this.html += block.start;
        block.start = null;
        parent.children.push(block.tag);
      }
      parent = block;
    }
  }

  #closeInnermost(): void {
    this.#suspendInline(0);
    const block = this.#blocks.pop();
    if (block?.start === null) this.html += `</${block.tag}>`;
  }

  /** Closes the inline elements from `from` on; those still meant are opened again before the next text. */
  #suspendInline(from: number): void {
    while (this.#written > from) {
      this.#written -= 1;
      this.html += `</${this.#inline[this.#written]?.tag}>`;
    }
  }
}

/** HTML with the same text in which every element is closed and stands where it may. Empty elements but cells are left out. */
function arrangeElements(html: string): string {
  const writer = new Writer();
  const open: ReturnType<Writer['openBlock'] | Writer['openInline']>[] = [];
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        if (tag === 'br') writer.space('<br />');
        open.push(tag === 'br' ? null : INLINE.has(tag) ? writer.openInline(tag, attributes) : writer.openBlock(tag, attributes));
      },
      onclosetag: () => writer.close(open.pop() ?? null),
      ontext: (text) => writer.text(text),
    },
    // Text and values are written as they are. Every element is closed by now: none ends where another begins.
    { decodeEntities: false, xmlMode: true },
  );
  parser.end(html);
  return writer.html;
}

/** Rows or columns that a cell spans. HTML has at most 1,000 columns. */
const SPAN = /^[1-9]\d{0,2}$/;

/** A cell without the spans that are no numbers; attributes that are not allowed are dropped later. */
const cell: sanitizeHtml.Transformer = (tagName, attribs) => ({
  tagName,
  attribs: Object.fromEntries(Object.entries(attribs).filter(([, value]) => SPAN.test(value))),
});

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: [...['br', 'hr', 'ul', 'ol', 'table'], ...INLINE, ...TEXT_BLOCKS, ...FLOW_BLOCKS, ...Object.keys(PARENTS)],
  allowedAttributes: { a: ['href', 'rel'], th: ['colspan', 'rowspan'], td: ['colspan', 'rowspan'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nestingLimit: 40,
  transformTags: {
    // The page has its own h1 and h2.
    h1: 'h3',
    h2: 'h3',
    h5: 'h4',
    h6: 'h4',
    td: cell,
    th: cell,
    a: (_tag, { href }) => {
      const address = readLink(href);
      // Without an address only its text is kept.
      const attribs: sanitizeHtml.Attributes = address === null ? {} : { href: address, rel: 'noopener' };
      return { tagName: 'a', attribs };
    },
  },
};

const ANY_TAG = /<[a-z/!]/i;

/**
 * Elements inside each other beyond which markup means nothing: parsing takes a time that grows with the square of them, minutes
 * for a megabyte of tags that are never closed.
 */
const DEEPEST = 1000;
/** Code units that are parsed before the depth is looked at. */
const STEP = 4096;
const TAG = /<[^<>]*>/g;

/** HTML as it is, or its text alone where elements stand too deep inside each other. */
function withoutDepths(html: string): string {
  let depth = 0;
  let deepest = 0;
  const parser = new Parser({
    onopentag() {
      depth += 1;
      deepest = Math.max(deepest, depth);
    },
    onclosetag() {
      depth -= 1;
    },
  });
  for (let at = 0; at < html.length; at += STEP) {
    parser.write(html.slice(at, at + STEP));
    if (deepest > DEEPEST) return html.replace(TAG, '').replaceAll('<', '&lt;');
  }
  return html;
}

/** Well-formed HTML without script, style, pictures, frames, classes and unsafe links. A text without any tag becomes paragraphs. */
export function sanitiseRichText(html: string): string {
  // Once more as text: an entity may stand for a character that HTML forbids.
  const clean = arrangeElements(readText(sanitizeHtml(withoutDepths(html), OPTIONS))).trim();
  if (!clean || ANY_TAG.test(clean)) return clean;
  const paragraphs = clean.split(/\n\s*\n/).map((paragraph) => paragraph.trim().split('\n'));
  return paragraphs.map((lines) => `<p>${lines.map((line) => line.trim()).join('<br />')}</p>`).join('');
}
