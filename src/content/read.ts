import { basename } from 'node:path';
import { parse, YAMLParseError } from 'yaml';
import type { z } from 'zod';
import { fail, type Result, succeed } from '../lib/result.ts';
import { schemas, type WordsName } from './schemas/index.ts';

type Reason = 'no-schema' | 'not-yaml' | 'wrong-words';

function isKnown(name: string): name is WordsName {
  return Object.hasOwn(schemas, name);
}

/** `phones.1: must be …`: every issue with the path of its field. */
function issuesOf(error: z.ZodError): string {
  return error.issues.map((issue) => `${issue.path.length > 0 ? issue.path.join('.') : 'the file'}: ${issue.message}`).join('; ');
}

/**
 * Reads one file of the site's words. `file` names it in messages, and its name chooses the schema.
 * Fails with one line that names the file and each wrong field.
 */
export function readWords(file: string, text: string): Result<unknown, Reason> {
  const name = basename(file).replace(/\.(yaml|md)$/, '');
  if (!isKnown(name)) {
    return fail('no-schema', `${file}: no schema has this name. Add it to src/content/schemas/index.ts, or rename the file.`);
  }
  let data: unknown;
  try {
    data = parse(file.endsWith('.md') ? frontmatterOf(text) : text);
  } catch (error) {
    if (!(error instanceof YAMLParseError)) throw error;
    return fail('not-yaml', `${file}: not readable as YAML, ${error.message.split('\n', 1)[0]}`);
  }
  const read = schemas[name].safeParse(data);
  return read.success ? succeed(read.data) : fail('wrong-words', `${file}: ${issuesOf(read.error)}`);
}

/** The YAML between the two `---` lines at a Markdown file's head; empty without them. */
function frontmatterOf(text: string): string {
  return /^---\r?\n([\s\S]*?)\r?\n---\r?$/m.exec(text)?.[1] ?? '';
}
