import type { Logger } from 'pino';
import type { Explanation, LiveRelease, ReleaseSummary } from '../engine/index.ts';
import type { Result } from '../lib/result.ts';
import type { Trigger } from '../site/report.ts';
import type { SiteStatus } from '../site/status.ts';
import type { Purged, RebuildRequest } from '../site/types.ts';
import type { Sought, Withdrawal } from '../types/media.ts';

/** What the desk shows of a site, and does to it. All but the first two are asked of another thread, and may reject. */
export interface DeskSite {
  live(): Pick<LiveRelease, 'release' | 'builtAt' | 'held'> | null;
  status(): Promise<SiteStatus>;
  /** Newest first. */
  releases(): Promise<readonly ReleaseSummary[]>;
  rollback(release: string): Promise<Result<ReleaseSummary>>;
  resume(): Promise<Result<null>>;
  explain(page: string): Promise<Explanation | null>;
  /** Oldest first. */
  withdrawn(): Promise<readonly Withdrawal[]>;
  lookUp(reference: string): Promise<Sought>;
  purge(reference: string, trigger: Trigger): Promise<Result<Purged>>;
  allow(reference: string): Promise<Result<null>>;
  titleOf(collection: string, item: string): Promise<string | null>;
}

/** How a rebuild that the desk asked for ended, or that it is not over yet. */
export interface DeskJob {
  readonly state: 'queued' | 'running' | 'published' | 'unchanged' | 'failed';
  readonly message?: string;
}

/** Submissions since the worker started. */
export interface SubmissionCount {
  readonly form: string;
  readonly answer: string;
  readonly count: number;
}

export interface DeskDeploy {
  readonly target: string;
  readonly release: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

export interface DeskOptions {
  /** Null: there is no desk. */
  readonly password: string | null;
  readonly siteName: string;
  /** The site's public origin. */
  readonly siteUrl: string;
  readonly timeZone: string;
  readonly trustedProxies: readonly string[];
  readonly site: DeskSite;
  readonly rebuilds: { request(request: RebuildRequest): string; job(id: string): DeskJob | null };
  readonly submissions: () => Promise<readonly SubmissionCount[]>;
  /** Null: the site is not deployed, or not yet. */
  readonly lastDeploy: () => Promise<DeskDeploy | null>;
  readonly log: Logger;
  /** Epoch milliseconds. */
  readonly now?: () => number;
}
