import type { Logger } from 'pino';
import type { RebuildRequest, Site } from '../site/types.ts';

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
  readonly site: Pick<Site, 'engine' | 'status' | 'purge' | 'allow' | 'withdrawn' | 'titleOf'>;
  readonly rebuilds: { request(request: RebuildRequest): string; job(id: string): DeskJob | null };
  readonly submissions: () => Promise<readonly SubmissionCount[]>;
  /** Null: the site is not deployed, or not yet. */
  readonly lastDeploy: () => Promise<DeskDeploy | null>;
  readonly log: Logger;
  /** Epoch milliseconds. */
  readonly now?: () => number;
}
