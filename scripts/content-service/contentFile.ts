import { extname } from 'node:path';
import {
  Composer,
  CST,
  type ErrorCode,
  isAlias,
  isMap,
  isNode,
  isScalar,
  Lexer,
  LineCounter,
  type Node,
  Parser,
  visit,
  type YAMLMap,
  YAMLParseError,
} from 'yaml';
import { isNestedTooDeeply } from '../../src/lib/body.ts';
import { firstLine, whyConflict, whyNoYaml } from '../../src/lib/mistakes.ts';
import { fail, type Result, succeed } from '../../src/lib/result.ts';
import { shorten } from '../../src/lib/shorten.ts';
import { readIdentity } from '../../src/service/schemas/fields.ts';

/** What one content file holds: its items in order, each also as the JSON text that is sent. */
export interface ContentFile {
  readonly items: readonly Item[];
  /** What was probably meant to be read and is not, each in a sentence. */
  readonly lost: readonly string[];
}

export interface Item {
  /** `_id`, else `id`, as text; null when the item names none. */
  readonly id: string | null;
  readonly json: string;
  readonly value: unknown;
}

/** Aliases in a file: to follow each, the library walks through what stands before it. */
const MOST_ALIASES = 1000;

/** The same of anchors and tags: of many before one value, each is compared with all others. */
const MOST_PROPERTIES = 10_000;
/** Characters of the JSON of all items, and of what the aliases of YAML stand for: a list of more is read by nobody. */
const MOST_TEXT = 32 * 1024 * 1024;

/** Words and marks of YAML: to read as many takes about a second, in which a service in the same process answers nobody. */
const MOST_LEXEMES = 750_000;
/** The same of JSON, in keys. */
const MOST_KEYS = 200_000;
/** Lists and maps of YAML, one in the other, and what the library keeps beside them: to read deeper ones it calls itself. */
const DEEPEST = 200;
/** Items of a file: of a list only so many are read in all, and one file must not keep the others out. */
const MOST_ITEMS = 50_000;
/** Fields of an item: what holds more is no content, and each costs time wherever the item goes. */
const MOST_FIELDS = 5000;

/** Texts in comments that are told. */
const MOST_LOST = 20;

/** What reading it would cost nobody wants to pay. */
class TooLarge extends Error {}

const NESTED = 'its items are nested too deeply, or hold themselves.';

const tooMany = (most: number, parts: string) =>
  new TooLarge(`it has more than ${most.toLocaleString('en')} ${parts}; make several files of it.`);

const longText = () => new TooLarge(`its items are more than ${MOST_TEXT / 1024 / 1024} MB of text; make several files of it.`);

function parseJson(text: string): unknown {
  let keys = 0;
  for (const _ of text.matchAll(/"\s*:|\{/g)) keys += 1;
  if (keys > MOST_KEYS) throw tooMany(MOST_KEYS, 'keys and objects');
  return JSON.parse(text);
}

/** Tags that mean something; any other is the beginning of a text. */
const TAG = /^!(?:<|!(?:str|int|float|bool|null|seq|map|set|omap|pairs|binary|timestamp)$)/;

/** A mark, the blanks behind it, and the text that it begins, as one text; null: `lexeme` is none. */
function joined(mark: readonly string[], lexeme: string): readonly string[] | null {
  if (mark.at(-1) === CST.SCALAR) return [CST.SCALAR, mark.slice(0, -1).join('') + lexeme];
  return /^["']/.test(lexeme) ? [lexeme.charAt(0) + mark.join('') + lexeme.slice(1)] : null;
}

/**
 * The lexemes of a text, in which a mark that begins a text is a part of it, as in `title: !No school`, a closure, or
 * `title: &c.`: the library takes it for a tag or an anchor and leaves it out.
 */
function* yamlLexemes(text: string): Generator<string> {
  const aliases = new Set(text.match(/\*[^\s,[\]{}]+/g));
  const isMark = (lexeme: string) =>
    lexeme.startsWith('!') ? !TAG.test(lexeme) : lexeme.startsWith('&') && !aliases.has(`*${lexeme.slice(1)}`);
  let mark: string[] = [];
  for (const lexeme of new Lexer().lex(text)) {
    const both = mark.length > 0 ? joined(mark, lexeme) : null;
    if (!both && mark.length > 0 && (lexeme === CST.SCALAR || /^[ \t]+$/.test(lexeme))) {
      mark.push(lexeme);
      continue;
    }
    // Alone in its line it is all of the text.
    if (!both && mark[0]?.startsWith('!') && /^\r?\n/.test(lexeme)) yield CST.SCALAR;
    yield* both ?? mark;
    mark = !both && isMark(lexeme) ? [lexeme] : [];
    if (!both && mark.length === 0) yield lexeme;
  }
  if (mark[0]?.startsWith('!')) yield CST.SCALAR;
  yield* mark;
}

/** The tokens of a text as far as its first mistake, which is the last of them. */
function* yamlTokens(text: string, lineCounter: LineCounter) {
  const parser = new Parser(lineCounter.addNewLine);
  lineCounter.addNewLine(0);
  let lexemes = 0;
  let properties = 0;
  for (const lexeme of yamlLexemes(text)) {
    lexemes += 1;
    if (lexemes > MOST_LEXEMES) throw tooMany(MOST_LEXEMES, 'words and marks');
    if (/^[&!]/.test(lexeme)) properties += 1;
    if (properties > MOST_PROPERTIES) throw tooMany(MOST_PROPERTIES, 'anchors and tags');
    if (parser.stack.length > DEEPEST) throw new TooLarge(NESTED);
    for (const token of parser.next(lexeme)) {
      yield token;
      if (token.type === 'error') return;
    }
  }
  yield* parser.end();
}

type Located = (code: ErrorCode, message: string, range: readonly [number, number]) => YAMLParseError;

function checkKeys({ items }: YAMLMap, located: Located): void {
  const known = new Set<unknown>();
  for (const { key } of items) {
    if (!isScalar(key)) continue;
    const [start = 0, end = 0] = key.range ?? [];
    if (known.has(key.value)) throw located('DUPLICATE_KEY', 'Map keys must be unique', [start, end]);
    known.add(key.value);
  }
}

/** Keeps a number that is written in another way than programs do: 0412, 9.30 and 007 are not meant as 412, 9.3 and 7. */
function keepWriting(node: Node): void {
  if (isScalar(node) && typeof node.value === 'number' && node.source !== String(node.value)) node.value = node.source;
}

/** What a person wrote as part of a text: a comment of YAML has a blank after its #. */
const WRITTEN = /^[\p{L}\p{N}]/u;

/** Adds in a sentence what of a text is taken for a comment. */
function addLost(node: Node, lines: LineCounter, lost: string[]): void {
  if (!isScalar(node) || node.type !== 'PLAIN' || !WRITTEN.test(node.comment ?? '')) return;
  const { line } = lines.linePos(node.range?.[1] ?? 0);
  lost.push(`"#${shorten(node.comment ?? '', 40)}" in line ${line} is taken for a comment: put the whole text in quotes.`);
}

/** As `parse` of the library, whose own checks of keys and words about mistakes take a time that is quadratic in their number. */
function parseYaml(text: string, lost: string[]): unknown {
  const lineCounter = new LineCounter();
  const located: Located = (code, message, [start, end]) => {
    const { line, col } = lineCounter.linePos(start);
    return new YAMLParseError([start, end], code, `${message} at line ${line}, column ${col}`);
  };
  const composer = new Composer({ uniqueKeys: false });
  const [document, second] = composer.compose(yamlTokens(text, lineCounter), true, text.length);
  const error = document?.errors[0];
  if (error) throw located(error.code, error.message, error.pos);
  if (second) throw located('MULTIPLE_DOCS', 'It holds several documents', [second.range[0], second.range[1]]);
  if (!document) return null;
  const [warning] = document.warnings;
  if (warning) lost.push(whyNoYaml(located(warning.code, warning.message, warning.pos)));
  let aliases = 0;
  /** Characters by anchor, and all that aliases stand for. */
  const anchored = new Map<string, number>();
  let repeated = 0;
  visit(document, (_, node) => {
    if (!isNode(node)) return;
    const [start = 0, end = 0] = node.range ?? [];
    if (isAlias(node)) {
      aliases += 1;
      if (aliases > MOST_ALIASES) throw located('BAD_ALIAS', `There are more than ${MOST_ALIASES} aliases`, [start, end]);
      repeated += anchored.get(node.source) ?? 0;
      if (repeated > MOST_TEXT) throw longText();
      return;
    }
    if (node.anchor) anchored.set(node.anchor, end - start);
    if (isMap(node)) checkKeys(node, located);
    keepWriting(node);
    if (lost.length < MOST_LOST) addLost(node, lineCounter, lost);
  });
  return document.toJS();
}

const READERS: Readonly<Record<string, (text: string, lost: string[]) => unknown>> = {
  '.json': parseJson,
  '.yaml': parseYaml,
  '.yml': parseYaml,
};

export function isContentFile(name: string): boolean {
  return extname(name).toLowerCase() in READERS;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const idOf = (value: unknown): string | null => (isRecord(value) ? readIdentity(value) : null);

function itemsOf(values: readonly unknown[]): Item[] {
  let size = 0;
  return values.map((value) => {
    const json = JSON.stringify(value);
    size += json.length;
    if (size > MOST_TEXT) throw longText();
    return { id: idOf(value), json, value };
  });
}

/** A file whose items hold themselves (an alias of YAML) or nest so deeply that no program can write them down again. */
const TOO_DEEP = fail('unreadable', `it cannot be read: ${NESTED}`);

/** V8 names the line of a mistake in JSON, but not that of a text that ends too early. */
function whyNot(error: unknown, text: string): string {
  if (error instanceof YAMLParseError) return whyNoYaml(error);
  if (error instanceof TooLarge) return error.message;
  const first = firstLine(String(error instanceof Error ? error.message : error));
  return /\bline \d/.test(first) ? `${first}.` : `${first} (line ${text.trimEnd().split('\n').length}).`;
}

/**
 * Reads a content file: an array is a collection, an object one item. An item alone in its file and without an identity
 * is named by the file (`news/fee-notice.yaml` is `fee-notice`), so that an edit does not make it another item.
 */
export function readContentFile(name: string, text: string): Result<ContentFile, 'unreadable'> {
  const conflict = whyConflict(text);
  if (conflict) return fail('unreadable', `it cannot be read: it ${conflict}.`);
  const lost: string[] = [];
  let value: unknown;
  try {
    value = READERS[extname(name).toLowerCase()]?.(text.replace(/^\uFEFF/, ''), lost);
  } catch (error) {
    return fail('unreadable', `it cannot be read: ${whyNot(error, text)}`);
  }
  if (!Array.isArray(value) && !isRecord(value)) {
    return fail('unreadable', 'it cannot be read: it must hold a list of items ([] for none) or one item with its fields.');
  }
  const fileName = name.slice(name.lastIndexOf('/') + 1, name.lastIndexOf('.'));
  if (Array.isArray(value) && value.length > MOST_ITEMS)
    return fail('unreadable', `it cannot be read: ${tooMany(MOST_ITEMS, 'items').message}`);
  const values = Array.isArray(value) ? value : [idOf(value) === null ? { ...value, _id: fileName } : value];
  if (values.some((one) => isRecord(one) && Object.keys(one).length > MOST_FIELDS))
    return fail('unreadable', `it cannot be read: an item has more than ${MOST_FIELDS.toLocaleString('en')} fields.`);
  try {
    const items = itemsOf(values);
    return items.some(({ json }) => isNestedTooDeeply(json)) ? TOO_DEEP : succeed({ items, lost });
  } catch (error) {
    return error instanceof TooLarge ? fail('unreadable', `it cannot be read: ${error.message}`) : TOO_DEEP;
  }
}
