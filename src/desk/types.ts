import type { Logger } from 'pino';
import type { LiveRelease } from '../engine/servedReleases.ts';
import type { Settings } from '../lib/settings.ts';
import type { RebuildRequest, Rebuilt, SiteCalls } from '../site/open.ts';
import type { Report, SiteStatus } from '../site/report.ts';

/** What the desk asks of a site and does to it, in another thread: each may reject. */
export type DeskSite = Pick<
  SiteCalls,
  'releases' | 'rollback' | 'resume' | 'explain' | 'compare' | 'withdrawn' | 'lookUp' | 'purge' | 'allow' | 'titleOf'
>;

export interface DeskJob {
  readonly state: 'queued' | 'running' | 'published' | 'unchanged' | 'failed';
  readonly report?: Pick<Report, 'held'> | null;
  readonly message?: string;
}

/** Submissions since the worker started. */
export type SubmissionCount = { readonly form: string; readonly answer: string; readonly count: number };

/** `at`: epoch milliseconds. */
export type DeskDeploy = { readonly target: string; readonly release: string; readonly at: number };

export interface InboxMessage {
  readonly id: number;
  readonly form: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly fields: Readonly<Record<string, string>>;
  readonly files: readonly string[];
}

/** What the embedded content service keeps of what visitors sent. */
export interface Inbox {
  counts(): readonly { readonly form: string; readonly submissions: number }[];
  /** Of a form, or of all, newest first, those before an identity or the newest; `more`: others follow. */
  messages(form: string | null, before: number | null): { readonly list: readonly InboxMessage[]; readonly more: boolean };
  message(id: number): InboxMessage | null;
  file(id: number, index: number): { readonly name: string; readonly bytes: Uint8Array } | null;
  /** A form's messages as CSV for a spreadsheet, oldest first, part by part; null: there is no such form. */
  csv(form: string): Iterable<string> | null;
  remove(id: number): boolean;
}

export interface DeskOptions {
  readonly settings: Pick<Settings, 'deskPassword' | 'siteUrl' | 'timeZone' | 'trustedProxies'>;
  readonly siteName: string;
  readonly site: DeskSite;
  readonly live: () => Pick<LiveRelease, 'release' | 'builtAt' | 'held'> | null;
  readonly status: () => SiteStatus;
  /** Told of a rebuild that a withdrawal made by itself. */
  readonly onRebuilt: (rebuilt: Rebuilt) => void;
  readonly rebuilds: { request(request: RebuildRequest): string; job(id: string): DeskJob | null };
  /** Null: the content service is another one, which keeps what visitors sent. */
  readonly inbox: Inbox | null;
  /** Why the worker is to be started again, in one line; null: it runs what is on disk. */
  readonly restart: () => string | null;
  readonly submissions: () => Promise<readonly SubmissionCount[]>;
  /** Null: the site is not deployed, or not yet. */
  readonly lastDeploy: () => Promise<DeskDeploy | null>;
  readonly log: Logger;
  /** Epoch milliseconds. */
  readonly now?: () => number;
}
