import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAtomic } from '../lib/files.ts';
import type { StaleCollection } from '../snapshot/sync/types.ts';
import type { FileWarning } from '../types/service.ts';
import type { Report, Trigger } from './report.ts';

/** One rebuild, as the desk lists it. */
export interface RebuildSummary {
  /** Epoch milliseconds at which it ended. */
  readonly at: number;
  readonly trigger: Trigger;
  /** The words, the code or a setting that reaches pages had changed. */
  readonly isNewCode?: boolean;
  readonly result: 'published' | 'unchanged' | 'held' | 'failed';
  /** Pages rendered. */
  readonly pages: number;
  readonly milliseconds: number;
  /** Why it failed, in one line. */
  readonly message?: string;
}

type FailedRebuild = Pick<RebuildSummary, 'trigger' | 'milliseconds'>;

/** What `npm run status` and `/healthz` know beyond the release itself. */
export interface SiteStatus {
  /** Epoch milliseconds of the last rebuild that ended well; null before the first. */
  readonly checkedAt: number | null;
  readonly stale: readonly string[];
  /** The same, with the reasons. */
  readonly staleCollections: readonly StaleCollection[];
  readonly leftOut: Report['left_out'];
  readonly warnings: Report['warnings'];
  /** Those of them that an embedded content service gave about its files. */
  readonly fileWarnings: readonly FileWarning[];
  /** The last rebuild that failed after the last one that ended well. */
  readonly lastFailure: { readonly at: number; readonly message: string } | null;
  /** The last rebuilds, newest first. */
  readonly recent: readonly RebuildSummary[];
}

const NOTHING: SiteStatus = {
  checkedAt: null,
  stale: [],
  staleCollections: [],
  leftOut: [],
  warnings: [],
  fileWarnings: [],
  lastFailure: null,
  recent: [],
};

const MOST_RECENT = 30;

/** The last rebuilds with one more. */
export function withRebuild({ recent }: SiteStatus, rebuild: RebuildSummary): readonly RebuildSummary[] {
  return [rebuild, ...recent].slice(0, MOST_RECENT);
}

const fileIn = (cacheDir: string) => join(cacheDir, 'status.json');

/** The status as last written; without one, or with one that cannot be read, nothing is known. */
export async function readStatus(cacheDir: string): Promise<SiteStatus> {
  try {
    return { ...NOTHING, ...(JSON.parse(await readFile(fileIn(cacheDir), 'utf8')) as SiteStatus) };
  } catch {
    // A missing or damaged status costs nothing but this knowledge: the next rebuild writes it again.
    return NOTHING;
  }
}

export async function writeStatus(cacheDir: string, status: SiteStatus): Promise<void> {
  await writeAtomic(fileIn(cacheDir), JSON.stringify(status));
}

/** Writes down that a rebuild failed, or could not be made at all. `at`: epoch milliseconds. */
export async function recordFailure(cacheDir: string, message: string, at: number, rebuild?: FailedRebuild): Promise<void> {
  const before = await readStatus(cacheDir);
  const recent = rebuild ? withRebuild(before, { ...rebuild, at, message, result: 'failed', pages: 0 }) : before.recent;
  await writeStatus(cacheDir, { ...before, lastFailure: { at, message }, recent });
}
