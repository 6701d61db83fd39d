/** The engine's ports. It knows pages, questions, inputs and files; no school, no Astro. */
import type { Digest } from '../lib/digest.ts';

/** Names a page to render: an address such as `/News`, or a data file's logical name. */
export type PageKey = string;
/** A named query with its arguments, in one spelling: `latest("news",6)`. */
export type Question = string;
/** What answers are made of: `collection:news`, `day`, `month`, `year`. */
export type InputKey = string;

export interface Answered {
  readonly digest: Digest;
  /** The inputs that were read to answer. While none of them changes, neither does the answer. */
  readonly inputs: readonly InputKey[];
}

/** A file of the published tree. `path` is relative to `dist/`, with forward slashes: `News.html`. */
export interface OutputFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  /** The same bytes in parts; none ends inside a tag. Those that many files share are the same objects, and read once. */
  readonly parts?: readonly FilePart[];
}

export interface FilePart {
  readonly bytes: Uint8Array;
  readonly shared: boolean;
}

export interface Rendered {
  readonly files: readonly OutputFile[];
  /** Every question asked while rendering. */
  readonly asked: readonly Question[];
  /** Local addresses that the page's scripts will ask for and that stand in none of its attributes. */
  readonly names?: readonly string[];
}

/** A file that pages name and that exists outside them (a picture's variant, an attachment, a script). */
export interface SuppliedFile {
  readonly path: string;
  /** Where its bytes lie now. The store keeps a copy, or of a group's files a hard link: they are never edited in place. */
  readonly source: string;
  readonly digest: Digest;
  readonly size: number;
}

/** What rendering in another thread takes of a world. */
export type RenderingWorld = Pick<World, 'ask' | 'render' | 'groupOf'>;

/** A module by which another thread makes the same world. It is given what threads can hand over. */
export interface WorldModule {
  openWorld(data: unknown): Promise<RenderingWorld>;
  /** Gets ready for a world that is still being fetched. */
  prepare?(hint: unknown): Promise<void>;
}

/** Where a {@link WorldModule} lies (a file URL), and what its `openWorld` is to be given. */
export interface Elsewhere {
  readonly module: string;
  readonly data: unknown;
}

/** One consistent state of the outside, on one day, under one version of the code. */
export interface World {
  /** Changes with the code and the settings that reach pages. Another version: every page is rendered. */
  readonly codeVersion: Digest;
  /** The digest of an input as it is now, also of one that is gone since. */
  inputDigest(input: InputKey): Digest;
  ask(question: Question): Answered;
  /** Every page that should exist now. */
  pages(): Iterable<PageKey>;
  render(page: PageKey): Promise<Rendered>;
  /** Lets a second thread share the rendering of many pages; without it they are all rendered here. */
  elsewhere?(): Elsewhere | undefined;
  /** Files of every release whatever the pages name: scripts, icons, robots.txt. */
  assets(): Promise<readonly SuppliedFile[]>;
  /**
   * The group of supplied files that a local address found in a page belongs to (`/media/3f…/640.webp` → `/media/3f…/`),
   * or null for an address that only another page or an asset can answer. Traces keep groups, not addresses.
   */
  groupOf(address: string): string | null;
  /**
   * The files of a group; null when it is not to be had. A group's name changes with its files: it is asked for once.
   * `afresh`: the bytes of those named last time are not what their digests say; make them anew or answer null.
   */
  supply(group: string, afresh?: boolean): Promise<readonly SuppliedFile[] | null>;
}
