/** What the engine offers to commands and to the worker. */
import type { Digest } from '../lib/digest.ts';
import type { Result } from '../lib/result.ts';
import type { LiveRelease, ReleaseSource, ReleaseUpdate } from './served.ts';
import type { PageKey, QueryKey, World, WorldModuleRef } from './types.ts';

export type * from './served.ts';

export interface EngineOptions {
  /** Folder of store, state, journals and lock. */
  readonly cacheDir: string;
  /** The published tree. The engine owns it: files it did not publish are removed. */
  readonly distDir: string;
  /** Number of releases that can be served again, the live one included. */
  readonly keepReleases?: number;
  /** Bytes by which the log may exceed twice its first record before it is compacted. */
  readonly logHeadroom?: number;
  /** Address paths that a program answers and no file, not checked; one that ends in a slash means all below it. */
  readonly dynamicPrefixes?: readonly string[];
  /** Called at once, in order; an engine prints nothing itself. */
  readonly onEvent?: (event: EngineEvent) => void;
  /** Milliseconds that a second writer waits. */
  readonly lockTimeout?: number;
  /** Keeps the cache folder's state elsewhere as well; null: it is this machine's alone. */
  readonly shared?: SharedState | null;
}

/** A file of the store that a kept release needs. */
export interface StoredBlob {
  readonly digest: Digest;
  /** Bytes. */
  readonly size: number;
  /** Absolute path. */
  readonly file: string;
}

/** State that several machines go on from in turns. What it throws is a `Refusal`. */
export interface SharedState {
  /** Takes the turn and brings the cache folder to what was handed over last; files of its store may be missing then. */
  enter(purpose: string): Promise<Result<null, LockFailure>>;
  /** Hands over the cache folder with the files of its store that are needed, and the turn. */
  leave(needed: Iterable<StoredBlob>): Promise<void>;
  /** Whether a file of the store can be had. */
  holds(digest: Digest): boolean;
  /** The bytes of files, checked; those that cannot be had are left out. */
  fetch(digests: Iterable<Digest>, take: (digest: Digest, bytes: Uint8Array) => void): Promise<void>;
}

/** Why it is not this process's turn to write: another one's, or the shared state cannot be reached. */
export type LockFailure = 'locked' | 'unshared';

/** Why a page was rendered. */
export type Reason =
  | { readonly kind: 'clean' | 'code' | 'new' | 'damaged' }
  | { readonly kind: 'answers'; readonly queries: readonly QueryKey[] };

/** Steps of a rebuild, in their order. */
export type EngineEvent =
  | { readonly type: 'lock-waiting'; readonly holder: string }
  | { readonly type: 'state-unreadable'; readonly file: string; readonly why: string }
  | { readonly type: 'planned'; readonly render: number; readonly remove: number; readonly queried: number }
  | { readonly type: 'rendered'; readonly page: PageKey; readonly done: number; readonly of: number }
  | { readonly type: 'render-failed'; readonly page: PageKey; readonly error: unknown }
  | { readonly type: 'stored'; readonly path: string }
  | { readonly type: 'assets-resolved'; readonly group: string }
  | { readonly type: 'checked' }
  | { readonly type: 'recorded'; readonly release: string }
  | { readonly type: 'live'; readonly release: string }
  | { readonly type: 'installed' | 'removed'; readonly path: string }
  | { readonly type: 'dist-complete'; readonly release: string }
  | { readonly type: 'compacted' }
  | { readonly type: 'collected'; readonly files: number; readonly bytes: number }
  | { readonly type: 'damaged'; readonly path: string }
  | { readonly type: 'maintenance-failed'; readonly error: unknown };

export interface RebuildOptions {
  /** Render every page and trust nothing that an earlier build left (`npm run build`). The tree is the same. */
  readonly clean?: boolean;
  /** Compare all of `dist/` with the release, as the first rebuild of an engine does anyway. */
  readonly audit?: boolean;
  /** A lock that the caller has already, from `Engine.lock`. */
  readonly lock?: Lock;
}

export interface RebuildResult {
  /** `held`: a rollback holds, nothing was looked at. */
  readonly state: 'published' | 'unchanged' | 'held';
  /** The live release. */
  readonly release: string;
  /** Every page that was rendered, also those whose bytes came out equal. */
  readonly rendered: readonly PageKey[];
  /** Rendered because the code changed, or a setting that reaches pages. */
  readonly isNewCode: boolean;
  /** Files whose bytes changed, relative to `dist/`. */
  readonly written: readonly string[];
  readonly removed: readonly string[];
  readonly milliseconds: { readonly plan: number; readonly render: number; readonly publish: number };
}

export type RebuildFailure = LockFailure | 'render-failed' | 'refused' | 'broken-link' | 'clash' | 'asset-missing';

export interface ReleaseSummary {
  readonly release: string;
  /** Epoch milliseconds. */
  readonly builtAt: number;
  readonly live: boolean;
  readonly written: number;
  readonly removed: number;
}

export interface Explanation {
  readonly page: PageKey;
  /** The release that the last rebuild ended with, and when it ran (epoch milliseconds). */
  readonly release: string;
  readonly at: number;
  readonly rendered: boolean;
  /** Null: not rendered. */
  readonly reason: Reason | null;
  /** One line for a person. */
  readonly why: string;
  /** When the page was rendered last (epoch milliseconds) and why, in one line; null: longer ago than is remembered. */
  readonly lastRendered: { readonly release: string; readonly at: number; readonly cause: string } | null;
  readonly queries: readonly {
    readonly query: QueryKey;
    readonly digest: Digest;
    readonly inputs: readonly string[];
    readonly changed: boolean;
  }[];
  readonly files: readonly string[];
}

export interface PurgeResult {
  /** Paths removed from the live release, or replaced in it. */
  readonly paths: readonly string[];
  /** Files removed from store and `dist/`. */
  readonly files: number;
}

export interface Lock {
  /** Until released. */
  readonly active: boolean;
  /** Does the maintenance that a rebuild under this lock left (record for `explain`, compaction, gc), ends the render worker, releases. */
  release(): Promise<void>;
}

export interface Engine extends ReleaseSource {
  /** One writer per cache folder, across processes. Waits, then names the holder. */
  lock(purpose: string): Promise<Result<Lock, LockFailure>>;
  /** Starts the render worker for a rebuild of many pages, under a lock, while its world is still being fetched. */
  warmUp(ref: WorldModuleRef): void;
  /** Plans, renders, checks and goes live; `dist/` holds the release when it returns. Nothing is published on a failure. */
  rebuild(world: World, options?: RebuildOptions): Promise<Result<RebuildResult, RebuildFailure>>;
  /** Settles when the maintenance after the last rebuild is done; the next operation waits for it anyway. */
  settled(): Promise<void>;
  /** The release to serve. Notices within half a second what another process published or rolled back. */
  live(): LiveRelease | null;
  /** Newest first. */
  releases(): readonly ReleaseSummary[];
  /** Serves an earlier release (default: the one before the live one) and holds it until `resume`. */
  rollback(release?: string): Promise<Result<ReleaseSummary, LockFailure | 'unknown-release' | 'damaged'>>;
  /** Ends a rollback's hold: the next rebuild goes live again. */
  resume(): Promise<Result<null, LockFailure>>;
  explain(page: PageKey): Explanation | null;
  /** Removes what no kept release needs. */
  gc(): Promise<Result<{ readonly files: number; readonly bytes: number }, LockFailure>>;
  /**
   * Removes the files of asset groups from the live release, the kept ones, the store and `dist/`. `replacement` gives what
   * kept releases that name a path have there instead; null: nothing.
   */
  purge(groups: readonly string[], replacement?: (path: string) => Uint8Array | null): Promise<Result<PurgeResult, LockFailure>>;
  /** Completes `dist/` after a kill. `rebuild` does it by itself; a worker that starts by serving calls it. */
  repair(): Promise<Result<null, LockFailure>>;
  /**
   * Has `send` told of the live release now and of each one that goes live, also by another process. `isKept` says which
   * addresses earlier releases answer as well.
   */
  follow(send: (update: ReleaseUpdate) => void, isKept: (address: string) => boolean): void;
  /** For a file whose bytes another reader of the store found lost: the next rebuild makes it anew. */
  markDamaged(path: string): void;
}
