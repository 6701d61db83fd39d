/** Records what rebuilds did, page by page, and explains the last one. */
import { join } from 'node:path';
import { readChecksummed, toChecksummed, writeAtomicSync } from '../lib/files.ts';
import type { Explanation, Reason } from './api.ts';
import type { Draft } from './rebuild.ts';
import type { State } from './state.ts';
import type { PageKey, QueryKey } from './types.ts';

interface RecordedRebuild {
  readonly release: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly rendered: readonly (readonly [PageKey, Reason])[];
  /** Why every other page was rendered; null: they were not. */
  readonly others: Reason | null;
}

interface History {
  /** Queries that had another answer in the last rebuild. */
  readonly changed: readonly QueryKey[];
  /** Newest first. */
  readonly rebuilds: readonly RecordedRebuild[];
}

/**
 * Pages by name that earlier rebuilds may hold together. The record is written as a whole after each rebuild: bounded, it
 * follows the change and not the size of the site.
 */
const MOST_EARLIER_PAGES = 300;
const MOST_EARLIER_REBUILDS = 100;

const fileIn = (cacheDir: string) => join(cacheDir, 'last-rebuild');

/** Null: none, a damaged one, or one of an older version. */
function readHistory(cacheDir: string): History | null {
  const read = readChecksummed(fileIn(cacheDir));
  return typeof read === 'object' && read !== null && 'rebuilds' in read ? (read as History) : null;
}

/** A rebuild of every page names only those that were rendered for another reason than the first. */
function rebuildOf(release: string, at: number, { reasons, pages }: Draft): RecordedRebuild {
  const [first] = reasons.values();
  const others = first && reasons.size === pages.length ? first : null;
  const text = JSON.stringify(others);
  const rendered = [...reasons].filter(([, reason]) => others === null || JSON.stringify(reason) !== text);
  return { release, at, rendered, others };
}

/** The earlier rebuilds that say more of some page than later ones do. */
function worthKeeping(last: RecordedRebuild, earlier: readonly RecordedRebuild[]): RecordedRebuild[] {
  const kept: RecordedRebuild[] = [];
  let pages = 0;
  let isWhole = last.others !== null;
  for (const rebuild of earlier) {
    pages += rebuild.rendered.length;
    if (isWhole || pages > MOST_EARLIER_PAGES || kept.length === MOST_EARLIER_REBUILDS) return kept;
    isWhole = rebuild.others !== null;
    if (isWhole || rebuild.rendered.length > 0) kept.push(rebuild);
  }
  return kept;
}

/** Writes down why each page was rendered. */
export function recordRebuild(cacheDir: string, release: string, at: number, draft: Draft): void {
  const last = rebuildOf(release, at, draft);
  const earlier = worthKeeping(last, readHistory(cacheDir)?.rebuilds ?? []);
  const history: History = { changed: draft.changedQueries, rebuilds: [last, ...earlier] };
  writeAtomicSync(fileIn(cacheDir), toChecksummed(history));
}

const CAUSES: Readonly<Record<Exclude<Reason['kind'], 'answers'>, string>> = {
  clean: 'a clean build renders every page.',
  code: 'the code or a setting that reaches pages changed.',
  new: 'nothing was known of the page.',
  damaged: 'a file of it was damaged or missing.',
};

function causeOf(reason: Reason): string {
  return reason.kind === 'answers' ? `another answer to ${reason.queries.join(', ')}.` : CAUSES[reason.kind];
}

function reasonIn({ rendered, others }: RecordedRebuild, key: PageKey): Reason | null {
  return rendered.find(([page]) => page === key)?.[1] ?? others;
}

/** The last time at which a page was rendered, of the rebuilds given; null: longer ago. */
function lastRendered(rebuilds: readonly RecordedRebuild[], key: PageKey): Explanation['lastRendered'] {
  for (const rebuild of rebuilds) {
    const reason = reasonIn(rebuild, key);
    if (reason) return { release: rebuild.release, at: rebuild.at, cause: causeOf(reason) };
  }
  return null;
}

/** What is known of a page and of the last rebuild; null when there is no such page. */
export function explainPage(cacheDir: string, state: State, key: PageKey): Explanation | null {
  const page = state.pages.get(key);
  const history = readHistory(cacheDir);
  const last = history?.rebuilds[0];
  if (!page || !last) return null;
  const reason = reasonIn(last, key);
  const changed = new Set(history.changed);
  return {
    page: key,
    release: last.release,
    at: last.at,
    rendered: reason !== null,
    reason,
    why: reason ? `Rendered: ${causeOf(reason)}` : 'Not rendered: no answer to its queries changed.',
    lastRendered: lastRendered(history.rebuilds, key),
    queries: page.queries.map(({ text, digest, inputs }) => ({ query: text, digest, inputs, changed: changed.has(text) })),
    files: page.files.map(({ path }) => path),
  };
}
