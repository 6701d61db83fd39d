/** The order in which every target takes up a release: cut off at any point, each page that is there finds what it needs. */
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

export interface Steps<File extends Named, Reason extends string> {
  /** Whether the target has nothing at a path yet. */
  isNew(path: string): boolean;
  /** Files in any order. */
  put(files: readonly File[]): Promise<Result<null, Reason>>;
  remove(paths: readonly string[]): Promise<Result<null, Reason>>;
}

const isPage = (path: string) => path.endsWith('.html');

/** Assets first, then new pages, then changed ones, so that each finds what it needs; removals last, pages first. */
export async function inOrder<File extends Named, Reason extends string>(
  { changed, removed }: Difference<File>,
  steps: Steps<File, Reason>,
): Promise<Result<null, Reason>> {
  const pages = changed.filter(({ path }) => isPage(path));
  const fresh = new Set(pages.length > 1 ? pages.filter(({ path }) => steps.isNew(path)) : []);
  const parts = [changed.filter(({ path }) => !isPage(path)), [...fresh], pages.filter((file) => !fresh.has(file))];
  for (const files of parts) {
    const done = await steps.put(files);
    if (!done.ok) return done;
  }
  return steps.remove(removed.toSorted((one, other) => Number(isPage(other)) - Number(isPage(one))));
}
