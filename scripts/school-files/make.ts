import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, YAMLParseError } from 'yaml';
import { fillPlaceholders, type Placeholders, placeholdersOf, unknownPlaceholder } from '../../src/content/placeholders.ts';
import type { Words } from '../../src/content/schemas/index.ts';
import { fail, type Result, succeed } from '../../src/lib/result.ts';
import { drawings, favicon, preview, touchIcon } from './drawings.ts';
import { drawPaper, type Paper, paper } from './paper.ts';
import { pageSvg } from './pdf.ts';

/** Folders of documents beside this file, and where in the project their PDFs stand. */
const FOLDERS = { documents: 'public/documents', sample: 'scripts/content-service/content/media' } as const;

function readPaper(file: string, source: string, known: Placeholders): Result<Paper> {
  const unknown = unknownPlaceholder(source, known);
  if (unknown) return fail('wrong-document', `${file}: ${unknown} stands for nothing in src/content.`);
  try {
    const read = paper.safeParse(parse(fillPlaceholders(source, known)));
    if (read.success) return succeed(read.data);
    const wrong = read.error.issues.map(({ path, message }) => `${path.join('.') || 'the file'}: ${message}`);
    return fail('wrong-document', `${file}: ${wrong.join('; ')}`);
  } catch (error) {
    if (!(error instanceof YAMLParseError)) throw error;
    return fail('not-yaml', `${file}: not readable as YAML, ${error.message.split('\n', 1)[0]}`);
  }
}

interface SchoolFiles {
  /** By their path in the project; the same facts give the same bytes. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Texts of which the PDFs' font lacks letters. */
  readonly unprinted: ReadonlySet<string>;
}

/** The files that are drawn from the school's facts. */
export async function makeSchoolFiles(words: Pick<Words, 'site' | 'facts'>, root: string): Promise<Result<SchoolFiles>> {
  const facts = words.site;
  const known = placeholdersOf(words);
  const files = new Map<string, Uint8Array>();
  const unprinted = new Set<string>();
  for (const [path, markup] of Object.entries(drawings(facts.colours))) files.set(`public/${path}`, Buffer.from(markup));
  files.set('public/apple-touch-icon.png', await touchIcon(facts.colours));
  files.set('public/favicon.ico', await favicon(facts.colours));
  files.set('public/social-preview.png', await preview(facts));
  for (const [folder, target] of Object.entries(FOLDERS)) {
    const from = fileURLToPath(new URL(folder, import.meta.url));
    for (const name of (await readdir(from)).filter((entry) => entry.endsWith('.yaml')).sort()) {
      const file = `scripts/school-files/${folder}/${name}`;
      const read = readPaper(file, await readFile(join(from, name), 'utf8'), known);
      if (!read.ok) return read;
      const path = name.replace(/\.yaml$/, '');
      const { pdf, first, unprinted: texts } = await drawPaper(read.value, facts, root);
      for (const text of texts) unprinted.add(text);
      files.set(`${target}/${path}.pdf`, pdf);
      if (read.value.framed) files.set(`public/sheets/${path}.svg`, Buffer.from(pageSvg(first)));
    }
  }
  return succeed({ files, unprinted });
}
