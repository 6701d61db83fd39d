import type { RebuildResult } from '../engine/index.ts';
import { outputPath } from '../render/document.ts';
import type { FileWarning } from '../service/fileWarnings.ts';
import { unreadableDateIn } from '../service/fileWarnings.ts';
import type { CollectionChange, SyncOutcome, Warning } from '../snapshot/sync/types.ts';

/** What set a rebuild off. */
export type Trigger = 'start' | 'webhook' | 'schedule' | 'desk' | 'command' | 'media';

/** What a rebuild did, as commands, webhook and status tell it (contract, section 4). */
export interface Report {
  readonly release: string;
  readonly trigger: Trigger;
  /** What changed in the content since the last release: of each collection the first items, and how many there are. */
  readonly changed: readonly CollectionChange[];
  /** A rollback holds the live release: nothing was published. */
  readonly held?: true;
  /** Paths of every page rendered, also those whose bytes came out equal. */
  readonly rendered: readonly string[];
  /** Pages taken over without rendering. */
  readonly reused: number;
  /** Files whose bytes changed, relative to `dist/`. */
  readonly written: readonly string[];
  readonly removed: readonly string[];
  readonly left_out: readonly { readonly collection: string; readonly item: string; readonly why: string }[];
  /** Everything published otherwise than meant. */
  readonly warnings: readonly (Warning | (FileWarning & { readonly reference?: undefined }))[];
  /** Collections that could not be fetched and keep their last good content, or have never had any. */
  readonly stale: readonly string[];
  /** Those of them that came back empty, which is not believed. */
  readonly held_lists: readonly string[];
  readonly milliseconds: {
    readonly fetch: number;
    readonly plan: number;
    readonly render: number;
    readonly publish: number;
    readonly total: number;
  };
}

/** Whether what the engine renders is a page; the others are the feed, the sitemap, data files and the like. */
export function isPage(key: string): boolean {
  return outputPath(key).endsWith('.html');
}

export interface ReportInput {
  readonly trigger: Trigger;
  readonly outcome: Pick<SyncOutcome, 'leftOut' | 'warnings' | 'staleCollections'> & {
    readonly milliseconds: { readonly total: number };
  };
  readonly changed: readonly CollectionChange[];
  readonly fileWarnings: readonly FileWarning[];
  readonly result: Omit<RebuildResult, 'isNewCode'>;
  /** The whole rebuild's milliseconds. */
  readonly total: number;
}

/**
 * The warnings of a rebuild. A date that cannot be read is told by the content service, which knows the file, where it can;
 * the item's own warning, with a long value cut short, would name it twice.
 */
function allWarnings(fileWarnings: readonly FileWarning[], warnings: readonly Warning[]): Report['warnings'] {
  const named = fileWarnings.map(({ collection, why }) => ({ collection, date: unreadableDateIn(why) }));
  const isNamed = ({ collection, why }: Warning) => {
    const date = unreadableDateIn(why);
    return date !== undefined && named.some((one) => one.collection === collection && one.date?.startsWith(date));
  };
  return [...fileWarnings, ...warnings.filter((warning) => !isNamed(warning))];
}

/** Puts the report of a rebuild together. What is no page counts only as a file that was written. */
export function reportOf({ trigger, outcome, changed, fileWarnings, result, total }: ReportInput): Report {
  const rendered = result.rendered.filter(isPage);
  const rounded = (milliseconds: number) => Math.round(milliseconds * 10) / 10;
  const { plan, render, publish } = result.milliseconds;
  return {
    release: result.release,
    trigger,
    changed,
    ...(result.state === 'held' && { held: true as const }),
    rendered,
    reused: result.pages - rendered.length,
    written: result.written,
    removed: result.removed,
    left_out: outcome.leftOut,
    warnings: allWarnings(fileWarnings, outcome.warnings),
    stale: outcome.staleCollections.map(({ collection }) => collection),
    held_lists: outcome.staleCollections.flatMap(({ collection, held }) => (held ? [collection] : [])),
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
export function endedInWords(
  isPublished: boolean,
  { held, stale, held_lists: empty }: Pick<Report, 'held' | 'stale' | 'held_lists'>,
): string {
  const failed = stale.filter((name) => !empty.includes(name));
  const kept = [
    ...(empty.length > 0 ? [`Came back empty and is held, shown as before until it is accepted: ${empty.join(', ')}.`] : []),
    ...(failed.length > 0 ? [`Could not be fetched, shown as before: ${failed.join(', ')}.`] : []),
  ];
  if (held) return ['Nothing was published: a rollback holds the release that is live.', ...kept].join(' ');
  if (isPublished) return ['The rebuild is published.', ...kept].join(' ');
  return kept.length > 0 ? `Nothing new was published. ${kept.join(' ')}` : 'The rebuild found nothing to change.';
}
