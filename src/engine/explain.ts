/** Keeps what the last rebuild did, page by page, and says it in words. */
import { join } from 'node:path';
import type { Explanation, Reason } from './api.ts';
import { readIfThere, sealed, unsealed, writeWhole } from './files.ts';
import type { Outcome } from './rebuild.ts';
import type { State } from './state.ts';
import type { PageKey, Question } from './types.ts';

interface LastRebuild {
  readonly release: string;
  readonly at: number;
  readonly changed: readonly Question[];
  readonly rendered: readonly (readonly [PageKey, Reason])[];
}

const fileIn = (cacheDir: string) => join(cacheDir, 'last-rebuild');

/** Writes down why each page was rendered. */
export function noteRebuild(cacheDir: string, release: string, at: number, { reasons, changedQuestions }: Outcome): void {
  writeWhole(fileIn(cacheDir), sealed({ release, at, changed: changedQuestions, rendered: [...reasons] } satisfies LastRebuild));
}

function readLast(cacheDir: string): LastRebuild | null {
  try {
    const bytes = readIfThere(fileIn(cacheDir));
    return bytes && (unsealed(bytes.subarray(0, -1)) as LastRebuild | null);
  } catch {
    return null;
  }
}

const WORDS: Readonly<Record<Exclude<Reason['kind'], 'answers'>, string>> = {
  clean: 'Rendered: a clean build renders every page.',
  code: 'Rendered: the code or a setting that reaches pages changed.',
  new: 'Rendered: nothing was known of the page.',
  damaged: 'Rendered: a file of it was damaged or missing.',
};

function inWords(reason: Reason | null): string {
  if (!reason) return 'Not rendered: no answer to its questions changed.';
  if (reason.kind !== 'answers') return WORDS[reason.kind];
  return `Rendered: another answer to ${reason.questions.join(', ')}.`;
}

/** What is known of a page and of the last rebuild; null when there is no such page. */
export function explainPage(cacheDir: string, state: State, key: PageKey): Explanation | null {
  const page = state.pages.get(key);
  const last = readLast(cacheDir);
  if (!page || !last) return null;
  const reason = last.rendered.find(([rendered]) => rendered === key)?.[1] ?? null;
  const changed = new Set(last.changed);
  return {
    page: key,
    release: last.release,
    at: last.at,
    rendered: reason !== null,
    reason,
    why: inWords(reason),
    questions: page.questions.map(({ text, digest, inputs }) => ({ question: text, digest, inputs, changed: changed.has(text) })),
    files: page.files.map(({ path }) => path),
  };
}
