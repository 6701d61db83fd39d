import { readdirSync, readFileSync } from 'node:fs';
import { readWords } from '../../src/content/read.ts';
import type { Words, WordsName } from '../../src/content/schemas/index.ts';

const FOLDER = new URL('../../src/content/', import.meta.url);

/** The files of the site's words, by name with ending, sorted by code unit. */
export function wordFiles(): string[] {
  return readdirSync(FOLDER)
    .filter((name) => /\.(yaml|md)$/.test(name))
    .sort();
}

/** A file's text as the repository has it. */
export function wordText(file: string): string {
  return readFileSync(new URL(file, FOLDER), 'utf8');
}

/** The words of a YAML file, as the pages get them. */
export function wordsOf<Name extends WordsName>(name: Name): Words<Name> {
  const file = `${name}.yaml`;
  const words = readWords(file, wordText(file));
  if (!words.ok) throw new Error(words.message);
  return words.value as Words<Name>;
}
