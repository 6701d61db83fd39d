import { resolve } from 'node:path';
import { writeAtomic } from '../src/lib/files.ts';
import { fail, succeed } from '../src/lib/result.ts';
import { print, ROOT, runTool } from './lib/command.ts';
import { readFacts } from './school-files/facts.ts';
import { makeSchoolFiles } from './school-files/make.ts';

const description = {
  name: 'school-files',
  summary: 'Draws crest, icons, preview and PDFs from the facts of src/content.',
  options: {},
  positionals: [],
} as const;

await runTool(description, async () => {
  const facts = await readFacts();
  if (!facts.ok) return fail(facts.reason, facts.message);
  const files = await makeSchoolFiles(facts.value, ROOT);
  if (!files.ok) return files;
  for (const [path, bytes] of files.value) {
    await writeAtomic(resolve(ROOT, path), bytes);
    print(path);
  }
  return succeed(null);
});
