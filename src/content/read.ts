import { parse, YAMLParseError } from 'yaml';
import { meantBy } from '../lib/meantBy.ts';
import { fail, type Result, succeed } from '../lib/result.ts';
import { whyNoYaml } from '../lib/yamlError.ts';
import { fieldsAt } from './fieldsAt.ts';
import { fillNames, type Names, namesOf, unknownName } from './names.ts';
import { schema, type Words } from './schemas/index.ts';

const QUOTED = 'A text that begins with { stands in quotation marks.';

type Reason = 'no-schema' | 'not-yaml' | 'wrong-words';

/** The YAML between the two `---` lines at a Markdown file's head; empty without them. */
function frontmatterOf(text: string): string {
  return /^---\r?\n([\s\S]*?)\r?\n---\r?$/m.exec(text)?.[1] ?? '';
}

/** `value` with each name in its texts filled in. */
function fill(value: unknown, names: Names): unknown {
  if (typeof value === 'string') return fillNames(value, names);
  if (Array.isArray(value)) return value.map((entry) => fill(entry, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, fill(entry, names)]));
}

function parseFile(file: string, text: string): Result<unknown, 'not-yaml'> {
  try {
    return succeed(parse(file.endsWith('.md') ? frontmatterOf(text) : text));
  } catch (error) {
    if (!(error instanceof YAMLParseError)) throw error;
    return fail('not-yaml', `${file}: not readable as YAML, ${whyNoYaml(error)}${/:\s*\{\w+\}/.test(text) ? ` ${QUOTED}` : ''}`);
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
  const meant = unknown.flatMap((field) => meantBy(field, known) ?? []);
  const hint = meant.length > 0 ? ` (${meant.length > 1 ? 'are' : 'is'} ${meant.join(', ')} meant?)` : '';
  return `${unknown.map((field) => `"${field}"`).join(', ')} ${unknown.length > 1 ? 'are' : 'is'} not known here${hint}`;
}

/** What is wrong, in the words of a person who edits a file. */
function wordsOf(issue: Issue): string {
  if (issue.code === 'unrecognized_keys') return unknownFields(issue.keys, fieldsAt(schema, issue.path));
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'is missing';
  if (issue.code === 'invalid_type' && issue.expected === 'string') return `must be a text. ${QUOTED}`;
  return issue.message;
}

/**
 * Reads the site's words. `files`: texts by file name with ending; the name chooses the schema.
 * Fails with one line that names each file and field that is wrong: `site.yaml: phones.1: must be …`.
 */
export function readWords(files: ReadonlyMap<string, string>): Result<Words, Reason> {
  const fileNames = new Map<PropertyKey, string>();
  const found: Record<string, unknown> = {};
  const names = namesOf(files.get('site.yaml') ?? '');
  for (const [file, text] of files) {
    const name = file.replace(/\.\w+$/, '');
    if (!Object.hasOwn(schema.shape, name)) {
      return fail('no-schema', `${file}: no schema has this name. Add it to src/content/schemas/index.ts, or rename the file.`);
    }
    const parsed = parseFile(file, text);
    if (!parsed.ok) return parsed;
    const unknown = unknownName(text);
    if (unknown) return fail('wrong-words', `${file}: ${unknown} is no name. There are {school}, {shortName} and {town}.`);
    found[name] = fill(parsed.value, names);
    fileNames.set(name, file);
  }
  const read = schema.safeParse(found, { reportInput: true });
  if (read.success) return succeed(read.data);
  const issues = read.error.issues.flatMap(nearest).map((issue) => {
    const [name = '', ...field] = issue.path;
    return `${fileNames.get(name) ?? String(name)}: ${field.length > 0 ? field.join('.') : 'the file'}: ${wordsOf(issue)}`;
  });
  return fail('wrong-words', issues.join('; '));
}
