/** Records what the last rebuild did, page by page, and explains it. */
import { join } from 'node:path';
import { readChecksummed, toChecksummed, writeAtomicSync } from '../lib/files.ts';
import type { Explanation, Reason } from './api.ts';
import type { Draft } from './rebuild.ts';
import type { State } from './state.ts';
import type { PageKey, QueryKey } from './types.ts';

interface LastRebuild {
  readonly release: string;
  readonly at: number;
  readonly changed: readonly QueryKey[];
  readonly rendered: readonly (readonly [PageKey, Reason])[];
}

const fileIn = (cacheDir: string) => join(cacheDir, 'last-rebuild');

/** Writes down why each page was rendered. */
export function recordRebuild(cacheDir: string, release: string, at: number, { reasons, changedQueries }: Draft): void {
  const last: LastRebuild = { release, at, changed: changedQueries, rendered: [...reasons] };
  writeAtomicSync(fileIn(cacheDir), toChecksummed(last));
}

const WORDS: Readonly<Record<Exclude<Reason['kind'], 'answers'>, string>> = {
  clean: 'Rendered: a clean build renders every page.',
  code: 'Rendered: the code or a setting that reaches pages changed.',
  new: 'Rendered: nothing was known of the page.',
  damaged: 'Rendered: a file of it was damaged or missing.',
};

function inWords(reason: Reason | null): string {
  if (!reason) return 'Not rendered: no answer to its queries changed.';
  if (reason.kind !== 'answers') return WORDS[reason.kind];
  return `Rendered: another answer to ${reason.queries.join(', ')}.`;
}

/** What is known of a page and of the last rebuild; null when there is no such page. */
export function explainPage(cacheDir: string, state: State, key: PageKey): Explanation | null {
  const page = state.pages.get(key);
  const last = readChecksummed(fileIn(cacheDir)) as LastRebuild | null;
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
    queries: page.queries.map(({ text, digest, inputs }) => ({ query: text, digest, inputs, changed: changed.has(text) })),
    files: page.files.map(({ path }) => path),
  };
}
