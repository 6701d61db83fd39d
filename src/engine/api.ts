/** What the engine offers to commands and to the worker. */
import type { Digest } from '../lib/digest.ts';
import type { Result } from '../lib/result.ts';
import type { Helper } from './helper.ts';
import type { PageKey, Question, World } from './types.ts';

export interface EngineOptions {
  /** Holds everything the engine keeps: store, state, journals, lock. */
  readonly cacheDir: string;
  /** The published tree. The engine owns it: files it did not publish are removed. */
  readonly distDir: string;
  /** How many releases can be served again, the live one included. */
  readonly keepReleases?: number;
  /** Bytes of small changes that the log may collect beyond twice its size before it is written anew. */
  readonly logSlack?: number;
  /** Prefixes of local addresses that a program answers and no file: they are not checked. */
  readonly dynamic?: readonly string[];
  /** Called at once, in order; an engine prints nothing itself. */
  readonly onEvent?: (event: EngineEvent) => void;
  /** How long a second writer waits, in milliseconds. */
  readonly lockPatience?: number;
}

/** Why a page was rendered. */
export type Reason =
  | { readonly kind: 'clean' | 'code' | 'new' | 'damaged' }
  | { readonly kind: 'answers'; readonly questions: readonly Question[] };

/** Steps of a rebuild, in their order, and what can be said of them. */
export type EngineEvent =
  | { readonly type: 'lock-waiting'; readonly holder: string }
  | { readonly type: 'state-unreadable'; readonly file: string; readonly why: string }
  | { readonly type: 'planned'; readonly render: number; readonly remove: number; readonly asked: number }
  | { readonly type: 'rendered'; readonly page: PageKey; readonly done: number; readonly of: number }
  | { readonly type: 'render-failed'; readonly page: PageKey; readonly error: unknown }
  | { readonly type: 'stored'; readonly path: string }
  | { readonly type: 'supplied'; readonly group: string }
  | { readonly type: 'checked' }
  | { readonly type: 'recorded'; readonly release: string }
  | { readonly type: 'live'; readonly release: string }
  | { readonly type: 'placed' | 'cleared'; readonly path: string }
  | { readonly type: 'dist-complete'; readonly release: string }
  | { readonly type: 'compacted' }
  | { readonly type: 'swept'; readonly files: number; readonly bytes: number }
  | { readonly type: 'damaged'; readonly path: string };

export interface RebuildOptions {
  /** Render every page and trust nothing that an earlier build left (`npm run build`). The tree is the same. */
  readonly clean?: boolean;
  /** Compare all of `dist/` with the release, as the first rebuild of an engine does anyway. */
  readonly audit?: boolean;
  /** A lock that the caller holds already, from `Engine.lock`. */
  readonly lock?: Lock;
  /** From `Engine.startHelper`, for a rebuild of many pages. The caller ends it. */
  readonly helper?: Helper;
}

export interface RebuildResult {
  /** `held`: a rollback holds, nothing was looked at. */
  readonly state: 'published' | 'unchanged' | 'held';
  /** The live release. */
  readonly release: string;
  /** Every page that was rendered, also those whose bytes came out equal. */
  readonly rendered: readonly PageKey[];
  /** Pages taken over without rendering. */
  readonly reused: number;
  /** Files whose bytes changed, relative to `dist/`. */
  readonly written: readonly string[];
  readonly removed: readonly string[];
  readonly milliseconds: { readonly plan: number; readonly render: number; readonly publish: number };
  /** What may come after going live: the record for `explain`, compaction, sweeping. Never rejects for want of it. */
  finish(): Promise<void>;
}

export type RebuildFailure = 'locked' | 'render-failed' | 'broken-link' | 'clash' | 'no-supply';

/** A file of a release, as the worker serves it. */
export interface ReleaseFile {
  /** Relative to `dist/`. */
  readonly path: string;
  readonly digest: Digest;
  /** Bytes. */
  readonly size: number;
  /** Absolute path of the bytes in the store. Never written to again. */
  readonly file: string;
}

export interface LiveRelease {
  readonly release: string;
  /** Epoch milliseconds at which it was made. */
  readonly builtAt: number;
  /** A rollback holds until resumed. */
  readonly held: boolean;
  readonly size: number;
  /** The file that answers a path: `/Events` → `Events.html`, `/` → `index.html`, `/a.js` → `a.js`. Decoded, without query. */
  lookup(path: string): ReleaseFile | undefined;
  /** The same among the releases before, for files named by digest that an open page may still ask for. */
  recent(path: string): ReleaseFile | undefined;
  /** Every file of the release. */
  files(): Iterable<ReleaseFile>;
}

export interface KeptRelease {
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
  readonly questions: readonly {
    readonly question: Question;
    readonly digest: Digest;
    readonly inputs: readonly string[];
    readonly changed: boolean;
  }[];
  readonly files: readonly string[];
}

export interface Takedown {
  /** Paths that were dropped from the live release. */
  readonly paths: readonly string[];
  /** Files removed from store and `dist/`. */
  readonly files: number;
}

export interface Lock {
  readonly held: boolean;
  release(): void;
}

export interface Engine {
  /** One writer per cache folder, across processes. Waits, then names the holder. */
  lock(purpose: string): Promise<Result<Lock, 'locked'>>;
  /** A second thread that gets ready while the world is still being fetched. */
  startHelper(): Helper;
  /** Plans, renders, checks and goes live; `dist/` holds the release when it returns. Nothing is published on a failure. */
  rebuild(world: World, options?: RebuildOptions): Promise<Result<RebuildResult, RebuildFailure>>;
  /** The release to serve. Notices within half a second what another process published or rolled back. */
  live(): LiveRelease | null;
  /** Newest first. */
  releases(): readonly KeptRelease[];
  /** Serves an earlier release (default: the one before the live one) and holds it until `resume`. */
  rollback(release?: string): Promise<Result<KeptRelease, 'locked' | 'unknown-release' | 'damaged'>>;
  /** Ends a rollback's hold: the next rebuild goes live again. */
  resume(): Promise<Result<null, 'locked'>>;
  explain(page: PageKey): Explanation | null;
  /** Drops what no kept release needs. */
  gc(): Promise<Result<{ readonly files: number; readonly bytes: number }, 'locked'>>;
  /** Removes files from the live release, the kept ones, the store and `dist/`: by path or by group of supplied files. */
  removeEverywhere(what: { paths?: readonly string[]; groups?: readonly string[] }): Promise<Result<Takedown, 'locked'>>;
  /** Completes `dist/` after a kill. `rebuild` does it by itself; a worker that starts by serving calls it. */
  complete(): Promise<Result<null, 'locked'>>;
  /** The bytes of a file, verified once a process; null (and rendered again by the next rebuild) when they are damaged. */
  read(file: ReleaseFile): Promise<Uint8Array | null>;
  /** A compressed copy of a file, made on first demand and kept beside it. */
  encoded(file: ReleaseFile, encoding: 'br' | 'gzip'): Promise<{ readonly file: string; readonly size: number } | null>;
}
