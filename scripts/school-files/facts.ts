import { wordFiles } from '../../src/content/plugin.ts';
import { readWords } from '../../src/content/read.ts';
import type { Words } from '../../src/content/schemas/index.ts';
import type { Result } from '../../src/lib/result.ts';

/** What the drawn files say of the school. */
export type Facts = Words['site'];

/** The facts of `src/content/site.yaml` and of the folder `facts` beside it; fails with one line as the build does. */
export async function readFacts(): Promise<Result<Pick<Words, 'site' | 'facts'>>> {
  return readWords(await wordFiles());
}
