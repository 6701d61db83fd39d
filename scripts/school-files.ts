import { resolve } from 'node:path';
import { wordFiles } from '../src/content/plugin.ts';
import { readWords } from '../src/content/read.ts';
import { writeAtomic } from '../src/lib/files.ts';
import { succeed } from '../src/lib/result.ts';
import { print, ROOT, runTool, tell } from './lib/command.ts';
import { makeSchoolFiles } from './school-files/make.ts';

const description = {
  name: 'school-files',
  summary: 'Draws crest, icons, preview and PDFs from the facts of src/content.',
} as const;

await runTool(description, async () => {
  const words = readWords(await wordFiles());
  if (!words.ok) return words;
  const made = await makeSchoolFiles(words.value, ROOT);
  if (!made.ok) return made;
  const { files, unprinted } = made.value;
  for (const [path, bytes] of files) {
    await writeAtomic(resolve(ROOT, path), bytes);
    print(path);
  }
  for (const text of unprinted)
    tell(`The PDFs show "${text}" without the letters that their font, Helvetica, does not have: it has Latin ones alone.`);
  return succeed(null);
});
