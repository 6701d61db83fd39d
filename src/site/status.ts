import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StaleCollection } from '../snapshot/sync/types.ts';
import type { Report } from './report.ts';

/** What `npm run status` and `/healthz` know beyond the release itself. */
export interface SiteStatus {
  /** Epoch milliseconds of the last rebuild that ended well; null before the first. */
  readonly checkedAt: number | null;
  readonly stale: readonly string[];
  /** The same, with the reasons. */
  readonly staleCollections: readonly StaleCollection[];
  readonly leftOut: Report['left_out'];
  /** The last rebuild that failed after the last one that ended well. */
  readonly lastFailure: { readonly at: number; readonly message: string } | null;
}

const NOTHING: SiteStatus = { checkedAt: null, stale: [], staleCollections: [], leftOut: [], lastFailure: null };

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
  await mkdir(cacheDir, { recursive: true });
  const staged = `${fileIn(cacheDir)}.${process.pid}`;
  await writeFile(staged, JSON.stringify(status));
  await rename(staged, fileIn(cacheDir));
}
