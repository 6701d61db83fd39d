/** How every target is brought up to date with a release: what it lacks, and the order in which it takes that up. */
import { createYieldToEventLoop } from '../lib/eventLoop.ts';
import type { Result } from '../lib/result.ts';

interface Named {
  readonly path: string;
}

/** What a target lacks of a release. */
export interface Difference<File extends Named> {
  /** New files, and those with other bytes. */
  readonly changed: readonly File[];
  /** Paths. */
  readonly removed: readonly string[];
}

/**
 * Plans an update. `files`: those of the release that the target may lack; `held`: the digest of what it holds in a file's
 * place, undefined for nothing and empty for unknown bytes; `others`: what it holds besides, which goes.
 */
export async function planUpdate<File extends Named & { readonly digest: string }>(
  files: Iterable<File>,
  held: (file: File) => string | undefined,
  others: Iterable<string>,
): Promise<{ changed: File[]; removed: string[] }> {
  const yieldToEventLoop = createYieldToEventLoop();
  const changed: File[] = [];
  for (const file of files) {
    if (held(file) !== file.digest) changed.push(file);
    await yieldToEventLoop();
  }
  return { changed, removed: [...new Set(others)] };
}

export interface Steps<File extends Named, Reason extends string> {
  /** Whether the target has nothing at a path yet. */
  isNew(path: string): boolean;
  /** Files in any order. */
  put(files: readonly File[]): Promise<Result<unknown, Reason>>;
  remove(paths: readonly string[]): Promise<Result<unknown, Reason>>;
}

const isPage = (path: string) => path.endsWith('.html');

/**
 * Assets first, then new pages, then changed ones; removals last, pages first. Cut off at any point, each page that is there
 * finds what it needs.
 */
export async function inOrder<File extends Named, Reason extends string>(
  { changed, removed }: Difference<File>,
  steps: Steps<File, Reason>,
): Promise<Result<unknown, Reason>> {
  const pages = changed.filter(({ path }) => isPage(path));
  const fresh = new Set(pages.length > 1 ? pages.filter(({ path }) => steps.isNew(path)) : []);
  const parts = [changed.filter(({ path }) => !isPage(path)), [...fresh], pages.filter((file) => !fresh.has(file))];
  for (const files of parts) {
    const done = await steps.put(files);
    if (!done.ok) return done;
  }
  return steps.remove(removed.toSorted((one, other) => Number(isPage(other)) - Number(isPage(one))));
}
