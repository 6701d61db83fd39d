import { wordFiles } from '../../src/content/plugin.ts';
import { readWords } from '../../src/content/read.ts';
import type { Words } from '../../src/content/schemas/index.ts';
import { type Result, succeed } from '../../src/lib/result.ts';

/** What the drawn files say of the school. */
export type Facts = Words['site'];

/** The facts of `src/content/site.yaml`; fails with one line as the build does. */
export async function readFacts(): Promise<Result<Facts>> {
  const words = readWords(await wordFiles());
  return words.ok ? succeed(words.value.site) : words;
}
