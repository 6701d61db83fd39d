import { resolve } from 'node:path';
import { wordFiles } from '../src/content/plugin.ts';
import { readWords } from '../src/content/read.ts';
import { writeAtomic } from '../src/lib/files.ts';
import { succeed } from '../src/lib/result.ts';
import { print, ROOT, runTool } from './lib/command.ts';
import { makeSchoolFiles } from './school-files/make.ts';

const description = {
  name: 'school-files',
  summary: 'Draws crest, icons, preview and PDFs from the facts of src/content.',
} as const;

await runTool(description, async () => {
  const words = readWords(await wordFiles());
  if (!words.ok) return words;
  const files = await makeSchoolFiles(words.value, ROOT);
  if (!files.ok) return files;
  for (const [path, bytes] of files.value) {
    await writeAtomic(resolve(ROOT, path), bytes);
    print(path);
  }
  return succeed(null);
});
