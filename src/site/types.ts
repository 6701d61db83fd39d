import type { CollectionName } from '../collections/index.ts';
import type { Comparison, Engine, EngineEvent, ReleaseSummary } from '../engine/index.ts';
import type { KnownMedia } from '../gateway/index.ts';
import type { Result } from '../lib/result.ts';
import type { Settings } from '../lib/settings.ts';
import type { Reader } from '../snapshot/reader.ts';
import type { SyncEvent } from '../snapshot/sync/types.ts';
import type { MediaStore, PurgedMedia, ReferenceLookup, Withdrawal } from '../types/media.ts';
import type { Alerts } from './alerts.ts';
import type { CodeVersion } from './codeVersion.ts';
import type { Explained, Unexplained } from './explain.ts';
import type { Report, Trigger } from './report.ts';
import type { SiteStatus } from './status.ts';

export type SiteEvent =
  | EngineEvent
  | SyncEvent
  | { readonly type: 'compiling' }
  /** What was known could not be used, for a reason in one line: everything is fetched and rendered anew. */
  | { readonly type: 'begun-anew'; readonly why: string }
  | { readonly type: 'shared-state'; readonly message: string }
  | { readonly type: 'alert-failed'; readonly message: string };

export interface SiteOptions {
  /** The project's folder. */
  readonly root: string;
  readonly settings: Settings;
  /** Base address of the content service: the setting's, or the embedded one's. */
  readonly contentServiceUrl: string;
  /** Where the published tree is kept; `dist` in the project's folder unless told. */
  readonly distDir?: string;
  /** The clock, epoch milliseconds. */
  readonly now?: () => number;
  readonly onEvent?: (event: SiteEvent) => void;
  /** Called once before the site's code was loaded; made by {@link openSite} unless told. */
  readonly codeVersion?: CodeVersion;
}

/** What one rebuild is asked to do. Plain data, as are its results: a rebuild may run in another thread. */
export interface RebuildRequest {
  /** What set it off; `command` unless told. */
  readonly trigger?: Trigger;
  /** Who or what asked for it: an address, or a user of this machine. */
  readonly by?: string;
  /** Everything is fetched, read and rendered anew (`npm run build`). */
  readonly clean?: boolean;
  /** With `clean`: fail when a collection cannot be read and has no last good content. */
  readonly strict?: boolean;
  /** Absent: all of them. */
  readonly collections?: readonly CollectionName[];
  /** Lists that are meant to be empty: published as such, whatever they held. */
  readonly acceptEmpty?: readonly CollectionName[];
  /** Ask again for every picture and file. */
  readonly refreshMedia?: boolean;
  /** Compare all of the published tree with the release; the first rebuild does so anyway. */
  readonly audit?: boolean;
  /** Milliseconds that new pictures may hold up the words. */
  readonly mediaBudget?: number;
}

export interface Rebuilt {
  readonly state: 'published' | 'unchanged' | 'held';
  readonly report: Report;
  /** Collections without any last good content. */
  readonly neverLoaded: readonly CollectionName[];
  /** Pictures are still under way; see {@link Rebuilder.mediaArrived}. */
  readonly isMediaPending: boolean;
}

/** What a withdrawal did. */
export interface Purged extends Pick<PurgedMedia, 'reference' | 'wasWithdrawn' | 'suggestion'> {
  /** Something was known of it; else nothing was removed. */
  readonly isKnown: boolean;
  /** Files removed from the releases. */
  readonly files: number;
  /** Null: there was no release to render without it. */
  readonly rebuilt: Rebuilt | null;
}

/** Brings the published tree to what the content service says. One rebuild at a time. */
export interface Rebuilder {
  /**
   * Ends when the release is live and everything is written down. Fails as `outdated` when the code on disk is no longer the
   * one that this program has loaded: nothing older is published over it.
   */
  rebuild(request?: RebuildRequest): Promise<Result<Rebuilt>>;
  /** Settles when the pictures that the last rebuild did not wait for are done; true: another rebuild would publish some. */
  mediaArrived(): Promise<boolean>;
}

export interface Preview {
  reader(): Reader;
  /** The data file at an address, or null. */
  dataFile(address: string): string | null;
  /** Settles when the pictures that were not waited for are done; true: another preview would show some. */
  readonly mediaArrived: Promise<boolean>;
}

export interface Site extends Rebuilder {
  readonly cacheDir: string;
  readonly alerts: Alerts;
  status(): Promise<SiteStatus>;
  readonly engine: Engine;
  readonly media: MediaStore;
  /** The content as it is now, for `npm run dev`. Publishes nothing. */
  preview(request?: Pick<RebuildRequest, 'collections' | 'mediaBudget'>): Promise<Preview>;
  /** Why a page was or was not rendered, and what had changed of what it shows. */
  explain(page: string): Explained | Unexplained;
  /** What differs between two kept releases. */
  compare(one: string, other: string): Result<Comparison>;
  /** Serves an earlier release and holds it; on every machine that shares the state. */
  rollback(release?: string): Promise<Result<ReleaseSummary>>;
  /** Ends a rollback's hold: the next rebuild goes live again. */
  resume(): Promise<Result<null>>;
  /** Has other machines know what this one has recorded since its last action. */
  pushState(): Promise<Result<null>>;
  /** What the gateway asks about pictures and files. */
  readonly knownMedia: KnownMedia;
  /** What is known of a picture or file before it is withdrawn. */
  lookUp(reference: string): ReferenceLookup;
  /** Withdraws a picture or file from the content, every release and the cache. */
  purge(reference: string, trigger?: Trigger): Promise<Result<Purged>>;
  /** The title, or a person's name, of an item that is published; null for another. */
  titleOf(collection: string, item: string): Promise<string | null>;
  /** What is withdrawn, oldest first. */
  withdrawn(): readonly Withdrawal[];
  /** Takes a withdrawal back; the next rebuild publishes it again. */
  allow(reference: string): Promise<Result<null>>;
  /** Drops what no kept release needs; the bytes freed. */
  gc(): Promise<Result<number>>;
  /** Removes temporary files that ended processes or a full disk left in the cache and data folders; the bytes freed. */
  removeLeftOver(): number;
  /** Waits for what is being written. */
  close(): Promise<void>;
}
