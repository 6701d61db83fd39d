import type { CollectionName } from '../collections/index.ts';
import type { EngineEvent } from '../engine/index.ts';
import type { Settings } from '../lib/settings.ts';
import type { SyncEvent } from '../snapshot/sync/types.ts';
import type { PurgedMedia } from '../types/media.ts';
import type { CodeVersion } from './codeVersion.ts';
import type { Report, Trigger } from './report.ts';

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
  /** Compare all of the published tree with the release, as the first rebuild does anyway, and the store. */
  readonly audit?: boolean;
  /** Milliseconds that new pictures may hold up the words. */
  readonly mediaBudget?: number;
}

export interface Rebuilt {
  readonly state: 'published' | 'unchanged' | 'held';
  readonly report: Report;
  /** Collections without any last good content. */
  readonly neverLoaded: readonly CollectionName[];
  /** Pictures are still under way; see `mediaArrived` of the site. */
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
