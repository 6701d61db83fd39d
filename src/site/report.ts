/** What rebuilds did and found: the report of each, and what is kept of the last ones in tables of the site's database. */
import type { SiteDatabase } from '../database/siteDatabase.ts';
import type { RebuildResult } from '../engine/engine.ts';
import { outputPath } from '../render/document.ts';
import { type FileWarning, unreadableDateIn } from '../service/fileWarnings.ts';
import type { SyncOutcome } from '../snapshot/sync/sync.ts';
import type { CollectionChange, LeftOut, StaleCollection, Warning } from '../snapshot/sync/types.ts';
import type { ReleaseNote, Trigger } from './changes.ts';

export const STATUS_SCHEMA: readonly string[] = [
  // `found` and `failure` are JSON: a `Found`, and the failure after it.
  'CREATE TABLE status(only INTEGER PRIMARY KEY CHECK (only = 1), found TEXT, failure TEXT)',
  // `summary` is the JSON of a `RebuildSummary`.
  'CREATE TABLE history(number INTEGER PRIMARY KEY, summary TEXT NOT NULL)',
];

/** What a rebuild did, as commands, webhook and status tell it (contract, section 4). */
export type Report = ReturnType<typeof reportOf>;

/** One rebuild, as the desk lists it. */
export interface RebuildSummary
  extends Pick<ReleaseNote, 'trigger' | 'by' | 'pages' | 'milliseconds'>,
    Partial<Pick<ReleaseNote, 'isNewCode' | 'changed'>> {
  /** Epoch milliseconds at which it ended. */
  readonly at: number;
  readonly result: RebuildResult['state'] | 'failed';
  /** Why it failed, in one line. */
  readonly message?: string;
}

/** What a rebuild that ended well found. */
export interface Found extends Pick<Report, 'stale' | 'warnings'> {
  /** Epoch milliseconds at which it ended; null before the first. */
  readonly checkedAt: number | null;
  readonly staleCollections: readonly StaleCollection[];
  readonly leftOut: Report['left_out'];
  /** Whether pictures or files are missing that the service may have; absent: not. */
  readonly isMediaAway?: boolean;
  /** Collections that had never been fetched, and are served without any content; absent: it is not known. */
  readonly neverLoaded?: readonly string[];
  /** The warnings that an embedded content service gave about its files. */
  readonly fileWarnings: readonly FileWarning[];
}

/** What `npm run status` and `/healthz` know beyond the release itself. */
export interface SiteStatus extends Found {
  /** The last rebuild that failed after the last one that ended well: epoch milliseconds, and why in one line. */
  readonly lastFailure: { readonly at: number; readonly message: string } | null;
  /** The last rebuilds, newest first. */
  readonly recent: readonly RebuildSummary[];
}

/** How many items lines tell of, with those that are only counted. */
export const countOf = (lines: readonly Pick<Warning, 'why'>[]): number =>
  lines.reduce((sum, { why }) => sum + Number(/^and (\d+) more$/.exec(why)?.[1] ?? 1), 0);

/** Whether what the engine renders is a page; the others are the feed, the sitemap, data files and the like. */
export function isPage(key: string): boolean {
  return outputPath(key).endsWith('.html');
}

/**
 * The warnings of a rebuild. A date that cannot be read is told by the content service, which knows the file, where it can;
 * the item's own warning, with a long value cut short, would name it twice.
 */
function allWarnings(
  fileWarnings: readonly FileWarning[],
  warnings: readonly Warning[],
): readonly (Warning | (FileWarning & { readonly reference?: undefined }))[] {
  const named = fileWarnings.map(({ collection, why }) => ({ collection, date: unreadableDateIn(why) }));
  const isNamed = ({ collection, why }: Warning) => {
    const date = unreadableDateIn(why);
    return date !== undefined && named.some((one) => one.collection === collection && one.date?.startsWith(date));
  };
  return [...fileWarnings, ...warnings.filter((warning) => !isNamed(warning))];
}

const namesOf = (lists: readonly StaleCollection[]): readonly string[] => lists.map(({ collection }) => collection);

/** Puts the report of a rebuild together; `total` is all of its milliseconds. What is no page counts only as a file that was written. */
export function reportOf(
  { trigger, changed }: { readonly trigger: Trigger; readonly changed: readonly CollectionChange[] },
  outcome: Pick<SyncOutcome, 'leftOut' | 'warnings' | 'staleCollections'> & { readonly milliseconds: { readonly total: number } },
  fileWarnings: readonly FileWarning[],
  result: Omit<RebuildResult, 'isNewCode'>,
  total: number,
) {
  const rendered: readonly string[] = result.rendered.filter(isPage);
  const rounded = (milliseconds: number) => Math.round(milliseconds * 10) / 10;
  const { plan, render, publish } = result.milliseconds;
  return {
    release: result.release,
    trigger,
    /** What changed in the content since the last release: of each collection the first items, and how many there are. */
    changed,
    /** A rollback holds the live release: nothing was published. */
    ...(result.state === 'held' && { held: true as const }),
    /** Paths of every page rendered, also those whose bytes came out equal. */
    rendered,
    /** Pages taken over without rendering. */
    reused: result.pages - rendered.length,
    /** Files whose bytes changed, relative to `dist/`. */
    written: result.written,
    removed: result.removed,
    left_out: outcome.leftOut as readonly LeftOut[],
    /** Everything published otherwise than meant. */
    warnings: allWarnings(fileWarnings, outcome.warnings),
    /** Collections that could not be fetched and keep their last good content, or have never had any. */
    stale: namesOf(outcome.staleCollections),
    /** Those of them that came back empty, which is not believed. */
    held_lists: namesOf(outcome.staleCollections.filter(({ held }) => held)),
    milliseconds: {
      fetch: rounded(outcome.milliseconds.total),
      plan: rounded(plan),
      render: rounded(render),
      publish: rounded(publish),
      total: rounded(total),
    },
  };
}

/** How a rebuild that did not fail ended, in one line. */
export function endedInWords(isPublished: boolean, report: Pick<Report, 'held' | 'stale' | 'held_lists'>): string {
  const { held, stale, held_lists: empty } = report;
  const failed = stale.filter((name) => !empty.includes(name));
  const kept = [
    ...(empty.length > 0 ? [`Came back empty and is held, shown as before until it is accepted: ${empty.join(', ')}.`] : []),
    ...(failed.length > 0 ? [`Could not be fetched, shown as far as it is known: ${failed.join(', ')}.`] : []),
  ];
  if (held) return ['Nothing was published: a rollback holds the release that is live.', ...kept].join(' ');
  if (isPublished) return ['The rebuild is published.', ...kept].join(' ');
  return kept.length > 0 ? `Nothing new was published. ${kept.join(' ')}` : 'The rebuild found nothing to change.';
}

const NOTHING: Found = { checkedAt: null, stale: [], staleCollections: [], leftOut: [], warnings: [], fileWarnings: [] };
const MOST_RECENT = 30;

const parsed = <Value>(json: string | null): Value | null => (json === null ? null : JSON.parse(json));

export function readFound(database: SiteDatabase): Found {
  return parsed<Found>(database.value('SELECT found FROM status')) ?? NOTHING;
}

export function readStatus(database: SiteDatabase): SiteStatus {
  const rebuilds = database.column('SELECT summary FROM history ORDER BY number DESC');
  return {
    ...readFound(database),
    lastFailure: parsed(database.value('SELECT failure FROM status')),
    recent: rebuilds.map((summary) => JSON.parse(summary) as RebuildSummary),
  };
}

function addRebuild(database: SiteDatabase, rebuild: RebuildSummary): void {
  database.run('INSERT INTO history(summary) VALUES (?)', JSON.stringify(rebuild));
  database.run('DELETE FROM history WHERE number <= (SELECT max(number) FROM history) - ?', MOST_RECENT);
}

/** Records a rebuild that ended well, in the transaction of its lock. */
export function recordRebuild(database: SiteDatabase, rebuild: RebuildSummary, found: Found): void {
  database.run('INSERT OR REPLACE INTO status VALUES (1, ?, NULL)', JSON.stringify(found));
  addRebuild(database, rebuild);
}

/** Records that a rebuild failed, or, without one, that none could be made. Throws where that cannot be written. */
export function recordFailure(
  database: SiteDatabase,
  failure: NonNullable<SiteStatus['lastFailure']>,
  rebuild?: Pick<RebuildSummary, 'trigger' | 'by' | 'milliseconds'>,
): Promise<void> {
  return database.join('record a failure', () => {
    const sql = 'INSERT INTO status VALUES (1, NULL, ?) ON CONFLICT DO UPDATE SET failure = excluded.failure';
    database.run(sql, JSON.stringify(failure));
    if (rebuild) addRebuild(database, { ...rebuild, ...failure, result: 'failed', pages: 0 });
  });
}
