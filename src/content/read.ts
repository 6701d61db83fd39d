import { parse, YAMLParseError } from 'yaml';
import { z } from 'zod';
import { whyConflict, whyNoYaml } from '../lib/mistakes.ts';
import { nearestName } from '../lib/nearestName.ts';
import { fail, type Result, succeed } from '../lib/result.ts';
import { namesOf } from './names.ts';
import { fillPlaceholders, namePlaceholders, type Placeholders, placeholdersOf, unknownPlaceholder } from './placeholders.ts';
import { schema, type Words } from './schemas/index.ts';

/** What a JSON Schema says of an object, a list or a choice. */
interface Shape {
  readonly properties?: Readonly<Record<PropertyKey, Shape>>;
  readonly items?: Shape;
  readonly prefixItems?: Readonly<Record<PropertyKey, Shape>>;
  readonly anyOf?: readonly Shape[];
}

/** The fields that are known at a place of the data; none where it is no object. */
function fieldsAt({ properties = {}, items, prefixItems, anyOf = [] }: Shape, path: readonly PropertyKey[]): readonly string[] {
  const [first, ...rest] = path;
  const others = anyOf.flatMap((shape) => fieldsAt(shape, path));
  if (first === undefined) return [...Object.keys(properties), ...others];
  const inner = properties[first] ?? prefixItems?.[first] ?? items;
  return inner ? [...fieldsAt(inner, rest), ...others] : others;
}

const QUOTED = 'A text that begins with { or #, and a number that is a text, stands in quotation marks.';
const KNOWN = 'There are {school}, {shortName}, {town} and the facts of src/content/facts, such as {fees.admission}.';

/** What a field must be, by the schema's name for it. */
const KINDS: Readonly<Record<string, string>> = {
  string: `a text. ${QUOTED}`,
  number: 'a number without commas or words, such as 5000',
  array: 'a list: each entry on a line of its own, after a dash',
  tuple: 'a list: each entry on a line of its own, after a dash',
  object: 'fields with their values; a Markdown file begins with them, between two lines --- and without a byte order mark',
};

type Reason = 'no-schema' | 'not-yaml' | 'wrong-words';

/** The YAML between the two lines at a Markdown file's head. */
const FRONTMATTER = /^---\r?\n([\s\S]*?)\r?\n---\r?$/m;

function fill(value: unknown, known: Placeholders): unknown {
  return JSON.parse(JSON.stringify(value), (_, inner) => (typeof inner === 'string' ? fillPlaceholders(inner, known) : inner));
}

function parseFile(file: string, text: string): Result<unknown, 'not-yaml'> {
  if (text.includes('\uFFFD')) return fail('not-yaml', `${file}: is not written in UTF-8; save it with that encoding`);
  const conflict = whyConflict(text);
  if (conflict) return fail('not-yaml', `${file}: ${conflict}`);
  try {
    return succeed(parse(file.endsWith('.md') ? (FRONTMATTER.exec(text)?.[1] ?? '') : text));
  } catch (error) {
    if (!(error instanceof YAMLParseError)) throw error;
    const hint = /:\s*\{[\w.]+\}/.test(text) ? ` ${QUOTED}` : '';
    return fail('not-yaml', `${file}: not readable as YAML, ${whyNoYaml(error)}${hint}`);
  }
}

type Issue = NonNullable<ReturnType<typeof schema.safeParse>['error']>['issues'][number];

/** Where a value may have several shapes: what keeps it from the one that it comes closest to. */
function nearest(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue];
  const [closest = []] = issue.errors.toSorted((a, b) => a.length - b.length);
  return closest.flatMap((inner) => nearest({ ...inner, path: [...issue.path, ...inner.path] }));
}

function unknownFields(unknown: readonly string[], known: readonly string[]): string {
  const suggestions = unknown.flatMap((field) => nearestName(field, known) ?? []);
  const hint = suggestions.length > 0 ? ` (${suggestions.length > 1 ? 'are' : 'is'} ${suggestions.join(', ')} meant?)` : '';
  return `${unknown.map((field) => `"${field}"`).join(', ')} ${unknown.length > 1 ? 'are' : 'is'} not known here${hint}`;
}

/** What is wrong, in the words of a person who edits a file. */
function wordsOf(issue: Issue, known: Shape): string {
  if (issue.code === 'unrecognized_keys') return unknownFields(issue.keys, fieldsAt(known, issue.path));
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'is missing';
  const kind = issue.code === 'invalid_type' && KINDS[issue.expected];
  if (kind) return `must be ${kind}`;
  return issue.message;
}

/** What some files hold: those of this folder by name, those of a folder in it below its name. */
function readFiles(
  files: Iterable<readonly [file: string, text: string]>,
  known: Placeholders | null,
): Result<Record<string, unknown>, Reason> {
  const found: Record<string, unknown> = {};
  const facts: Record<string, unknown> = {};
  for (const [file, text] of files) {
    const [name = '', folder] = file
      .replace(/\.\w+$/, '')
      .split('/')
      .reverse();
    const shape: object = folder === undefined ? schema.shape : schema.shape.facts.shape;
    if (!Object.hasOwn(shape, name)) {
      return fail('no-schema', `${file}: no schema has this name. Add it to src/content/schemas/index.ts, or rename the file.`);
    }
    const parsed = parseFile(file, text);
    if (!parsed.ok) return parsed;
    const unknown = known && unknownPlaceholder(text, known);
    if (unknown) return fail('wrong-words', `${file}: ${unknown} stands for nothing. ${KNOWN}`);
    (folder === undefined ? found : facts)[name] = known ? fill(parsed.value, known) : parsed.value;
  }
  return succeed({ ...found, facts });
}

/**
 * Reads the site's words. `files`: texts by path with ending; the name chooses the schema.
 * Fails with one line that names each file and field that is wrong: `site.yaml: phones.1: must be …`.
 */
export function readWords(files: ReadonlyMap<string, string>): Result<Words, Reason> {
  const { facts: ofFacts = [], pages: ofPages = [] } = Object.groupBy(files, ([file]) =>
    file === 'site.yaml' || file.startsWith('facts/') ? 'facts' : 'pages',
  );
  const factFiles = readFiles(ofFacts, namePlaceholders(namesOf(files.get('site.yaml') ?? '')));
  if (!factFiles.ok) return factFiles;
  const facts = schema.pick({ site: true, facts: true }).safeParse(factFiles.value);
  // Facts that are not as they should be are told below with all that is wrong.
  const rest = readFiles(ofPages, facts.success ? placeholdersOf(facts.data) : null);
  if (!rest.ok) return rest;
  const read = schema.safeParse({ ...rest.value, ...factFiles.value }, { reportInput: true });
  if (read.success) return succeed(read.data);
  const known = z.toJSONSchema(schema, { io: 'input' }) as Shape;
  const issues = read.error.issues.flatMap(nearest).map((issue) => {
    const [name = '', ...field] = issue.path;
    const path = name === 'facts' ? `facts/${String(field.shift())}` : String(name);
    const file = files.keys().find((key) => key.replace(/\.\w+$/, '') === path) ?? path;
    return `${file}: ${field.length > 0 ? field.join('.') : 'the file'}: ${wordsOf(issue, known)}`;
  });
  return fail('wrong-words', issues.join('; '));
}
