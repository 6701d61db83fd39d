/** The engine's ports and events. It knows pages, queries, inputs and files; no school, no HTML, no Astro. */
import type { Digest } from '../lib/digest.ts';
import type { FileFacts } from '../lib/files.ts';

/** Names a page to render: an address such as `/News`, or a data file's logical name. */
export type PageKey = string;
/** A named query with its arguments, in one spelling: `latest("news",6)`. */
export type QueryKey = string;
/** What a query reads, named as finely as it reads: `item:news:sports-day`, `group:news:2025-03`, `day`. */
export type InputKey = string;

/** What a query is answered from. Whatever goes through it is recorded. */
export interface Trace {
  read(input: InputKey): void;
  ask(query: QueryKey): unknown;
}

/** Pages that exist: those of the set and of the sets that it names. The answer to a query. */
export interface PageSet {
  readonly pages: readonly PageKey[];
  readonly sets: readonly QueryKey[];
}

/** A file of the published tree. */
export interface OutputFile {
  /** Relative to `dist/`, with forward slashes: `News.html`. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Local addresses (`/News?year=2025#top`) that the file names and that a file of the release must answer. */
  readonly addresses: readonly string[];
}

/** A file that pages name and that exists outside them: a picture's variant, an attachment, a script. */
export interface AssetFile extends FileFacts {
  readonly path: string;
  /** Where its bytes lie now. The store keeps a copy, or of a group's files a hard link: they are never edited in place. */
  readonly source: string;
}

/** The part of a world that a render worker needs. */
export interface RenderingWorld {
  /** Answers a query: plain JSON. Throws for one that it does not know. */
  evaluate(query: QueryKey, trace: Trace): unknown;
  /** The files of a page; `ask` answers its queries. */
  render(page: PageKey, ask: (query: QueryKey) => unknown): Promise<readonly OutputFile[]>;
  /**
   * The asset group that an address path belongs to (`/media/3f…/640.webp` → `/media/3f…/`), or null for an address that
   * only another page or an asset of every release can answer. Traces record groups, not their addresses.
   */
  groupOf(path: string): string | null;
  /** Whether a page exists whatever the content is: links to it need no record. */
  isPermanent(page: PageKey): boolean;
  /** Why a file must not be published, in one sentence; null: it may be. Asked before the store takes the file. */
  refuse?(path: string, bytes: Uint8Array): string | null;
}

/** A module by which a render worker makes the same world in another thread. */
export interface WorldModule {
  openWorld(data: unknown): Promise<RenderingWorld>;
  /** Loads code that a world of this module will need. */
  preload?(data: unknown): Promise<void>;
}

/** Where a {@link WorldModule} lies (a file URL), and structured-cloneable data for its functions. */
export interface WorldModuleRef {
  readonly module: string;
  readonly data: unknown;
}

/** One consistent state of the outside, on one day, under one version of the code. */
export interface World extends RenderingWorld {
  /** Changes with the code and the settings that reach pages. Another version: every page is rendered. */
  readonly codeVersion: Digest;
  /** The query whose answer is the {@link PageSet} of all pages. */
  readonly pages: QueryKey;
  /** Inputs that change with time and not with content, such as the day. */
  readonly moments: ReadonlyMap<InputKey, string>;
  /** Lets a render worker share the rendering of many pages; without it they are all rendered in this thread. */
  workerModule?(): WorldModuleRef;
  /** Files of every release whatever the pages name: scripts, icons, robots.txt. */
  assets(): Promise<readonly AssetFile[]>;
  /** The files of an asset group; null when they cannot be had. A group's name changes with its files. */
  resolveAssets(group: string): Promise<readonly AssetFile[] | null>;
}

export type Reason =
  | { readonly kind: 'clean' | 'code' | 'new' | 'damaged' }
  | { readonly kind: 'answers'; readonly queries: readonly QueryKey[] };

export type EngineEvent =
  | { readonly type: 'planned'; readonly render: number; readonly remove: number; readonly queried: number }
  | { readonly type: 'rendered'; readonly page: PageKey; readonly done: number; readonly of: number }
  | { readonly type: 'render-failed'; readonly page: PageKey; readonly error: unknown }
  | { readonly type: 'assets-resolved'; readonly group: string }
  | { readonly type: 'checked' }
  | { readonly type: 'recorded' | 'live' | 'dist-complete'; readonly release: string }
  | { readonly type: 'stored' | 'installed' | 'removed' | 'damaged'; readonly path: string }
  | { readonly type: 'maintenance-failed'; readonly error: unknown };
