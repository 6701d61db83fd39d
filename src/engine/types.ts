/** The engine's ports. It knows pages, queries, inputs and files; no school, no HTML, no Astro. */
import type { Digest } from '../lib/digest.ts';

/** Names a page to render: an address such as `/News`, or a data file's logical name. */
export type PageKey = string;
/** A named query with its arguments, in one spelling: `latest("news",6)`. */
export type QueryKey = string;
/** What answers are made of: `collection:news`, `day`, `month`, `year`. */
export type InputKey = string;

export interface Answer {
  readonly digest: Digest;
  /** The inputs that were read to answer. While none of them changes, neither does the answer. */
  readonly inputs: readonly InputKey[];
}

/** A file of the published tree. */
export interface OutputFile {
  /** Relative to `dist/`, with forward slashes: `News.html`. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Local addresses (`/News?year=2025#top`) that the file names and that a file of the release must answer. */
  readonly addresses: readonly string[];
}

export interface Rendered {
  readonly files: readonly OutputFile[];
  /** Every query asked while rendering. */
  readonly queries: readonly QueryKey[];
}

/** A file that pages name and that exists outside them: a picture's variant, an attachment, a script. */
export interface AssetFile {
  readonly path: string;
  /** Where its bytes lie now. The store keeps a copy, or of a group's files a hard link: they are never edited in place. */
  readonly source: string;
  readonly digest: Digest;
  /** Bytes. */
  readonly size: number;
}

/** The part of a world that a render worker needs. */
export interface RenderingWorld {
  ask(query: QueryKey): Answer;
  render(page: PageKey): Promise<Rendered>;
  /**
   * The asset group that an address path belongs to (`/media/3f…/640.webp` → `/media/3f…/`), or null for an address that
   * only another page or an asset of every release can answer. Traces record groups, not their addresses.
   */
  groupOf(path: string): string | null;
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
  /** The digest of an input as it is now, also of one that is gone since. */
  inputDigest(input: InputKey): Digest;
  /**
   * Which of the queries that read nothing but this input are certain to answer as they did when its digest was `since`:
   * they need not be asked. Null: nothing is known.
   */
  untouched?(input: InputKey, since: Digest): ((query: QueryKey) => boolean) | null;
  /** Every page that should exist now; the same array as long as they are the same. */
  pages(): readonly PageKey[];
  /** Lets a render worker share the rendering of many pages; without it they are all rendered in this thread. */
  workerModule?(): WorldModuleRef;
  /** Files of every release whatever the pages name: scripts, icons, robots.txt. */
  assets(): Promise<readonly AssetFile[]>;
  /** The files of an asset group; null when they cannot be had. A group's name changes with its files. */
  resolveAssets(group: string): Promise<readonly AssetFile[] | null>;
}
