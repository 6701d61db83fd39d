/** What the last rebuilds found: tables of the site's database. */
import type { SiteDatabase } from '../database/siteDatabase.ts';
import { Refusal } from '../lib/result.ts';
import type { FileWarning } from '../service/fileWarnings.ts';
import type { CollectionChange, StaleCollection } from '../snapshot/sync/types.ts';
import type { Report, Trigger } from './report.ts';

export const STATUS_SCHEMA: readonly string[] = [
  // `found` and `failure` are JSON: a `Found`, and the failure after it.
  'CREATE TABLE status(only INTEGER PRIMARY KEY CHECK (only = 1), found TEXT, failure TEXT)',
  // `summary` is the JSON of a `RebuildSummary`.
  'CREATE TABLE history(number INTEGER PRIMARY KEY, summary TEXT NOT NULL)',
];

/** One rebuild, as the desk lists it. */
export interface RebuildSummary {
  /** Epoch milliseconds at which it ended. */
  readonly at: number;
  readonly trigger: Trigger;
  /** Who or what asked for it, where that is known. */
  readonly by?: string;
  /** The words, the code or a setting that reaches pages had changed. */
  readonly isNewCode?: boolean;
  readonly result: 'published' | 'unchanged' | 'held' | 'failed';
  /** Pages rendered. */
  readonly pages: number;
  readonly milliseconds: number;
  /** Why it failed, in one line. */
  readonly message?: string;
  /** What had changed in the content. */
  readonly changed?: readonly CollectionChange[];
}

/** What a rebuild that ended well found. */
export interface Found {
  /** Epoch milliseconds at which it ended; null before the first. */
  readonly checkedAt: number | null;
  readonly stale: readonly string[];
  /** The same, with the reasons. */
  readonly staleCollections: readonly StaleCollection[];
  readonly leftOut: Report['left_out'];
  readonly warnings: Report['warnings'];
  /** Those of them that an embedded content service gave about its files. */
  readonly fileWarnings: readonly FileWarning[];
}

interface RebuildFailure {
  /** Epoch milliseconds. */
  readonly at: number;
  /** One line. */
  readonly message: string;
}

/** What `npm run status` and `/healthz` know beyond the release itself. */
export interface SiteStatus extends Found {
  /** The last rebuild that failed after the last one that ended well. */
  readonly lastFailure: RebuildFailure | null;
  /** The last rebuilds, newest first. */
  readonly recent: readonly RebuildSummary[];
}

const NOTHING: Found = { checkedAt: null, stale: [], staleCollections: [], leftOut: [], warnings: [], fileWarnings: [] };
const MOST_RECENT = 30;

const parsed = (json: unknown): unknown => (typeof json === 'string' ? JSON.parse(json) : null);

/** The status as it was recorded last. */
export function readStatus(database: SiteDatabase): SiteStatus {
  const row = database.prepare('SELECT found, failure FROM status').get();
  const rebuilds = database.prepare('SELECT summary FROM history ORDER BY number DESC').all();
  return {
    ...((parsed(row?.found) as Found | null) ?? NOTHING),
    lastFailure: parsed(row?.failure) as RebuildFailure | null,
    recent: rebuilds.map(({ summary }) => parsed(summary) as RebuildSummary),
  };
}

/** What the last rebuild that ended well found. */
export function readFound(database: SiteDatabase): Found {
  return (parsed(database.prepare('SELECT found FROM status').get()?.found) as Found | null) ?? NOTHING;
}

function addRebuild(database: SiteDatabase, rebuild: RebuildSummary): void {
  const { lastInsertRowid } = database.prepare('INSERT INTO history(summary) VALUES (?)').run(JSON.stringify(rebuild));
  database.prepare('DELETE FROM history WHERE number <= ?').run(Number(lastInsertRowid) - MOST_RECENT);
}

/** Records a rebuild that ended well, in the transaction of its lock. */
export function recordRebuild(database: SiteDatabase, rebuild: RebuildSummary, found: Found): void {
  database.prepare('INSERT OR REPLACE INTO status VALUES (1, ?, NULL)').run(JSON.stringify(found));
  addRebuild(database, rebuild);
}

/** Records that a rebuild failed, or, without one, that none could be made. Throws where that cannot be written. */
export async function recordFailure(
  database: SiteDatabase,
  failure: RebuildFailure,
  rebuild?: Pick<RebuildSummary, 'trigger' | 'by' | 'milliseconds'>,
): Promise<void> {
  const written = await database.join('record a failure', () => {
    database
      .prepare('INSERT INTO status VALUES (1, NULL, ?) ON CONFLICT DO UPDATE SET failure = excluded.failure')
      .run(JSON.stringify(failure));
    if (rebuild) addRebuild(database, { ...rebuild, ...failure, result: 'failed', pages: 0 });
  });
  if (!written.ok) throw new Refusal(written.message);
}
