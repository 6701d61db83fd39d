/** What the engine offers to commands and to the worker. */
import type { FileHandle } from 'node:fs/promises';
import type { LockFailure, SiteDatabase, WriteLock } from '../database/siteDatabase.ts';
import type { Digest } from '../lib/digest.ts';
import type { explainPage } from './explain.ts';
import type { FileRow, Retention } from './releases.ts';
import type { PageKey, QueryKey } from './types.ts';

export type Encoding = 'br' | 'gzip';
/** `quick`: somebody waits. */
export type Level = 'best' | 'quick';

/** A file of a release, as the worker serves it. */
export interface ReleaseFile extends FileRow {
  /** Absolute path of the bytes in the store. Never written to again. */
  readonly file: string;
}

/** `builtAt`: epoch milliseconds at which it was made; `held`: a rollback holds until resumed; `size`: the number of files. */
export interface LiveRelease {
  readonly release: string;
  readonly builtAt: number;
  readonly held: boolean;
  readonly size: number;
  /** The file that answers a path: `/Events` → `Events.html`, `/` → `index.html`, `/a.js` → `a.js`. Decoded, without query. */
  lookup(path: string): ReleaseFile | undefined;
  /** The same among the releases before, for files named by digest that an open page may still ask for. */
  recent(path: string): ReleaseFile | undefined;
  files(): Iterable<ReleaseFile>;
}

/** Releases as they are served. */
export interface ReleaseSource {
  /** The release to serve, as of now, whichever process published it. */
  live(): LiveRelease | null;
  /** The bytes of a file, checked; put back from `dist/` when the store has lost them. Null: lost, the next rebuild renders it. */
  read(file: ReleaseFile): Promise<Uint8Array<ArrayBuffer> | null>;
  /** The same, for a large file that is sent in parts; the caller closes it. */
  open(file: ReleaseFile): Promise<FileHandle | null>;
  /**
   * A file's compressed bytes, as small or as soon as can be; kept beside it, checked and made again when damaged. Null: it
   * does not gain, or is lost.
   */
  encoded(file: ReleaseFile, encoding: Encoding, level: Level): Promise<Uint8Array<ArrayBuffer> | null>;
}

export interface EngineOptions {
  /** With the tables of `ENGINE_SCHEMA`. */
  readonly database: SiteDatabase;
  readonly cacheDir: string;
  /** The published tree. The engine owns it: files it did not publish are removed. */
  readonly distDir: string;
  /** The releases that can be served again. */
  readonly retention?: Retention;
  /** Address paths that a program answers and no file, not checked; one that ends in a slash means all below it. */
  readonly dynamicPrefixes?: readonly string[];
  /** Called at once, in order; an engine prints nothing itself. */
  readonly onEvent?: (event: EngineEvent) => void;
  /** Milliseconds that a second writer waits. */
  readonly lockTimeout?: number;
  /** Where files of the store lie that are not here; null: nowhere. */
  readonly elsewhere?: StoreElsewhere | null;
}

/** A store of another place that has files which are missing here. */
export interface StoreElsewhere {
  holds(digest: Digest): boolean;
  /** The bytes of files, checked; those that cannot be had are left out. */
  fetch(digests: Iterable<Digest>, take: (digest: Digest, bytes: Uint8Array) => void): Promise<void>;
}

/** What stays of purged files in releases that show them: what stands at a path instead; null, or absent: nothing. */
export interface PurgeTraces {
  replacement?(path: string): Uint8Array | null;
  /** A page or other text without the links to the purged files; null, or absent: it has none. */
  unlinked?(path: string, bytes: Uint8Array): Uint8Array | null;
}

export type Reason =
  | { readonly kind: 'clean' | 'code' | 'new' | 'damaged' }
  | { readonly kind: 'answers'; readonly queries: readonly QueryKey[] };

/** Steps of a rebuild. */
export type EngineEvent =
  | { readonly type: 'lock-waiting'; readonly holder: string }
  | { readonly type: 'planned'; readonly render: number; readonly remove: number; readonly queried: number }
  | { readonly type: 'rendered'; readonly page: PageKey; readonly done: number; readonly of: number }
  | { readonly type: 'render-failed'; readonly page: PageKey; readonly error: unknown }
  | { readonly type: 'assets-resolved'; readonly group: string }
  | { readonly type: 'checked' }
  | { readonly type: 'recorded' | 'live' | 'dist-complete'; readonly release: string }
  | { readonly type: 'stored' | 'installed' | 'removed' | 'damaged'; readonly path: string }
  | { readonly type: 'collected'; readonly files: number; readonly bytes: number }
  | { readonly type: 'maintenance-failed'; readonly error: unknown };

export interface RebuildOptions {
  /** The turn to write, which the caller has already; its transaction holds what was read of the outside. */
  readonly lock?: WriteLock;
  /** What set it off and what changed, to be kept with the release; asked once it is known what is rendered, and why. */
  readonly note?: (rendered: ReadonlyMap<PageKey, Reason>) => string;
  /** Render every page and trust nothing that an earlier build left (`npm run build`). The tree is the same. */
  readonly clean?: boolean;
  /** Compare all of `dist/` with the release, as the first rebuild of an engine does anyway, and the store. */
  readonly audit?: boolean;
}

export interface RebuildResult {
  /** `held`: a rollback holds, nothing was looked at. */
  readonly state: 'published' | 'unchanged' | 'held';
  readonly release: string;
  /** Every page that was rendered, also those whose bytes came out equal. */
  readonly rendered: readonly PageKey[];
  /** Rendered because the code changed, or a setting that reaches pages. */
  readonly isNewCode: boolean;
  /** Files whose bytes changed, relative to `dist/`. */
  readonly written: readonly string[];
  readonly removed: readonly string[];
  /** Number of pages of the release: its files that end in `.html`. */
  readonly pages: number;
  readonly milliseconds: { readonly plan: number; readonly render: number; readonly publish: number };
}

export type RebuildFailure = LockFailure | 'render-failed' | 'refused' | 'broken-link' | 'clash' | 'asset-missing';

export interface ReleaseSummary extends Pick<LiveRelease, 'release' | 'builtAt'> {
  readonly live: boolean;
  readonly written: number;
  readonly removed: number;
  /** As given by the rebuild that made it, with those of releases that are no longer kept. */
  readonly note: string | null;
}

/** What differs between two kept releases: paths that the newer one has and the older has not, or otherwise, or no longer. */
export interface Comparison extends Readonly<Record<'added' | 'changed' | 'removed', readonly string[]>> {
  /** The older one, and the newer one. */
  readonly from: ReleaseSummary;
  readonly to: ReleaseSummary;
  /** The notes of the releases after the older one, oldest first. */
  readonly notes: readonly string[];
}

export type Explanation = NonNullable<ReturnType<typeof explainPage>>;
