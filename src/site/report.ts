import type { RebuildResult } from '../engine/index.ts';
import type { SyncOutcome } from '../snapshot/sync-types.ts';

/** What a rebuild did, as commands, webhook and status tell it (contract, section 4). */
export interface Report {
  readonly release: string;
  /** Paths of every page rendered, also those whose bytes came out equal. */
  readonly rendered: readonly string[];
  /** Pages taken over without rendering. */
  readonly reused: number;
  /** Files whose bytes changed, relative to `dist/`. */
  readonly written: readonly string[];
  readonly removed: readonly string[];
  readonly left_out: readonly { readonly collection: string; readonly item: string; readonly why: string }[];
  /** Collections that could not be fetched and keep their last good content, or have never had any. */
  readonly stale: readonly string[];
  readonly milliseconds: {
    readonly fetch: number;
    readonly plan: number;
    readonly render: number;
    readonly publish: number;
    readonly total: number;
  };
}

/** Puts the report of a rebuild together; `total` is the whole rebuild's milliseconds. */
export function reportOf(outcome: SyncOutcome, result: RebuildResult, total: number): Report {
  const rounded = (milliseconds: number) => Math.round(milliseconds * 10) / 10;
  const { plan, render, publish } = result.milliseconds;
  return {
    release: result.release,
    rendered: result.rendered,
    reused: result.reused,
    written: result.written,
    removed: result.removed,
    left_out: outcome.leftOut,
    stale: outcome.stale,
    milliseconds: {
      fetch: rounded(outcome.milliseconds.total),
      plan: rounded(plan),
      render: rounded(render),
      publish: rounded(publish),
      total: rounded(total),
    },
  };
}
