/**
 * How every target is brought up to date with a release, what it lacks and the order in which it takes that up; and a folder
 * that is: files put in place whole, what does not belong removed.
 */
import { chmodSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, type Stats, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { createYieldToEventLoop } from '../lib/eventLoop.ts';
import { errorCode, type FileFacts, isFileSound, lstatIfPresent, untouchedSince } from '../lib/files.ts';
import type { Result } from '../lib/result.ts';

interface Named {
  readonly path: string;
}

/** What a target lacks of a release. */
export interface Difference<File extends Named> {
  /** New files, and those with other bytes. */
  readonly changed: readonly File[];
  readonly removed: readonly string[];
}

/**
 * Plans an update. `files`: those of the release that the target may lack; `held`: the digest of what it holds in a file's
 * place, undefined for nothing and empty for unknown bytes; `others`: what it holds besides, which goes.
 */
export async function planUpdate<File extends Named & { readonly digest: string }>(
  files: Iterable<File>,
  held: (file: File) => string | undefined,
  others: Iterable<string>,
): Promise<{ changed: File[]; removed: string[] }> {
  const yieldToEventLoop = createYieldToEventLoop();
  const changed: File[] = [];
  for (const file of files) {
    if (held(file) !== file.digest) changed.push(file);
    const turn = yieldToEventLoop();
    if (turn) await turn;
  }
  return { changed, removed: [...new Set(others)] };
}

export interface Steps<File extends Named, Reason extends string> {
  /** Whether the target has nothing at a path yet. */
  isNew(path: string): boolean;
  put(files: readonly File[]): Promise<Result<unknown, Reason>>;
  remove(paths: readonly string[]): Promise<Result<unknown, Reason>>;
}

const isPage = (path: string) => path.endsWith('.html');

/**
 * Assets first, then new pages, then changed ones; removals last, pages first. Cut off at any point, each page that is there
 * finds what it needs.
 */
export async function inOrder<File extends Named, Reason extends string>(
  { changed, removed }: Difference<File>,
  steps: Steps<File, Reason>,
): Promise<Result<unknown, Reason>> {
  const pages = changed.filter(({ path }) => isPage(path));
  const fresh = new Set(pages.length > 1 ? pages.filter(({ path }) => steps.isNew(path)) : []);
  const parts = [changed.filter(({ path }) => !isPage(path)), [...fresh], pages.filter((file) => !fresh.has(file))];
  for (const files of parts) {
    const done = await steps.put(files);
    if (!done.ok) return done;
  }
  return steps.remove(removed.toSorted((one, other) => Number(isPage(other)) - Number(isPage(one))));
}

/** A file's path below the folder, and what it should hold. */
export interface TreeFile extends FileFacts {
  readonly path: string;
}

interface ReleaseFolder {
  /** False: it is not there, or stands behind a link. */
  readonly isOwn: boolean;
  /** What belongs in it; null: nothing came or went there. */
  readonly entries: Set<string> | null;
}

/** Where the engine's thread and its second one stage files in `dist/`. */
export const STAGED = ['.incoming', '.incoming-2'] as const;

/** As `dirname`, which takes twice as long. */
const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/'))) || '.';

const BLOCKED = new Set(['ENOTDIR', 'EISDIR', 'EEXIST', 'ENOTEMPTY', 'ENOENT']);

/** Lets a web server's user read what the site's user has written, also where the latter's umask (027, 077) would not. */
function makeReadable(path: string, mode: number): void {
  const { mode: given } = statSync(path);
  try {
    if ((given & mode) !== mode) chmodSync(path, given | mode);
  } catch (error) {
    // Of a file system without modes.
    if (errorCode(error) !== 'EPERM') throw error;
  }
}

/** Makes a folder that a web server's user can read; the modes of one that is there are left as they are. */
export function makeFolder(path: string): void {
  const first = mkdirSync(path, { recursive: true });
  if (first === undefined) return;
  const [outermost, innermost] = [resolve(first), resolve(path)];
  for (let made = innermost; made.startsWith(outermost); made = dirname(made)) makeReadable(made, 0o555);
}

export class Tree {
  readonly #dir: string;
  /** Inside the tree, as a rename does not cross file systems; each thread has its own. */
  readonly #staged: string;
  readonly #folders = new Set<string>();

  constructor(dir: string, staged: string) {
    this.#dir = dir;
    this.#staged = `${dir}/${staged}`;
  }

  /** Tells the folder from another one put in its place. */
  inode(): number {
    return statSync(this.#dir, { throwIfNoEntry: false })?.ino ?? 0;
  }

  /** Puts a file in place, whole. `stage` writes it to the path that it is given. */
  put(path: string, stage: (staged: string) => void): void {
    const target = `${this.#dir}/${path}`;
    const place = () => {
      this.#makeFolder(dirname(path));
      stage(this.#staged);
      makeReadable(this.#staged, 0o444);
      renameSync(this.#staged, target);
    };
    try {
      place();
    } catch (error) {
      rmSync(this.#staged, { force: true });
      if (!BLOCKED.has(errorCode(error))) throw error;
      // Something foreign stands where the file belongs, or its folder is gone.
      this.#folders.clear();
      if (this.stat(path)?.isDirectory()) rmSync(target, { recursive: true, force: true });
      place();
    }
  }

  /** Removes a file, or a foreign folder, and the folders that it leaves empty. */
  remove(path: string): void {
    if (this.stat(path)) rmSync(`${this.#dir}/${path}`, { recursive: true, force: true });
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
      try {
        rmdirSync(`${this.#dir}/${folder}`);
      } catch {
        return;
      }
      this.#folders.clear();
    }
  }

  #makeFolder(folder: string): void {
    if (this.#folders.has(folder)) return;
    if (folder !== '.') this.#makeFolder(dirname(folder));
    const path = join(this.#dir, folder);
    if (this.stat(folder)?.isDirectory() === false) rmSync(path, { force: true });
    makeFolder(path);
    this.#folders.add(folder);
  }

  stat(path: string): Stats | null {
    return lstatIfPresent(`${this.#dir}/${path}`);
  }

  /** Whether a file holds what it should; not read when nothing has touched it since `trustedSince`. */
  isSound(file: TreeFile, trustedSince: number | null): boolean {
    return isFileSound(`${this.#dir}/${file.path}`, file, untouchedSince(trustedSince));
  }

  /**
   * Compares the folder with all files of a release. Files that nothing touched since `trustedSince` (null: none) are taken
   * to be what they were, other than those in `suspects`.
   */
  compare<File extends TreeFile>(
    files: Iterable<File>,
    trustedSince: number | null,
    suspects: ReadonlySet<string>,
  ): Promise<Difference<File>> {
    const isTrusted = untouchedSince(trustedSince);
    const folders = new Map<string, ReleaseFolder>();
    const folderAt = (path: string): ReleaseFolder => {
      const known = folders.get(path);
      if (known) return known;
      const parent = path === '.' ? null : folderAt(dirname(path));
      parent?.entries?.add(path);
      const stat = this.stat(path);
      const isOwn = !parent || (parent.isOwn && stat?.isDirectory() === true);
      // A folder's own time changes with every entry that comes or goes.
      const folder = { isOwn, entries: isOwn && stat && !isTrusted(stat) ? new Set<string>() : null };
      folders.set(path, folder);
      return folder;
    };
    const held = (file: File) => {
      const { isOwn, entries } = folderAt(folderOf(file.path));
      entries?.add(file.path);
      return isOwn && !suspects.has(file.path) && isFileSound(`${this.#dir}/${file.path}`, file, isTrusted) ? file.digest : '';
    };
    const entriesOf = (folder: string) => this.entries(folder);
    function* foreign() {
      folderAt('.');
      for (const [folder, { entries }] of folders) if (entries) yield* entriesOf(folder).filter((path) => !entries.has(path));
    }
    return planUpdate(files, held, foreign());
  }

  /** The paths of what lies directly in a folder; none where there is no such folder. */
  entries(folder: string): string[] {
    try {
      return readdirSync(`${this.#dir}/${folder}`).map((name) => (folder === '.' ? name : `${folder}/${name}`));
    } catch {
      return [];
    }
  }
}
